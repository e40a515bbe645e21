#include "tether/assistant/fixture_store.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace tether::assistant {

std::optional<std::string> FixtureStore::take(const FixtureUpdate& update) {
  if (!update.fixture && update.malformed.empty()) {
    drop(update.key);
    return {};
  }
  const auto reason = update.malformed.empty() ? hold(update) : std::optional(update.malformed);
  if (reason) refuse(update, *reason);
  return reason;
}

void FixtureStore::refuse(const FixtureUpdate& update, const std::string& reason) {
  ++refusals_;
  if (refused_.size() >= kMaxRefused && !refused_.contains(update.key)) return;
  FixtureState& state = refused_[update.key];
  state = {.key = update.key, .fixture = {}, .refused = reason};
  if (!update.fixture) return;
  // what it is called, not what it weighs: a hostile one has millions of points
  state.fixture.name = update.fixture->name;
  state.fixture.law = update.fixture->law;
  state.fixture.enabled = update.fixture->enabled;
}

std::optional<std::string> FixtureStore::hold(const FixtureUpdate& update) {
  const auto before = held_.find(update.key);
  Held held{.scene_id = before != held_.end() ? before->second.scene_id : free_id(),
            .fixture = *update.fixture};
  held.fixture.id = held.scene_id;
  if (auto reason = scene_.put(held.fixture)) {
    if (before == held_.end()) given_back_.push_back(held.scene_id);
    return reason;
  }
  edited_ = true;
  refused_.erase(update.key);
  held_[update.key] = std::move(held);
  return {};
}

void FixtureStore::drop(const FixtureKey& key) {
  refused_.erase(key);
  const auto at = held_.find(key);
  if (at == held_.end()) return;
  scene_.remove(at->second.scene_id);
  edited_ = true;
  given_back_.push_back(at->second.scene_id);
  held_.erase(at);
}

void FixtureStore::commit() {
  if (std::exchange(edited_, false)) scene_.commit();
}

std::int32_t FixtureStore::free_id() {
  if (given_back_.empty()) return next_id_++;
  const std::int32_t id = given_back_.back();
  given_back_.pop_back();
  return id;
}

FixtureReply FixtureStore::answer(const FixtureRequest& request) {
  FixtureReply reply{.client = request.client, .number = request.number};
  switch (request.action) {
    case FixtureAction::list:
      list(request.from, reply);
      break;
    case FixtureAction::add:
      for (const FixtureUpdate& update : request.updates) {
        if (take(update)) {
          const auto refused = refused_.find(update.key);
          if (refused != refused_.end()) reply.states.push_back(refused->second);
        } else {
          ++reply.changed;
        }
      }
      break;
    case FixtureAction::enable:
    case FixtureAction::disable:
    case FixtureAction::remove:
      change(request, reply);
      break;
  }
  reply.total = static_cast<std::uint32_t>(held_.size() + refused_.size());
  return reply;
}

// those that are held, then those that are not
void FixtureStore::list(std::uint32_t from, FixtureReply& reply) const {
  const auto room = [&] { return reply.states.size() < kFixturesAtOnce; };
  std::size_t skip = from;
  if (skip < held_.size()) {
    for (auto at = std::next(held_.begin(), static_cast<std::ptrdiff_t>(skip));
         at != held_.end() && room(); ++at) {
      reply.states.push_back({.key = at->first, .fixture = at->second.fixture, .refused = {}});
    }
    skip = 0;
  } else {
    skip -= held_.size();
  }
  if (skip >= refused_.size()) return;
  for (auto at = std::next(refused_.begin(), static_cast<std::ptrdiff_t>(skip));
       at != refused_.end() && room(); ++at) {
    reply.states.push_back(at->second);
  }
}

void FixtureStore::change(const FixtureRequest& request, FixtureReply& reply) {
  std::vector<FixtureKey> keys;
  if (request.which == "all") {
    for (const auto& [key, held] : held_) keys.push_back(key);
    // forgotten with the others, though never held
    if (request.action == FixtureAction::remove) refused_.clear();
  } else {
    const auto key = parse_fixture_key(request.which);
    if (!key || !(held_.contains(*key) || refused_.contains(*key))) {
      reply.refused = fmt::format("there is no fixture {}", printable(request.which));
      return;
    }
    if (request.action != FixtureAction::remove && !held_.contains(*key)) {
      reply.refused =
          fmt::format("fixture {} was refused: {}", to_string(*key), refused_.at(*key).refused);
      return;
    }
    keys.push_back(*key);
  }
  for (const FixtureKey& key : keys) {
    if (auto reason = change_one(request.action, key)) {
      reply.refused = fmt::format("fixture {}: {}", to_string(key), *reason);
      return;
    }
    ++reply.changed;
  }
}

std::optional<std::string> FixtureStore::change_one(FixtureAction action, const FixtureKey& key) {
  if (action == FixtureAction::remove) {
    drop(key);
    return {};
  }
  Held& held = held_.at(key);
  assist::Fixture changed = held.fixture;
  changed.enabled = action == FixtureAction::enable;
  if (changed.enabled == held.fixture.enabled) return {};
  if (auto reason = scene_.put(changed)) return reason;
  edited_ = true;
  held.fixture.enabled = changed.enabled;
  return {};
}

std::string printable(std::string_view text) {
  constexpr std::size_t kLongest = 200;
  std::string out;
  for (const char c : text.substr(0, kLongest)) {
    const auto byte = static_cast<unsigned char>(c);
    out += byte < 0x20 || byte == 0x7F ? '?' : c;
  }
  if (text.size() > kLongest) out += "...";
  return out;
}

}  // namespace tether::assistant
