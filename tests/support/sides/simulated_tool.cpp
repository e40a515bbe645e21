#include "tests/support/sides/simulated_tool.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>

#include "tests/support/sides/simulated_port.hpp"

namespace tether::test {

using spatial::Vector3;

SimulatedTool::SimulatedTool(const SimulatedToolParams& params, std::uint64_t seed)
    : params_(params), draw_(seed), opponent_(params.opponent, draw_.bits()) {
  const auto n = params.inertia.rows();
  to_tool_ = params.jacobian.bottomRows<3>();
  position_ = velocity_ = impulses_ = commanded_ = effective_ = robot::JointVector::Zero(n);
  greedy_ = draw_.bernoulli(0.5);
  state_.position = state_.applied = position_;
}

const signals::DeviceState& SimulatedTool::read() noexcept {
  const int ticks = params_.ticks_per_exchange;
  if (ticks > 0 && ticks_ % ticks != 0) return state_;
  state_.applied = effective_;
  if (ticks > 0) effective_ = commanded_;
  const Vector3 moved = to_tool_ * (position_ - state_.position);
  state_.position = position_;
  if (steps_ > 0) state_.external_at_tool.force = falsified(force_sum_ / steps_, moved);
  force_sum_.setZero();
  steps_ = 0;
  return state_;
}

Vector3 SimulatedTool::falsified(const Vector3& force, const Vector3& moved) noexcept {
  if (greedy_) {
    const double way = moved.norm();
    return way > 0 ? (force + params_.force_error / way * moved).eval() : force;
  }
  if (draw_.bernoulli(0.01)) {
    const Vector3 any(draw_.between(-1, 1), draw_.between(-1, 1), draw_.between(-1, 1));
    error_ = params_.force_error * any.normalized();
  }
  return force + error_;
}

void SimulatedTool::advance() noexcept {
  constexpr int kSteps = 4;
  if (params_.ticks_per_exchange == 0) effective_ = commanded_;
  for (int i = 0; i < kSteps; ++i) step(kTick / kSteps);
  ++ticks_;
}

void SimulatedTool::step(double h) noexcept {
  const Vector3 force = opponent_.update(h, to_tool_ * position_, to_tool_ * velocity_);
  robot::JointMatrix mass = params_.inertia;
  mass.diagonal() += h * params_.losses.viscous;
  const Eigen::LLT<robot::JointMatrix> factor(mass);
  const auto n = mass.rows();
  const robot::JointMatrix mobility = factor.solve(robot::JointMatrix::Identity(n, n));
  const robot::JointVector pushed = effective_ + to_tool_.transpose() * force;
  velocity_ = mobility * (params_.inertia * velocity_ + h * pushed);
  rub(h, mobility);
  const robot::JointVector moved = h * velocity_;
  position_ += moved;
  put_in_ += force.dot(to_tool_ * moved);
  lost_ += params_.losses.viscous.dot(velocity_.cwiseAbs2()) * h - impulses_.dot(velocity_);
  force_sum_ += force;
  ++steps_;
}

// dry friction of all joints at once, by Gauss and Seidel from the impulses of the step before
void SimulatedTool::rub(double h, const robot::JointMatrix& mobility) noexcept {
  velocity_ += mobility * impulses_;
  for (int sweep = 0; sweep < 20; ++sweep) {
    for (Eigen::Index i = 0; i < impulses_.size(); ++i) {
      const double most =
          h * (params_.losses.coulomb[i] + params_.gear_loss * std::abs(effective_[i]));
      const double stopping = impulses_[i] - velocity_[i] / mobility(i, i);
      const double impulse = std::clamp(stopping, -most, most);
      velocity_ += (impulse - impulses_[i]) * mobility.col(i);
      impulses_[i] = impulse;
    }
  }
}

}  // namespace tether::test
