// A side of a session as an activity: it opens device and link, builds its stages, ticks while it
// runs, lets go without a jolt when it pauses, and leaves the device without effort.
// The loop of its thread also reports to it how every pass went, for the statistics of the loop.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "session/wall/sight_stream.hpp"
#include "session/wall/tick_stream.hpp"
#include "session/wall/world_time.hpp"
#include "tether/core/latest_value.hpp"
#include "tether/device/device.hpp"
#include "tether/runtime/coordination/activity.hpp"
#include "tether/runtime/loops/event_loop.hpp"
#include "tether/runtime/loops/loop_statistics.hpp"
#include "tether/session/changes.hpp"
#include "tether/session/command_mailbox.hpp"
#include "tether/session/operator_view.hpp"
#include "tether/sim/devices/scene_camera.hpp"
#include "tether/teleop/side.hpp"

namespace tether::session {

// where a side's tool is, for somebody who watches it
using View = core::LatestValue<spatial::Pose>;

// What a side is made of. The functions are called on the side's thread when it is configured, and
// may throw; all that is referred to must outlive the activity.
struct SideParts {
  signals::SideName name = signals::SideName::leader;
  std::string called;      // the activity's name; that of the side when empty
  double rate = 1000;      // of ticks [Hz]
  double duration = 1e99;  // ends so long after the first sample of the other side [s]
  scenario::Physics physics = scenario::Physics::clock;  // of a simulated device
  std::function<std::unique_ptr<device::Device>()> open_device;
  std::function<link::Endpoint&()> open_link;
  std::function<teleop::Stages()> make_stages;
  std::function<Changes()> make_changes;
  std::optional<OperatorView> view;  // of a simulated person: what was received
  View* seen = nullptr;              // and where to look instead to see it at once
  View* shown = nullptr;             // what others may watch of this side
  ScanStream* scans = nullptr;       // where scans go that it sees
  SceneStream* scenes = nullptr;     // where pictures of its simulated world go
  SideMailbox* mailbox = nullptr;    // of somebody outside
};

class SideActivity final : public runtime::Activity, public runtime::PassObserver {
 public:
  // clock: of the thread
  SideActivity(SideParts parts, TickStream& ticks, const runtime::Clock& clock);

  std::string_view name() const noexcept override {
    return parts_.called.empty() ? signals::name(parts_.name) : std::string_view(parts_.called);
  }
  void configure_resources() override;
  void configure_capabilities() override;
  core::Fault compute(core::Time now) noexcept override;
  bool finished() const noexcept override { return finished_; }
  // the simulated person had done what was asked; when the session is over
  bool task_done() const noexcept { return task_done_; }
  bool pause(core::Time now) noexcept override;
  void clean() noexcept override;
  void pass(const runtime::Wakeup& wakeup, core::Time begin, core::Time end) noexcept override;

  runtime::LoopStatistics& statistics() noexcept { return statistics_; }
  // how long ago the first sample of the other side came; zero before. Any thread.
  core::Duration since_met(core::Time now) const noexcept;
  // of a simulated device; when the loop has ended
  const WorldTime& world() const noexcept { return world_; }

 private:
  void let_time_pass(core::Time now) noexcept;
  void tick(core::Time now, teleop::Duty duty) noexcept;

  SideParts parts_;
  TickStream& ticks_;
  const runtime::Clock& clock_;
  core::Duration period_;
  WorldTime world_;
  std::unique_ptr<device::Device> device_;
  sim::SimulatedDevice* simulated_ = nullptr;  // the device, when its physics is computed here
  sim::SceneCamera camera_;
  link::Endpoint* endpoint_ = nullptr;
  std::unique_ptr<teleop::Side> side_;
  Changes changes_;

  bool met_ = false;  // a sample of the other side came
  std::atomic<core::Time> met_at_{core::Time::max()};
  core::Time last_;  // tick
  bool ticked_ = false;
  bool faulted_ = false;
  bool finished_ = false;
  bool task_done_ = false;

  runtime::LoopStatistics statistics_;
  core::Time device_done_, compute_done_;
  bool worked_ = false;  // in this pass
};

}  // namespace tether::session
