#include "tether/device/drivers/smart_wheels/wheeled_platform.hpp"

#include <algorithm>

#include "tether/control/platform/torque_distribution.hpp"

namespace tether::device {
namespace {

// a unit's wheels in a vector of all
constexpr Eigen::Index left_of(Eigen::Index unit) noexcept { return 2 * unit; }
constexpr Eigen::Index right_of(Eigen::Index unit) noexcept { return 2 * unit + 1; }

constexpr std::uint16_t kEnabled = kMotor1Enabled | kMotor2Enabled;
constexpr std::uint16_t kEncodersGood = kEncoder1Good | kEncoder2Good;

std::uint16_t needed_bits(WheeledPlatform::State state) noexcept {
  switch (state) {
    case WheeledPlatform::State::calibrating:
      return kEnabled | kEncodersGood;
    case WheeledPlatform::State::driving:
      return kEnabled | kEncodersGood | kPivotGood;
    default:
      return 0;
  }
}

// three figures in the world's axes, seen from the platform; zero when they are not three, or not
// finite
Eigen::Vector3d seen_from(double heading, const robot::JointVector& in_world) noexcept {
  if (in_world.size() != 3 || !in_world.allFinite()) return Eigen::Vector3d::Zero();
  return robot::turned(-heading, Eigen::Vector3d(in_world));
}

robot::WheelVector bounded(const robot::WheelVector& torques, double bound) noexcept {
  return torques.cwiseMax(-bound).cwiseMin(bound);
}

}  // namespace

WheeledPlatform::WheeledPlatform(SmartWheelBus& bus, const WheeledPlatformParams& params,
                                 BusWatchdog* watchdog)
    : bus_(bus),
      watchdog_(watchdog),
      params_(params),
      chain_(robot::planar_chain(params.geometry)),
      wheels_(params.wheel),
      watch_(params.watch) {
  pack(core::Time{});
}

WheeledPlatform::~WheeledPlatform() {
  for (SmartWheelOutput& output : outputs_) output = {};
  bus_.exchange(last_read_, outputs_, inputs_);
}

signals::DeviceState WheeledPlatform::read(core::Time now) noexcept {
  if (!read_before_) state_since_ = last_read_ = now;
  read_before_ = true;
  const bool answered = bus_.exchange(now, outputs_, inputs_);
  if (answered && watchdog_ != nullptr) watchdog_->cycled();
  const core::Fault fault = watch_.update(now, answered, inputs_, needed_bits(state_));
  if (fault) fail(fault);
  change_state(now);

  if (answered) measure();
  follow(core::seconds(now - last_read_));
  last_read_ = now;
  acting_ = commanded_;

  signals::DeviceState state;
  state.position = place_;
  state.applied = applied_;
  state.fault = fault_;
  return state;
}

// takes what the units reported; one that reports no numbers is believed to be as it was
void WheeledPlatform::measure() noexcept {
  for (int unit = 0; unit < robot::kSmartWheels; ++unit) {
    const SmartWheelInput& input = inputs_[static_cast<std::size_t>(unit)];
    // motors that were off did not push
    if ((input.status1 & kMotor1Enabled) == 0) acting_[left_of(unit)] = 0;
    if ((input.status1 & kMotor2Enabled) == 0) acting_[right_of(unit)] = 0;
    if (!is_finite(input)) continue;
    speeds_[left_of(unit)] = static_cast<double>(input.velocity_1);
    speeds_[right_of(unit)] = static_cast<double>(input.velocity_2);
    pivots_[unit] =
        robot::pivot_angle(params_.geometry, unit, static_cast<double>(input.encoder_pivot));
  }
}

void WheeledPlatform::follow(double time) noexcept {
  // pivots that are not calibrated measure no motion
  if (state_ != State::driving && !counted_) return;
  const robot::PlanarTwist now = robot::platform_twist(params_.geometry, pivots_, speeds_);
  const robot::PlanarTwist mean = counted_ ? robot::PlanarTwist(0.5 * (twist_ + now)) : now;
  counted_ = true;
  twist_ = now;
  // pivots are taken where they were in the middle of the cycle
  const robot::PivotAngles rates = robot::pivot_rates(params_.geometry, pivots_, mean);
  const robot::PivotAngles middle = pivots_ - 0.5 * time * rates;
  const double heading = place_[2] + 0.5 * time * mean[2];
  applied_ = robot::turned(heading, control::wrench_of(params_.geometry, middle, acting_));
  place_ = robot::moved(place_, mean, time);
}

bool WheeledPlatform::every_unit_has(std::uint16_t bits) const noexcept {
  return std::all_of(inputs_.begin(), inputs_.end(), [bits](const SmartWheelInput& input) {
    return (input.status1 & bits) == bits;
  });
}

void WheeledPlatform::change_state(core::Time now) noexcept {
  const State before = state_;
  const core::Duration spent = now - state_since_;
  if (state_ == State::starting) {
    if (every_unit_has(kEnabled | kEncodersGood)) {
      state_ = State::calibrating;
    } else if (spent > params_.start_within) {
      fail({core::FaultKind::device, "starting the smart wheels"});
    }
  }
  if (state_ == State::calibrating) {
    if (every_unit_has(kPivotGood)) {
      state_ = State::driving;
    } else if (spent > params_.calibrate_within) {
      fail({core::FaultKind::device, "calibrating the pivots"});
    }
  }
  if (state_ == before) return;
  state_since_ = now;
  wheels_.reset();
}

void WheeledPlatform::fail(const core::Fault& fault) noexcept {
  if (!fault_) fault_ = fault;
  state_ = State::faulted;
}

void WheeledPlatform::command(core::Time now, const JointEfforts& efforts) noexcept {
  switch (state_) {
    case State::starting:
      commanded_.setZero();
      break;
    case State::calibrating:
      commanded_ = calibrating_torques();
      break;
    case State::driving:
      commanded_ = driving_torques(efforts);
      break;
    case State::faulted:
      commanded_ = bounded(wheels_.update(robot::WheelVector::Zero(), speeds_),
                           params_.geometry.max_wheel_torque);
      break;
  }
  pack(now);
}

robot::WheelVector WheeledPlatform::driving_torques(const JointEfforts& efforts) noexcept {
  const robot::PlatformGeometry& geometry = params_.geometry;
  const robot::PlanarTwist wanted = seen_from(place_[2], efforts.velocity);
  const double share = robot::attainable_share(geometry, pivots_, wanted);
  const robot::WheelVector speeds = robot::wheel_speeds(geometry, pivots_, share * wanted);
  robot::WheelVector torques = wheels_.update(speeds, speeds_);
  if (!params_.wheels_only) {
    const robot::PlanarWrench wrench = seen_from(place_[2], efforts.values);
    torques += control::distribute(geometry, pivots_, wrench).torques;
  }
  return bounded(torques, geometry.max_wheel_torque);
}

// against each other; units that are done stand still
robot::WheelVector WheeledPlatform::calibrating_torques() const noexcept {
  robot::WheelVector torques = robot::WheelVector::Zero();
  for (int unit = 0; unit < robot::kSmartWheels; ++unit) {
    if ((inputs_[static_cast<std::size_t>(unit)].status1 & kPivotGood) != 0) continue;
    torques[left_of(unit)] = -params_.calibration_torque;
    torques[right_of(unit)] = params_.calibration_torque;
  }
  return torques;
}

void WheeledPlatform::pack(core::Time now) noexcept {
  const double fastest =
      state_ == State::calibrating ? params_.calibration_speed : params_.geometry.max_wheel_speed;
  const double most = params_.motor.max_current;
  const auto current = [&](Eigen::Index wheel) {
    const double wanted = commanded_[wheel] / params_.motor.torque_constant;
    return static_cast<float>(std::clamp(wanted, -most, most));
  };
  for (int unit = 0; unit < robot::kSmartWheels; ++unit) {
    SmartWheelOutput& output = outputs_[static_cast<std::size_t>(unit)];
    output.command1 = kEnableMotor1 | kEnableMotor2;
    output.command2 = 0;
    output.setpoint1 = current(left_of(unit));
    output.setpoint2 = current(right_of(unit));
    output.limit1_p = output.limit2_p = static_cast<float>(fastest);
    output.limit1_n = output.limit2_n = -static_cast<float>(fastest);
    output.timestamp = static_cast<std::uint64_t>(now.time_since_epoch().count());
  }
}

}  // namespace tether::device
