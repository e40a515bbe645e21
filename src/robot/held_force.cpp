#include "tether/robot/held_force.hpp"

#include <algorithm>
#include <cmath>

#include "tether/robot/kinematics.hpp"

namespace tether::robot {
namespace {

constexpr double kUnlimited = std::numeric_limits<double>::infinity();
// a lever that is none but for rounding [m or 1]
constexpr double kNoLever = 1e-9;

// largest F ≥ 0 with |g + F u| ≤ n, for |g| ≤ n
double up_to_norm(const JointVector& carried, const JointVector& per_unit, double norm) noexcept {
  const double square = per_unit.squaredNorm();
  if (std::isinf(norm) || square < kNoLever * kNoLever) return kUnlimited;
  const double half = carried.dot(per_unit);
  const double rest = norm * norm - carried.squaredNorm();
  return (std::sqrt(half * half + square * rest) - half) / square;
}

double held(const HoldingRatings& ratings, const JointVector& per_unit) noexcept {
  const JointVector carried =
      ratings.carried.size() > 0 ? ratings.carried : JointVector::Zero(per_unit.size()).eval();
  if (carried.norm() > ratings.norm) return 0;
  double most = up_to_norm(carried, per_unit, ratings.norm);
  for (Eigen::Index i = 0; i < per_unit.size(); ++i) {
    const double rating = ratings.max_effort[i];
    if (std::abs(carried[i]) > rating) return 0;
    if (std::isinf(rating) || std::abs(per_unit[i]) < kNoLever) continue;
    // what is left to the rating in the sense in which this load goes
    const double left = rating - (per_unit[i] > 0 ? carried[i] : -carried[i]);
    most = std::min(most, left / std::abs(per_unit[i]));
  }
  return most;
}

}  // namespace

double held_force(const ChainState& state, const HoldingRatings& ratings,
                  const spatial::Vector3& direction) noexcept {
  return held(ratings,
              joint_efforts(state.jacobian, {state.tool.position.cross(direction), direction}));
}

double held_torque(const ChainState& state, const HoldingRatings& ratings,
                   const spatial::Vector3& direction) noexcept {
  return held(ratings, joint_efforts(state.jacobian, {direction, spatial::Vector3::Zero()}));
}

}  // namespace tether::robot
