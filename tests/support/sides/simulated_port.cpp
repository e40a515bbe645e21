#include "tests/support/sides/simulated_port.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

#include "tether/control/estimators/finite_difference.hpp"
#include "tether/control/estimators/state_variable_filter.hpp"

namespace tether::test {
namespace {

robot::JointVector random_vector(RandomDraw& draw, Eigen::Index n, double most) noexcept {
  robot::JointVector v(n);
  for (double& x : v) x = draw.between(-most, most);
  return v;
}

// what handles and arms have in common
SimulatedPortParams random_port(RandomDraw& draw) {
  SimulatedPortParams params;
  params.friction = draw.between(0.1, 5);
  params.state_variable = draw.bernoulli(0.5);
  params.hand_stiffness = draw.between(100, 1000);
  params.hand_damping = draw.between(2, 15);
  params.hand_reach = draw.between(0.02, 0.2);
  params.hand_bandwidth = draw.between(0.5, 5);
  params.hand_restlessness = draw.between(0, 8);
  return params;
}

}  // namespace

SimulatedPortParams random_handle(RandomDraw& draw) {
  SimulatedPortParams params = random_port(draw);
  const int n = 1 + draw.pick(3);
  params.apparent_mass = draw.between(0.2, 0.5);
  params.inertia = params.apparent_mass * robot::JointMatrix::Identity(n, n);
  params.effort_limit = 12 / std::sqrt(n);
  params.ticks_per_exchange = draw.bernoulli(0.5) ? 0 : 2;
  return params;
}

SimulatedPortParams random_arm(RandomDraw& draw) {
  SimulatedPortParams params = random_port(draw);
  const int n = 1 + draw.pick(7);
  robot::JointMatrix any(n, n);
  for (double& x : any.reshaped()) x = draw.between(-1, 1);
  const robot::JointMatrix axes = any.householderQr().householderQ();
  robot::JointVector values(n);
  for (double& x : values) x = 0.02 * std::pow(3 / 0.02, draw.unit());
  params.inertia = axes * values.asDiagonal() * axes.transpose();
  params.apparent_mass = draw.between(1, 5);
  params.effort_limit = 4;
  params.ticks_per_exchange = draw.pick(3);
  return params;
}

SimulatedPort::SimulatedPort(const SimulatedPortParams& params, std::uint64_t seed)
    : params_(params), draw_(seed) {
  const auto n = params.inertia.rows();
  const Eigen::SelfAdjointEigenSolver<robot::JointMatrix> modes(params.inertia);
  to_joints_ = std::sqrt(params.apparent_mass) * modes.operatorInverseSqrt();
  const robot::JointMatrix to_tool = to_joints_.inverse();
  place_ = speed_ = target_ = commanded_ = effective_ = robot::JointVector::Zero(n);
  goal_ = random_vector(draw_, n, params.hand_reach);

  if (params.state_variable) {
    estimator_ = std::make_unique<control::StateVariableFilter>(
        control::StateVariableFilterParams{30, kTick});
  } else {
    estimator_ =
        std::make_unique<control::FiniteDifference>(control::FiniteDifferenceParams{20, kTick});
  }
  estimator_->reset(place_);
  port_.position = port_.velocity = port_.applied = place_;
  port_.inertia = params.inertia;
  port_.jacobian = robot::Jacobian::Zero(6, n);
  const auto rows = std::min<Eigen::Index>(n, 3);
  port_.jacobian.middleRows(3, rows) = to_tool.topRows(rows);
}

passivity::PortMotionParams SimulatedPort::motion_params() const noexcept {
  const int ticks = params_.ticks_per_exchange > 0 ? 2 * params_.ticks_per_exchange : 1;
  return {.tick = kTick, .window = ticks * kTick};
}

const passivity::Port& SimulatedPort::read() noexcept {
  if (params_.ticks_per_exchange == 0) {
    port_.applied = effective_;
    port_.position = to_joints_ * place_;
  } else if (ticks_ % params_.ticks_per_exchange == 0) {
    port_.applied = effective_;
    effective_ = commanded_;
    port_.position = to_joints_ * place_;
  }
  port_.velocity = estimator_->update(port_.position);
  port_.tool.position = (port_.jacobian * port_.position).tail<3>();
  return port_;
}

void SimulatedPort::advance() noexcept {
  if (params_.ticks_per_exchange == 0) effective_ = commanded_;
  const robot::JointVector acceleration =
      (hand_force() + to_joints_ * effective_ - params_.friction * speed_) / params_.apparent_mass;
  place_ += kTick * (speed_ + 0.5 * kTick * acceleration);
  speed_ += kTick * acceleration;
  ++ticks_;
}

robot::JointVector SimulatedPort::hand_force() noexcept {
  if (draw_.bernoulli(params_.hand_restlessness * kTick)) {
    goal_ = random_vector(draw_, place_.size(), params_.hand_reach);
    // now and then the target jumps, and with it the force
    if (draw_.bernoulli(0.3)) target_ = goal_;
  }
  target_ += 2 * std::numbers::pi * params_.hand_bandwidth * kTick * (goal_ - target_);
  robot::JointVector force =
      params_.hand_stiffness * (target_ - place_) - params_.hand_damping * speed_;
  // the hand is at the tool, which has no more than three axes
  force.tail(force.size() - std::min<Eigen::Index>(force.size(), 3)).setZero();
  const double norm = force.norm();
  return norm > params_.hand_strength ? (params_.hand_strength / norm * force).eval() : force;
}

}  // namespace tether::test
