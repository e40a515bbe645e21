#include "tether/reproduction/driving/platform_trial.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>

#include "tether/control/platform/platform_control.hpp"
#include "tether/device/drivers/smart_wheels/wheeled_platform.hpp"
#include "tether/sim/devices/simulated_wheels.hpp"
#include "tether/sim/people/random_generator.hpp"
#include "tether/sim/world/world_file.hpp"

namespace tether::reproduction {
namespace {

using robot::PlanarTwist;

constexpr core::Duration kPlatformTick = std::chrono::milliseconds(1);
constexpr double kTrialStep = 1e-3;
constexpr int kTraceEvery = 5;
constexpr double kBendRadius = 1.5;  // [m]
constexpr double kPi = std::numbers::pi;

control::PlatformControlParams control_params(PlatformDrive drive) {
  control::PlatformControlParams params;
  if (drive == PlatformDrive::no_feed_forward) params.mass = params.turning_inertia = 0;
  return params;
}

device::WheeledPlatformParams driver_params(const PlatformTrial& trial) {
  device::WheeledPlatformParams params;
  params.wheels_only = trial.drive == PlatformDrive::wheels_only;
  params.wheel = params.wheels_only ? trial.stiff_wheel : trial.weak_wheel;
  return params;
}

// with the turning as a speed at the pivots
PlanarTwist levered(const PlanarTwist& twist) {
  const robot::PlatformGeometry geometry;
  return {twist[0], twist[1], geometry.pivots[0].norm() * twist[2]};
}

// The platform with its driver and controller, tick by tick.
class PlatformRig {
 public:
  explicit PlatformRig(const PlatformTrial& trial)
      : wheels_({.world = sim::world_file("open_floor"), .seed = trial.seed}),
        platform_(wheels_, driver_params(trial)),
        control_(control_params(trial.drive)) {
    sim::RandomGenerator random(trial.seed);
    robot::PivotAngles pivots;
    for (double& pivot : pivots) pivot = random.uniform(-kPi, kPi);
    wheels_.place(Eigen::Vector3d::Zero(), pivots);
    // until the motors are enabled
    for (int i = 0; i < 10; ++i) tick(PlanarTwist::Zero());
  }

  void tick(const PlanarTwist& wanted) {
    const signals::DeviceState state = platform_.read(now_);
    const control::PlatformControlOutput out = control_.update(wanted, platform_.twist());
    reference_ = out.reference;
    device::JointEfforts efforts;
    efforts.values = robot::turned(state.position[2], out.wrench);
    efforts.velocity = robot::turned(state.position[2], out.reference);
    platform_.command(now_, efforts);
    wheels_.advance(kPlatformTick);
    now_ += kPlatformTick;
    lost_ = lost_ || state.fault || wheels_.health();
  }

  const PlanarTwist& reference() const { return reference_; }
  const sim::SimulatedWheels& wheels() const { return wheels_; }
  bool lost() const { return lost_; }

 private:
  sim::SimulatedWheels wheels_;
  device::WheeledPlatform platform_;
  control::PlatformControl control_;
  PlanarTwist reference_ = PlanarTwist::Zero();
  core::Time now_;
  bool lost_ = false;
};

// what was seen in the stretch that is judged
struct Stretch {
  std::vector<PlanarTwist> twists;  // levered
  std::vector<robot::PivotAngles> pivots;
  std::vector<robot::WheelVector> rims;     // speeds [m/s]
  std::vector<robot::WheelVector> torques;  // [N m]

  void add(const sim::SimulatedWheels& wheels) {
    twists.push_back(levered(wheels.twist()));
    rims.push_back(robot::PlatformGeometry{}.wheel_radius * wheels.wheel_speeds());
    torques.push_back(wheels.wheel_torques());
    robot::PivotAngles angles = wheels.pivots();
    // a unit that goes round does not jump
    for (int k = 0; k < robot::kSmartWheels && !pivots.empty(); ++k) {
      angles[k] = pivots.back()[k] + robot::wrapped(angles[k] - pivots.back()[k]);
    }
    pivots.push_back(angles);
  }
};

// root of the mean square distance from there
template <class Vector>
double spread_about(const std::vector<Vector>& values, const Vector& centre) {
  double sum = 0;
  for (const Vector& value : values) sum += (value - centre).squaredNorm();
  return std::sqrt(sum / static_cast<double>(values.size()));
}

// What is faster than about 2 Hz: without the mean of the quarter of a second around, so that slow
// settling does not count. Shorter by that time.
template <class Vector>
std::vector<Vector> fast_part(const std::vector<Vector>& values) {
  constexpr std::size_t kAround = 250;
  std::vector<Vector> fast;
  Vector sum = Vector::Zero();
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum += values[i];
    if (i < kAround) continue;
    sum -= values[i - kAround];
    fast.push_back(values[i - kAround / 2] - sum / static_cast<double>(kAround));
  }
  return fast;
}

// The frequency with most of the power of all three velocities, up to 100 Hz [Hz].
template <class Vector>
double dominant_frequency(const std::vector<Vector>& values) {
  const double resolution = 1 / (static_cast<double>(values.size()) * kTrialStep);
  double best = 0, frequency = 0;
  for (int k = 1; k * resolution <= 100; ++k) {
    const double f = k * resolution;
    Eigen::Vector<std::complex<double>, Vector::RowsAtCompileTime> sum =
        Eigen::Vector<std::complex<double>, Vector::RowsAtCompileTime>::Zero();
    const std::complex<double> turn = std::polar(1.0, -2 * kPi * f * kTrialStep);
    std::complex<double> phase = 1;
    for (const Vector& value : values) {
      sum += phase * value.template cast<std::complex<double>>();
      phase *= turn;
    }
    if (sum.squaredNorm() <= best) continue;
    best = sum.squaredNorm();
    frequency = f;
  }
  return frequency;
}

template <class Vector>
double root_mean_square(const std::vector<Vector>& values) {
  return spread_about(values, Vector(Vector::Zero()));
}

void judge(const Stretch& seen, const PlanarTwist& wanted, PlatformFigures& figures) {
  const PlanarTwist goal = levered(wanted);
  const double wheels = std::sqrt(robot::kDrivenWheels);
  figures.error = spread_about(seen.twists, goal) / goal.norm();
  figures.body_swing = root_mean_square(fast_part(seen.twists)) / goal.norm();
  const auto rims = fast_part(seen.rims);
  figures.wheel_swing = root_mean_square(rims) / wheels / goal.norm();
  figures.frequency = dominant_frequency(rims);
  figures.torque_swing = root_mean_square(fast_part(seen.torques)) / wheels;
  figures.pivot_swing = root_mean_square(fast_part(seen.pivots)) / std::sqrt(robot::kSmartWheels);
}

}  // namespace

std::string_view name(PlatformDrive drive) noexcept {
  constexpr std::array<std::string_view, kPlatformDrives> kNames{"platform control",
                                                                 "no feed-forward", "wheels alone"};
  return kNames.at(static_cast<std::size_t>(drive));
}

std::string_view name(PlatformMotion motion) noexcept {
  constexpr std::array<std::string_view, kPlatformMotions> kNames{"straight", "sideways", "bend",
                                                                  "on the spot"};
  return kNames.at(static_cast<std::size_t>(motion));
}

PlanarTwist wanted_twist(PlatformMotion motion, double speed) noexcept {
  switch (motion) {
    case PlatformMotion::straight:
      return {speed, 0, 0};
    case PlatformMotion::sideways:
      return {0, speed, 0};
    case PlatformMotion::bend:
      return {speed, 0, speed / kBendRadius};
    case PlatformMotion::spot:
      return {0, 0, speed};
  }
  return PlanarTwist::Zero();
}

PlatformFigures run_platform_trial(const PlatformTrial& trial) {
  PlatformRig rig(trial);
  PlatformFigures figures;
  Stretch seen;
  int ticks = 0;
  const double radius = robot::PlatformGeometry{}.wheel_radius;
  // until the reference is there, and for as long as it is to be held
  const auto go = [&](const PlanarTwist& wanted, bool judged) {
    const int hold = static_cast<int>(std::lround(trial.hold / kTrialStep));
    const int from = hold - static_cast<int>(std::lround(trial.judged / kTrialStep));
    for (int held = 0; held < hold && !rig.lost(); ++ticks) {
      rig.tick(wanted);
      if ((rig.reference() - wanted).norm() < 1e-9) ++held;
      const PlanarTwist twist = rig.wheels().twist();
      figures.fastest_wheel =
          std::max(figures.fastest_wheel, rig.wheels().wheel_speeds().cwiseAbs().maxCoeff());
      figures.greatest_error =
          std::max(figures.greatest_error, levered(twist - rig.reference()).norm());
      if (judged && held > from) seen.add(rig.wheels());
      if (trial.traced && ticks % kTraceEvery == 0) {
        figures.trace.push_back(
            {kTrialStep * ticks, twist, rig.reference(), radius * rig.wheels().wheel_speeds()[0]});
      }
    }
  };
  const PlanarTwist wanted = wanted_twist(trial.motion, trial.speed);
  go(wanted, !trial.reverses);
  if (trial.reverses) go(-wanted, true);
  figures.lost = rig.lost();
  if (!seen.twists.empty()) judge(seen, trial.reverses ? -wanted : wanted, figures);
  return figures;
}

}  // namespace tether::reproduction
