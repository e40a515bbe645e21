#include "tether/report/metrics/phantom_force.hpp"

#include <algorithm>
#include <cmath>

#include "tether/session/assemble/assemble.hpp"

namespace tether::report {
namespace {

constexpr double kTouch = 0.5;           // a force below it is no contact [N]
constexpr double kLongestRoundTrip = 5;  // that is waited for [s]
constexpr double kSingular = 1e-9;       // of J Jᵀ

}  // namespace

void PhantomForce::Window::add(double time, double force) noexcept {
  if (time < from || time >= to) return;
  sum += force;
  ++count;
}

PhantomForce::PhantomForce(const scenario::Scenario& scenario)
    : chain_(session::leader_chain(scenario)),
      // somebody must feel it; a hand that drives, or touches a simulation, feels what is displayed
      applies_(scenario.leader.kind == scenario::LeaderParams::Kind::held &&
               scenario.coupling.kind != control::CouplingKind::drive &&
               scenario.coupling.kind != control::CouplingKind::force_position) {
  if (applies_) {
    waiting_.resize(static_cast<std::size_t>(std::lround(kLongestRoundTrip * scenario.rate)) + 1);
  }
}

// least squares of Jᵀ w = τ about the tool; a device of fewer than six joints gives no torque
double PhantomForce::motor_force(const signals::Tick& leader) noexcept {
  const robot::JointVector& acted = leader.measured.applied;
  if (acted.size() != chain_.joint_count) return 0;
  robot::jacobian(chain_, leader.measured.position, kinematics_);
  const auto& jacobian = kinematics_.jacobian;
  const Eigen::Index n = jacobian.cols();
  robot::JointVector effort = acted;
  if (leader.inertia.size() == n) effort -= leader.inertia;

  // screws about the base origin → linear velocity of the tool
  const spatial::Vector3& at = kinematics_.tool.position;
  robot::Jacobian moved = jacobian;
  for (Eigen::Index i = 0; i < n; ++i) {
    const spatial::Vector3 angular = jacobian.col(i).head<3>();
    moved.col(i).tail<3>() += angular.cross(at);
  }
  if (n < 6) {
    const auto linear = moved.bottomRows<3>();
    spatial::Matrix3 square = linear * linear.transpose();
    square.diagonal().array() += kSingular;
    return square.ldlt().solve(linear * effort).norm();
  }
  Eigen::Matrix<double, 6, 6> square = moved * moved.transpose();
  square.diagonal().array() += kSingular;
  const Eigen::Matrix<double, 6, 1> wrench = square.ldlt().solve(moved * effort);
  return wrench.tail<3>().norm();
}

void PhantomForce::update(const signals::Tick& leader, const signals::Tick& follower) noexcept {
  if (!applies_ || leader.origin != signals::TickOrigin::made) return;
  const double now = core::seconds(leader.time);
  const double known = leader.quality.known ? leader.quality.round_trip : 0;
  const double round_trip = std::clamp(known, 0.0, kLongestRoundTrip);
  if (follower.measured.external_at_tool.force.norm() > kTouch) {
    touched_ = now;
    held_ = 0;
    return;
  }
  const auto release = [&] {
    const Felt& felt = waiting_[first_];
    for (Window& w : windows_) w.add(felt.time, felt.force);
    first_ = (first_ + 1) % waiting_.size();
    --held_;
  };
  while (held_ > 0 && waiting_[first_].time < now - round_trip) release();
  if (now - touched_ <= round_trip) return;
  if (held_ == waiting_.size()) release();
  waiting_[(first_ + held_) % waiting_.size()] = {now, motor_force(leader)};
  ++held_;
}

// what still waits at the end was not followed by a contact
std::optional<double> PhantomForce::mean(std::size_t i) const noexcept {
  Window w = windows_[i];
  for (std::size_t k = 0; k < held_; ++k) {
    const Felt& felt = waiting_[(first_ + k) % waiting_.size()];
    w.add(felt.time, felt.force);
  }
  if (w.count == 0) return std::nullopt;
  return w.sum / static_cast<double>(w.count);
}

}  // namespace tether::report
