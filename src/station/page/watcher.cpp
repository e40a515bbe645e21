#include "tether/station/page/watcher.hpp"

namespace tether::station {
namespace {

constexpr std::size_t kMaxEvents = 10'000;  // a page that wants more has the log

// a side of which no picture came for so long takes none at present
constexpr core::Duration kNoPictures = 2 * signals::kScenePeriod;

// A side is shown as it was when its picture was taken, so that tool, forces and arm agree.
bool take(const signals::Tick& tick, const signals::SceneState* picture, signals::Tick& shown,
          signals::SceneState& scene) noexcept {
  if (picture != nullptr) scene = *picture;
  if (picture == nullptr && tick.time - scene.time < kNoPictures) return false;
  shown = tick;
  return true;
}

}  // namespace

void Watcher::observe(const record::Observation& seen) noexcept {
  const bool leader = take(seen.leader, seen.leader_scene, next_.leader, next_.leader_scene);
  const bool follower =
      take(seen.follower, seen.follower_scene, next_.follower, next_.follower_scene);
  if (leader || follower) latest_.write(next_);
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
