#include "tether/sim/devices/wrench_estimate.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>
#include <fmt/format.h>

#include "tether/core/error.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::sim {
namespace {

using robot::JointVector;
using spatial::Matrix3;
using spatial::Matrix6;
using spatial::Vector3;
using spatial::Vector6;

constexpr double kAngularWeight =
    0.3;  // what an angular row counts, as in inverse kinematics [m/rad]

// inertia of a point of mass m at r
Matrix3 steiner(double m, const Vector3& r) {
  const Matrix3 arm = spatial::tilde(r);
  return -m * arm * arm;
}

// what is left of a link without a point of mass m at p
void take_off(robot::Link& link, double m, const Vector3& p) {
  const double rest = link.mass - m;
  const Vector3 centre = (link.mass * link.centre - m * p) / rest;
  link.inertia += steiner(link.mass, link.centre - centre) - steiner(m, p - centre);
  link.centre = centre;
  link.mass = rest;
}

robot::Chain believed_chain(const robot::Chain& chain, const WrenchEstimateParams& params,
                            RandomGenerator& random) {
  robot::Chain believed = chain;
  robot::Link& last = believed.links[static_cast<std::size_t>(chain.joint_count - 1)];
  if (params.load_mass >= last.mass) {
    throw core::InputError(
        fmt::format("the last link of {} weighs {:.3g} kg: a load of {:.3g} kg cannot be part of "
                    "it and unknown",
                    chain.name, last.mass, params.load_mass));
  }
  take_off(last, params.load_mass, chain.tool * params.load_centre);
  for (int i = 0; i < chain.joint_count; ++i) {
    believed.links[static_cast<std::size_t>(i)].centre +=
        params.centre_error * random.normal3(1).normalized();
  }
  return believed;
}

JointVector drawn(RandomGenerator& random, int count, double deviation) {
  JointVector out(count);
  for (int i = 0; i < count; ++i) out[i] = random.normal(deviation);
  return out;
}

}  // namespace

WrenchEstimate::WrenchEstimate(const robot::Chain& chain, const WrenchEstimateParams& params,
                               std::uint64_t seed)
    : chain_(chain),
      params_(params),
      random_(seed),
      low_pass_({.cutoff = params.cutoff, .sample_time = params.sample_time}) {
  believed_ = believed_chain(chain_, params_, random_);
  offset_ = drawn(random_, chain_.joint_count, params_.torque_offset);
}

JointVector WrenchEstimate::residue(const ArmMotion& motion) noexcept {
  robot::all_terms(chain_, motion.position, motion.velocity, state_);
  robot::all_terms(believed_, motion.position, motion.velocity, model_);
  JointVector torques = offset_ - (state_.bias - model_.bias);
  torques.noalias() -= (state_.mass_matrix - model_.mass_matrix).lazyProduct(motion.acceleration);
  for (int i = 0; i < chain_.joint_count; ++i) {
    torques[i] -= params_.friction * std::tanh(motion.velocity[i] / params_.friction_speed);
  }
  return torques;
}

// (Jᵀ)⁺ τ by the eigenvectors of J Jᵀ, whose eigenvalues are σ²
spatial::Wrench WrenchEstimate::at_tool(const JointVector& torques) const noexcept {
  robot::Jacobian j = robot::tool_point_jacobian(state_);
  j.topRows<3>() *= kAngularWeight;
  const Matrix6 square = j.lazyProduct(j.transpose());
  const Eigen::SelfAdjointEigenSolver<Matrix6> axes(square);
  const double least = params_.smallest_singular_value * params_.smallest_singular_value;
  const Vector6 felt = j.lazyProduct(torques);
  const Vector6 along = axes.eigenvectors().transpose().lazyProduct(felt);
  const Vector6 divided = along.cwiseQuotient(axes.eigenvalues().cwiseMax(least));
  const Vector6 wrench = axes.eigenvectors().lazyProduct(divided);
  return {kAngularWeight * wrench.head<3>(), wrench.tail<3>()};
}

spatial::Wrench WrenchEstimate::update(const ArmMotion& motion,
                                       const spatial::Wrench& external_at_tool) noexcept {
  JointVector torques = residue(motion);
  torques += robot::joint_efforts(
      state_.jacobian, spatial::Wrench::from_point(external_at_tool.torque, external_at_tool.force,
                                                   state_.tool.position));
  const spatial::Wrench estimate = at_tool(torques);
  Vector6 both;
  both << estimate.torque, estimate.force;
  const Vector6& smooth = low_pass_.update(both);
  wrench_ = {smooth.head<3>() + random_.normal3(params_.noise.torque),
             smooth.tail<3>() + random_.normal3(params_.noise.force)};
  return wrench_;
}

}  // namespace tether::sim
