#include "station/page/page_connection.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <nlohmann/json.hpp>

#include "station/page/fixture_json.hpp"
#include "station/server/connection_parts.hpp"
#include "station/server/json_fields.hpp"
#include "tether/core/error.hpp"

namespace tether::station {
namespace {

using nlohmann::json;

constexpr double kFarthest = 10;      // that a hand can be wanted [m]
constexpr double kFastest = 100;      // that a joint can be jogged [rad/s or m/s]
constexpr std::size_t kMostSet = 32;  // changes at once
constexpr std::size_t kLongestSet = 256;
constexpr std::size_t kLongestReason = 500;

signals::SideName side_of(JsonFields& f) {
  static const std::vector<std::string> kSides{"leader", "follower"};
  return static_cast<signals::SideName>(f.choice("side", kSides));
}

control::JogSpace space_of(JsonFields& f, const std::string& key) {
  static const std::vector<std::string> kSpaces{"joints", "tool"};
  return static_cast<control::JogSpace>(f.choice(key, kSpaces));
}

// what the answer repeats
json id_of(const json& message) {
  const auto found = message.find("id");
  if (found == message.end()) return nullptr;
  if (!found->is_number()) throw core::InputError("\"id\" must be a number");
  return *found;
}

}  // namespace

struct PageConnection::Command {
  const char* name;
  Outcome (PageConnection::*handle)(JsonFields&);

  static const std::array<Command, 15>& all() {
    static constexpr std::array<Command, 15> kAll{{{"hold", &PageConnection::hold},
                                                   {"release", &PageConnection::release},
                                                   {"stop", &PageConnection::stop},
                                                   {"reset", &PageConnection::reset},
                                                   {"pause", &PageConnection::pause},
                                                   {"go_on", &PageConnection::go_on},
                                                   {"change", &PageConnection::change},
                                                   {"jog", &PageConnection::jog},
                                                   {"go", &PageConnection::go},
                                                   {"store", &PageConnection::store},
                                                   {"put", &PageConnection::put},
                                                   {"remove", &PageConnection::remove},
                                                   {"save", &PageConnection::save},
                                                   {"rate", &PageConnection::rate},
                                                   {"ping", &PageConnection::ping}}};
    return kAll;
  }
  static const std::vector<std::string>& names() {
    static const std::vector<std::string> kNames = [] {
      std::vector<std::string> names;
      for (const Command& command : all()) names.emplace_back(command.name);
      return names;
    }();
    return kNames;
  }
};

PageConnection::PageConnection(SharedSession& shared, Outbox& outbox)
    : shared_(shared), outbox_(outbox), number_(shared.join(outbox)) {
  shared_.refresh();
  outbox_.send(shared_.document());
  const std::size_t past = shared_.events().size();
  events_ = past - std::min(past, kPastEvents);
}

PageConnection::~PageConnection() { shared_.leave(number_); }

void PageConnection::say(const json& message) {
  outbox_.send({std::make_shared<const std::string>(
                    message.dump(-1, ' ', false, json::error_handler_t::replace)),
                false});
}

void PageConnection::refuse(const json& id, std::string_view why) {
  shared_.count_refusal();
  json answer{{"say", "refused"}, {"why", why.substr(0, kLongestReason)}};
  if (!id.is_null()) answer["id"] = id;
  say(answer);
}

void PageConnection::receive(std::string_view message, bool binary) {
  json id;
  try {
    if (binary) throw core::InputError("commands are text, not bytes");
    const auto object = object_of(message);
    if (!object) throw core::InputError("a command is one JSON object, not nested deeply");
    id = id_of(*object);
    carry_out(*object, id);
  } catch (const std::exception& error) {
    refuse(id, error.what());
  }
}

void PageConnection::carry_out(const json& message, const json& id) {
  JsonFields head(message, "a command");
  const std::size_t which = head.choice("do", Command::names());
  const Command& command = Command::all()[which];
  JsonFields fields(message, command.name);
  fields.any("do");
  if (!id.is_null()) fields.any("id");
  const Outcome outcome = (this->*command.handle)(fields);
  if (outcome.refusal) return refuse(id, *outcome.refusal);
  if (!id.is_null() || !outcome.path.empty()) {
    json answer{{"say", "done"}};
    if (!id.is_null()) answer["id"] = id;
    if (!outcome.path.empty()) answer["path"] = outcome.path;
    say(answer);
  }
  if (outcome.announce != nullptr) (shared_.*outcome.announce)();
}

PageConnection::Outcome PageConnection::hold(JsonFields& f) {
  HandAim aim;
  aim.position = f.vector("position", kFarthest);
  if (f.has("orientation")) aim.orientation = f.quaternion("orientation");
  if (f.has("clutch")) aim.clutch = f.boolean("clutch");
  f.finish();
  return {shared_.hold(number_, aim)};
}

PageConnection::Outcome PageConnection::release(JsonFields& f) {
  f.finish();
  return {shared_.release(number_)};
}

PageConnection::Outcome PageConnection::stop(JsonFields& f) {
  f.finish();
  shared_.controls().stop();
  return {};
}

PageConnection::Outcome PageConnection::reset(JsonFields& f) {
  f.finish();
  return {shared_.controls().reset()};
}

PageConnection::Outcome PageConnection::pause(JsonFields& f) {
  f.finish();
  return {shared_.controls().pause(true)};
}

PageConnection::Outcome PageConnection::go_on(JsonFields& f) {
  f.finish();
  return {shared_.controls().pause(false)};
}

PageConnection::Outcome PageConnection::change(JsonFields& f) {
  const auto set = f.texts("set", kMostSet, kLongestSet);
  f.finish();
  return {shared_.controls().change(set), &SharedSession::send_values};
}

PageConnection::Outcome PageConnection::jog(JsonFields& f) {
  const signals::SideName side = side_of(f);
  control::JogVelocity velocity;
  velocity.space = space_of(f, "space");
  const bool joints = velocity.space == control::JogSpace::joints;
  const auto count = joints ? static_cast<std::size_t>(shared_.joints(side)) : std::size_t{6};
  const auto v = f.numbers("velocity", count, count, kFastest);
  f.finish();
  if (joints) {
    velocity.joints =
        Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
  } else {
    velocity.angular = {v[0], v[1], v[2]};
    velocity.linear = {v[3], v[4], v[5]};
  }
  return {shared_.jog(side, velocity)};
}

PageConnection::Outcome PageConnection::go(JsonFields& f) {
  const signals::SideName side = side_of(f);
  const std::string pose = f.text("pose");
  const control::JogSpace by = space_of(f, "by");
  f.finish();
  return {shared_.controls().go(side, pose, by)};
}

PageConnection::Outcome PageConnection::store(JsonFields& f) {
  const signals::SideName side = side_of(f);
  const std::string name = f.text("name");
  if (name.empty()) f.refuse("name", "must not be empty");
  f.finish();
  return {shared_.controls().store(side, name), &SharedSession::send_poses};
}

PageConnection::Outcome PageConnection::put(JsonFields& f) {
  const auto known = shared_.controls().fixtures();
  const assist::Fixture fixture = fixture_from(f.any("fixture"), known);
  f.finish();
  return {shared_.controls().put(fixture), &SharedSession::send_fixtures};
}

PageConnection::Outcome PageConnection::remove(JsonFields& f) {
  using Id = std::numeric_limits<std::int32_t>;
  const auto id = static_cast<std::int32_t>(f.integer("fixture_id", Id::min(), Id::max()));
  f.finish();
  return {shared_.controls().remove(id), &SharedSession::send_fixtures};
}

PageConnection::Outcome PageConnection::save(JsonFields& f) {
  f.finish();
  Outcome outcome;
  outcome.refusal = shared_.controls().save_fixtures(outcome.path);
  return outcome;
}

PageConnection::Outcome PageConnection::rate(JsonFields& f) {
  const double hz = f.number("hz", 1, 120);
  f.finish();
  period_ = 1 / hz;
  due_ = 0;
  return {};
}

PageConnection::Outcome PageConnection::ping(JsonFields& f) {
  const json& t = f.any("t");
  if (!t.is_number()) f.refuse("t", "must be a number");
  f.finish();
  say({{"say", "pong"}, {"t", t}});
  return {};
}

void PageConnection::pulse() {
  shared_.refresh();
  const auto& events = shared_.event_messages();
  for (; events_ < events.size(); ++events_) outbox_.send(events[events_]);

  if (shared_.ending()) {
    if (!std::exchange(ended_, true)) {
      if (shared_.frames() > 0) outbox_.show(shared_.frame());
      outbox_.send(*shared_.ending());
    }
    return;
  }

  // a scan must not take the place of a frame that waits
  if (scanned_ != shared_.scans() && !outbox_.busy()) {
    scanned_ = shared_.scans();
    outbox_.send(shared_.scan());
  }
  const double now = shared_.now();
  if (shown_ == shared_.frames() || now < due_ - kEarly * period_) return;
  shown_ = shared_.frames();
  due_ = std::max(due_ + period_, now);
  outbox_.show(shared_.frame());
}

}  // namespace tether::station
