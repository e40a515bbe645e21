#include "sim/world/contact_loop.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/LU>

#include "sim/people/full_turn.hpp"
#include "tether/robot/dynamics.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::sim {
namespace {

using Complex = std::complex<double>;

// a crossing lies between the slowest servo and where the valve lets nothing through [rad/s]
constexpr double kLowest = 0.5, kHighest = 2000, kFrequencyStep = 1.01;
constexpr double kLargestDrag = 10;

}  // namespace

ContactLoop::ContactLoop(const robot::Chain& chain, const ServoArmParams& params,
                         const spatial::Vector3& normal)
    : params_(params), damping_(chain.joint_count) {
  robot::ChainState state;
  robot::mass_matrix(chain, params.start, state);
  inertia_ = state.mass_matrix;
  lever_ = robot::joint_efforts(
      state.jacobian,
      spatial::Wrench::from_point(spatial::Vector3::Zero(), normal, state.tool.position));
  for (int i = 0; i < chain.joint_count; ++i) {
    damping_[i] = params.admittance.damping(chain.joints[static_cast<std::size_t>(i)]);
  }
}

Complex ContactLoop::at(double frequency, Touch touch) const {
  const Complex s(0, frequency);
  const double tick = 1 / params_.interface_rate;
  const Complex before = std::exp(-s * tick);  // z⁻¹

  // sensor and admittance, sampled
  const double share = 1 - std::exp(-kTurn * params_.sensor.cutoff * tick);
  const Complex sensed = share / (1.0 - (1 - share) * before);
  const double lag = params_.admittance.time_constant;
  const Complex speed = tick / (lag + tick) / (1.0 - lag / (lag + tick) * before);
  const Complex hold = (1.0 - before) / (s * tick);

  // valve and fluid
  const HydraulicDriveParams& drive = params_.drive;
  const double valve = kTurn * drive.valve_frequency, fluid = kTurn * drive.fluid_frequency;
  const Complex flow =
      valve * valve / (s * s + 2 * drive.valve_damping * valve * s + valve * valve);
  const Complex column = fluid * fluid + 2 * drive.fluid_damping * fluid * s;
  const Complex asked = 1.0 + drive.gain * tick / (1.0 - before);

  const Eigen::VectorXd moved = inertia_.diagonal();
  Eigen::MatrixXcd arm = s * s * inertia_.cast<Complex>();
  arm.diagonal() += (column * (1.0 + drive.gain * flow / s)) * moved.cast<Complex>();
  Eigen::MatrixX2cd pushed(lever_.size(), 2);
  pushed.col(0) = lever_.cast<Complex>();
  pushed.col(1) = moved.cwiseProduct(lever_).cwiseQuotient(damping_).cast<Complex>();
  const Eigen::RowVector2cd moves =
      lever_.cast<Complex>().transpose() * arm.partialPivLu().solve(pushed);

  const ContactImpedance& contact = params_.contact;
  const Complex impedance =
      touch == Touch::none ? 0 : contact.stiffness + contact.damping * s + contact.mass * s * s;
  const Complex yields = moves[1] * column * flow / s * asked * speed * hold;
  return impedance * moves[0] + (impedance * sensed + contact.spring * before) * yields;
}

double ContactLoop::gain_margin(Touch touch) const {
  double farthest = 0;
  Complex last = at(kLowest, touch);
  double frequency = kFrequencyStep * kLowest;
  while (frequency < kHighest) {
    const Complex next = at(frequency, touch);
    if ((next.imag() > 0) != (last.imag() > 0)) {
      const double share = last.imag() / (last.imag() - next.imag());
      farthest = std::max(farthest, -(last.real() + share * (next.real() - last.real())));
    }
    last = next;
    frequency *= kFrequencyStep;
  }
  return farthest > 0 ? 1 / farthest : std::numeric_limits<double>::infinity();
}

double ContactLoop::gain_margin() const {
  return std::min(gain_margin(Touch::contact), gain_margin(Touch::none));
}

double ContactLoop::virtual_damping() const {
  return 1 / lever_.dot(lever_.cwiseQuotient(damping_));
}

double ContactLoop::mass() const { return 1 / lever_.dot(inertia_.partialPivLu().solve(lever_)); }

double least_drag(const robot::Chain& chain, const ServoArmParams& params,
                  const spatial::Vector3& normal) {
  ServoArmParams tried = params;
  const auto safe = [&](double drag) {
    tried.admittance.drag = drag;
    return ContactLoop(chain, tried, normal).gain_margin() >= kSafeGainMargin;
  };
  if (!safe(kLargestDrag)) return std::numeric_limits<double>::infinity();
  double low = 0, high = kLargestDrag;
  while (high - low > 1e-3 * high) {
    const double middle = low == 0 ? high / 2 : (low + high) / 2;
    (safe(middle) ? high : low) = middle;
    if (high < 1e-3) break;
  }
  return high;
}

}  // namespace tether::sim
