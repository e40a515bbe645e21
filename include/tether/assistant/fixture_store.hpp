// What the assisting process holds: every fixture that was taken, by the topic that it came on and
// its id there, and every one that was refused, with the reason. What is wrong with a fixture, or
// one too many, changes nothing but that list: one that was held before under the same key stays
// as it was. The scene has one space of ids; the store gives each
// key one of its own there.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tether/assistant/protocol/fixture_update.hpp"

namespace tether::assistant {

// the scene as the store edits it
class FixtureSink {
 public:
  virtual ~FixtureSink() = default;
  // new, or in place of the one with that id; why not, when it changes nothing
  virtual std::optional<std::string> put(const assist::Fixture& fixture) = 0;
  virtual void remove(std::int32_t id) = 0;
  // what was put and removed so far takes effect, all of it at once
  virtual void commit() = 0;
};

class FixtureStore {
 public:
  // refused ones that are remembered; beyond that they are only counted
  static constexpr std::size_t kMaxRefused = 1000;

  explicit FixtureStore(FixtureSink& scene) : scene_(scene) {}

  // what a view sends; why it was refused, if it was
  std::optional<std::string> take(const FixtureUpdate& update);
  FixtureReply answer(const FixtureRequest& request);

  // lets edits take effect: once for all that came together, since a scene is made anew
  void commit();

  std::size_t held() const noexcept { return held_.size(); }
  // fixtures that were refused, ever
  std::uint64_t refusals() const noexcept { return refusals_; }

 private:
  struct Held {
    std::int32_t scene_id = 0;
    assist::Fixture fixture;
  };

  void refuse(const FixtureUpdate& update, const std::string& reason);
  std::optional<std::string> hold(const FixtureUpdate& update);
  void drop(const FixtureKey& key);
  void list(std::uint32_t from, FixtureReply& reply) const;
  void change(const FixtureRequest& request, FixtureReply& reply);
  std::optional<std::string> change_one(FixtureAction action, const FixtureKey& key);
  std::int32_t free_id();

  FixtureSink& scene_;
  std::map<FixtureKey, Held> held_;
  std::map<FixtureKey, FixtureState> refused_;
  std::vector<std::int32_t> given_back_;
  std::int32_t next_id_ = 1;
  std::uint64_t refusals_ = 0;
  bool edited_ = false;
};

// for a terminal: without control characters, and not endless
std::string printable(std::string_view text);

}  // namespace tether::assistant
