#include "tether/robot/chain.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "tether/core/error.hpp"

namespace tether::robot {
namespace {

using spatial::Matrix3;
using spatial::Vector3;

constexpr double kUnitTolerance = 1e-9;

bool is_rotation(const Matrix3& r) {
  return (r * r.transpose() - Matrix3::Identity()).norm() < kUnitTolerance && r.determinant() > 0;
}

void require(bool holds, const Chain& chain, std::string_view part, std::string_view what) {
  if (!holds) throw core::InputError(fmt::format("robot {}: {}: {}", chain.name, part, what));
}

void check_joint(const Chain& chain, const Joint& joint) {
  require(std::abs(joint.axis.norm() - 1) < kUnitTolerance, chain, joint.name,
          "the axis is not a unit vector");
  require(is_rotation(joint.placement.rotation) && joint.placement.position.allFinite(), chain,
          joint.name, "the placement is not a pose");
  require(joint.lower <= joint.upper, chain, joint.name,
          fmt::format("lower limit {} is above upper limit {}", joint.lower, joint.upper));
  require(joint.max_speed >= 0 && joint.max_effort >= 0 && joint.armature >= 0, chain, joint.name,
          "max_speed, max_effort and armature must not be negative");
  require(joint.coulomb >= 0 && joint.viscous >= 0, chain, joint.name,
          "friction must not be negative");
}

void check_link(const Chain& chain, const Joint& joint, const Link& link) {
  require(std::isfinite(link.mass) && link.mass >= 0, chain, joint.name,
          fmt::format("mass {} kg of its link must not be negative", link.mass));
  require(link.centre.allFinite() && link.inertia.allFinite(), chain, joint.name,
          "centre of mass or inertia of its link is not finite");
}

// P exp(ã q) = P a aᵀ + cos(q) P (1 − a aᵀ) + sin(q) P ã
JointMotion motion_of(const Joint& joint) {
  const Matrix3& p = joint.placement.rotation;
  JointMotion motion;
  motion.offset = joint.placement.position;
  if (joint.type == JointType::prismatic) {
    motion.constant = p;
    motion.slide = p * joint.axis;
    return motion;
  }
  const Matrix3 along = joint.axis * joint.axis.transpose();
  motion.constant = p * along;
  motion.cosine = p * (Matrix3::Identity() - along);
  motion.sine = p * spatial::tilde(joint.axis);
  return motion;
}

}  // namespace

void prepare(Chain& chain) {
  require(chain.joint_count >= 1 && chain.joint_count <= kMaxJoints, chain, "joints",
          fmt::format("has {}, can have 1 to {}", chain.joint_count, kMaxJoints));
  require(is_rotation(chain.tool.rotation) && chain.tool.position.allFinite(), chain, "tool",
          "the frame is not a pose");
  require(is_rotation(chain.base.rotation) && chain.base.position.allFinite(), chain, "base",
          "the frame is not a pose");
  require(chain.gravity.allFinite(), chain, "gravity", "is not finite");
  for (std::size_t i = 0; i < static_cast<std::size_t>(chain.joint_count); ++i) {
    check_joint(chain, chain.joints[i]);
    check_link(chain, chain.joints[i], chain.links[i]);
    chain.motions[i] = motion_of(chain.joints[i]);
  }
}

bool can_turn(const Chain& chain) noexcept {
  return std::any_of(chain.joints.begin(), chain.joints.begin() + chain.joint_count,
                     [](const Joint& joint) { return joint.type == JointType::revolute; });
}

namespace {

JointVector of_joints(const Chain& chain, double Joint::*figure) noexcept {
  JointVector figures(chain.joint_count);
  for (int i = 0; i < chain.joint_count; ++i) {
    figures[i] = chain.joints[static_cast<std::size_t>(i)].*figure;
  }
  return figures;
}

}  // namespace

JointVector lower_limits(const Chain& chain) noexcept { return of_joints(chain, &Joint::lower); }
JointVector upper_limits(const Chain& chain) noexcept { return of_joints(chain, &Joint::upper); }
JointVector coulomb_friction(const Chain& chain) noexcept {
  return of_joints(chain, &Joint::coulomb);
}
JointVector viscous_friction(const Chain& chain) noexcept {
  return of_joints(chain, &Joint::viscous);
}

}  // namespace tether::robot
