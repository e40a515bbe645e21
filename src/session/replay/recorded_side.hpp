// One side of a recorded session, made again: its device, its end of the link, its fixtures and its
// scanner say what the log says they said, and today's stages do the rest.
#pragma once

#include <memory>
#include <vector>

#include "session/replay/comparing_sink.hpp"
#include "tether/device/device.hpp"
#include "tether/device/scanner.hpp"
#include "tether/record/ros2/ros2_messages.hpp"
#include "tether/session/changes.hpp"
#include "tether/teleop/side.hpp"

namespace tether::session {

// measures what the log says the device measured
class RecordedDevice final : public device::Device {
 public:
  RecordedDevice(const robot::Chain& chain, bool keeps_wall_time)
      : chain_(chain), keeps_wall_time_(keeps_wall_time) {
    state.position = state.applied = robot::JointVector::Zero(chain.joint_count);
  }
  const robot::Chain& chain() const noexcept override { return chain_; }
  bool keeps_wall_time() const noexcept override { return keeps_wall_time_; }
  signals::DeviceState read(core::Time) noexcept override { return state; }
  void command(core::Time, const device::JointEfforts&) noexcept override {}

  signals::DeviceState state;

 private:
  robot::Chain chain_;
  bool keeps_wall_time_;
};

// receives what the log says the side received
class RecordedEndpoint final : public link::Endpoint {
 public:
  void send(core::Time, const signals::Sample&) noexcept override {}
  signals::Received receive(core::Time) noexcept override { return received; }

  signals::Received received;
};

// what the fixtures of a process of their own did
class RecordedForces final : public assist::FixtureForces {
 public:
  explicit RecordedForces(const assist::FixtureEffect& effect) : effect_(effect) {}
  assist::FixtureEffect at(core::Time /*now*/, const spatial::Pose& /*tool*/,
                           const spatial::Twist& /*twist*/) noexcept override {
    return effect_;
  }

 private:
  const assist::FixtureEffect& effect_;
};

// what a scanner saw
class RecordedScanner final : public device::Scanner {
 public:
  void take(const record::ros2::Stamped<record::ros2::LaserScan>& message) noexcept {
    scan_ = record::ros2::from_message(message);
    // angles are logged in single precision; those of the scanner that we know are exact
    const assist::RangeScan known;
    if (static_cast<float>(scan_.angle_step) == static_cast<float>(known.angle_step)) {
      scan_.first_angle = known.first_angle;
      scan_.angle_step = known.angle_step;
    }
    fresh_ = true;
  }
  bool read(core::Time /*now*/, assist::RangeScan& scan) noexcept override {
    if (!fresh_) return false;
    scan = scan_;
    fresh_ = false;
    return true;
  }

 private:
  assist::RangeScan scan_;
  bool fresh_ = false;
};

// what came from outside of a side besides its device and its link
struct RecordedInputs {
  assist::FixtureEffect effect;
  RecordedScanner scanner;
};

// one side with its recorded inputs
struct RecordedSide {
  // parts that somebody outside put in place of others, by the number of the change
  using Exchanges = std::vector<std::unique_ptr<teleop::Replacement>>;

  RecordedSide(signals::SideName side_name, const robot::Chain& chain, bool keeps_wall_time,
               teleop::Stages stages, Changes planned, Exchanges ordered, RecordedInputs& recorded)
      : name(side_name),
        device(chain, keeps_wall_time),
        inputs(recorded),
        side(side_name, device, endpoint, std::move(stages)),
        changes(std::move(planned)),
        exchanges(std::move(ordered)) {}

  // sets the inputs from one recorded message, if it is one of this side's
  void take(const Recorded& message);
  // a device that failed says so in the events
  void take_fault(const Recorded& message);
  // the tick that the log has of this side; without one its last one stands
  void tick() noexcept;

  bool made = false;  // there is a tick at this time
  bool ever = false;
  core::Time now;
  signals::Tick latest;

  signals::SideName name;
  teleop::Duty duty = teleop::Duty::work;
  RecordedDevice device;
  RecordedEndpoint endpoint;
  RecordedInputs& inputs;
  teleop::Side side;
  Changes changes;
  Exchanges exchanges;
  signals::CommandsTick commands;  // to be taken up in the next tick
  std::uint32_t taken = 0;         // the last exchange
};

}  // namespace tether::session
