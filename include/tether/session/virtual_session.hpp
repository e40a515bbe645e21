// A session in virtual time: both sides, the link and the physics advance in lock step on one
// thread, as fast as the machine allows, bit for bit the same for the same scenario and seed.
#pragma once

#include <cstdint>
#include <memory>

#include "tether/link/emulated/emulated_link.hpp"
#include "tether/scenario/scenario.hpp"
#include "tether/session/assemble/assemble.hpp"
#include "tether/session/changes.hpp"
#include "tether/session/operator_view.hpp"
#include "tether/sim/devices/scene_camera.hpp"
#include "tether/teleop/side.hpp"

namespace tether::session {

class VirtualSession {
 public:
  explicit VirtualSession(const scenario::Scenario& scenario);

  // one tick of the leader, then one of the follower
  void tick() noexcept;
  // let the physics of both sides pass to the next tick
  void advance() noexcept;

  const signals::Tick& leader() const noexcept { return leader_.last(); }
  const signals::Tick& follower() const noexcept { return follower_.last(); }
  // the scan that the follower first saw in the last tick, if there was one
  const assist::RangeScan* scan() const noexcept { return follower_.scan(); }
  // the picture of a side's world that was taken in the last tick; null when none was due
  const signals::SceneState* scene(signals::SideName side) const noexcept {
    return side == signals::SideName::leader ? leader_scene_ : follower_scene_;
  }
  // the first fault of the last tick, the leader's before the follower's
  core::Fault fault() const noexcept;

  core::Time now() const noexcept { return now_; }
  std::uint64_t tick_count() const noexcept { return tick_count_; }  // of the whole session
  // the time is over, or the operator's task is done
  bool finished() const noexcept { return ticks_done_ >= tick_count_ || task_done(); }
  bool task_done() const noexcept { return leader_device_->done(); }

  const robot::Chain& leader_chain() const noexcept { return leader_device_->chain(); }
  const scenario::FollowerSetup& setup() const noexcept { return setup_; }

 private:
  void show_the_follower() noexcept;

  core::Duration period_;
  std::uint64_t tick_count_;
  std::uint64_t ticks_done_ = 0;
  core::Time now_;

  scenario::FollowerSetup setup_;
  OperatorView view_;
  std::unique_ptr<sim::SimulatedDevice> leader_device_;
  std::unique_ptr<sim::SimulatedDevice> follower_device_;
  sim::SceneCamera leader_camera_, follower_camera_;
  const signals::SceneState *leader_scene_ = nullptr, *follower_scene_ = nullptr;
  std::unique_ptr<device::Scanner> scanner_;  // of a follower that is driven
  link::EmulatedLink link_;
  teleop::Side leader_;
  teleop::Side follower_;
  Changes leader_changes_, follower_changes_;
};

}  // namespace tether::session
