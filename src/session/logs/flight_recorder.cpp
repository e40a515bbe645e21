#include "session/logs/flight_recorder.hpp"

#include <algorithm>
#include <chrono>

#include "tether/session/logs/log_file.hpp"

namespace tether::session {
namespace {

// of a side in a second
constexpr std::size_t kPictures = 1 + std::chrono::seconds(1) / signals::kScenePeriod;

// the picture that was taken in that tick, if one was
const signals::SceneState* taken_in(std::uint64_t tick, const Ring<signals::SceneState>& scenes) {
  for (std::size_t i = 0; i < scenes.size(); ++i) {
    if (scenes[i].tick == tick) return &scenes[i];
  }
  return nullptr;
}

}  // namespace

FlightRecorder::FlightRecorder(std::size_t ticks)
    : pairs_(std::max<std::size_t>(ticks, 1)),
      leader_scenes_(kPictures),
      follower_scenes_(kPictures) {}

void FlightRecorder::observe(const record::Observation& seen) noexcept {
  if (seen.leader_scene != nullptr) leader_scenes_.add() = *seen.leader_scene;
  if (seen.follower_scene != nullptr) follower_scenes_.add() = *seen.follower_scene;
  Pair& pair = pairs_.add();
  pair.leader = seen.leader;
  pair.follower = seen.follower;
}

void FlightRecorder::write(const std::string& path, const scenario::Scenario& scenario,
                           const robot::Chain& leader, const robot::Chain& follower) const {
  LogFile log(path, scenario, leader, follower, {.excerpt = true});
  record::EventLog events({});
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const Pair& pair = pairs_[i];
    const std::uint64_t tick = index_of(pair.leader, pair.follower);
    log.observe({.leader = pair.leader,
                 .follower = pair.follower,
                 .events = events.watch(pair.leader, pair.follower),
                 .leader_scene = taken_in(tick, leader_scenes_),
                 .follower_scene = taken_in(tick, follower_scenes_)});
    log.wait_until_ready();
  }
  log.close();
}

}  // namespace tether::session
