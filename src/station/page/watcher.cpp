#include "tether/station/page/watcher.hpp"

namespace tether::station {
namespace {

constexpr std::size_t kMaxEvents = 10'000;  // a page that wants more has the log

}  // namespace

void Watcher::observe(const record::Observation& seen) noexcept {
  if (seen.leader_scene != nullptr) leader_scene_ = *seen.leader_scene;
  if (seen.follower_scene != nullptr) follower_scene_ = *seen.follower_scene;
  latest_.write({.leader = seen.leader,
                 .follower = seen.follower,
                 .leader_scene = leader_scene_,
                 .follower_scene = follower_scene_});
  if (seen.scan != nullptr) scan_.write(*seen.scan);
  if (seen.events.empty()) return;
  const std::lock_guard lock(mutex_);
  if (events_.size() < kMaxEvents) {
    events_.insert(events_.end(), seen.events.begin(), seen.events.end());
  }
}

std::vector<record::Event> Watcher::events(std::size_t from) const {
  const std::lock_guard lock(mutex_);
  if (from >= events_.size()) return {};
  return {events_.begin() + static_cast<std::ptrdiff_t>(from), events_.end()};
}

}  // namespace tether::station
