// How far the time of a simulated device goes with each tick of a session in wall time; what was
// commanded last is held meanwhile (scenario key session.physics):
//   clock  as far as session time went since the last tick. A loop that was late finds hand and
//          robot where they went without it, as with real ones;
//   ticks  one period per tick: while one is left out the world stands still.
//
// What is made up is computed in the very tick that is late. It may take half of the time that was
// lost and no more, so that the gap before each tick is at most half the one before it and the loop
// is soon on its grid; after a freeze the world goes on by `kLongest` at most. Time that is not
// made up is time in which the world stood still, and is counted.
#pragma once

#include <algorithm>
#include <optional>

#include "tether/scenario/scenario.hpp"
#include "tether/sim/devices/simulated_device.hpp"

namespace tether::session {

class WorldTime {
 public:
  // effort held for longer is no session any more: links have parted, watchdogs have barked
  static constexpr core::Duration kLongest = std::chrono::milliseconds(250);

  WorldTime(scenario::Physics physics, core::Duration period) noexcept
      : physics_(physics), period_(period) {}

  // Before the tick at session time `now`. The first tick is one period after what was before it.
  // `watch`: whose now() measures what making up costs; a runtime::Clock or runtime::TimeSource.
  template <class Watch>
  void advance(sim::SimulatedDevice& device, core::Time now, const Watch& watch) noexcept {
    const core::Duration passed = last_ ? now - *last_ : period_;
    last_ = now;
    const core::Duration::rep due = (passed + period_ / 2) / period_;
    core::Duration::rep made = 0;
    if (physics_ == scenario::Physics::ticks || due <= 1) {
      device.advance(period_);
      made = 1;
    } else {
      const auto begin = watch.now();
      const core::Duration::rep most = std::min(due, std::max(kLongest / period_, kOne));
      do {
        device.advance(period_);
      } while (++made < most && watch.now() - begin < due * period_ / 2);
      made_up_ += (made - 1) * period_;
    }
    if (due > made) stood_still_ += (due - made) * period_;
  }

  // of ticks that were left out
  core::Duration made_up() const noexcept { return made_up_; }
  core::Duration stood_still() const noexcept { return stood_still_; }

 private:
  static constexpr core::Duration::rep kOne = 1;

  scenario::Physics physics_;
  core::Duration period_;
  std::optional<core::Time> last_;
  core::Duration made_up_{0}, stood_still_{0};
};

}  // namespace tether::session
