#include "tether/guard/limits/tool_speed_limit.hpp"

#include <algorithm>
#include <cmath>

namespace tether::guard {
namespace {

using robot::JointVector;
using spatial::Vector3;

// at most `most` of an acceleration along `efforts`
struct Barrier {
  JointVector efforts;  // j of a unit force or moment along the motion
  double speed = 0;
  double most = 0;     // κ (v_max − v)
  double excess = -1;  // jᵀM⁻¹τ − most
};

Barrier barrier(const DeviceView& view, const JointVector& push, const Vector3& velocity,
                bool angular, double bound, double approach) noexcept {
  Barrier b;
  b.speed = velocity.norm();
  b.most = approach * (bound - b.speed);
  // a tool at rest has no direction, and is far from any limit
  if (b.speed <= 1e-3 * bound) return b;
  const Vector3 n = velocity / b.speed;
  const spatial::Wrench unit =
      angular ? spatial::Wrench{n, Vector3::Zero()}
              : spatial::Wrench::from_point(Vector3::Zero(), n, view.tool.position);
  b.efforts = view.jacobian.transpose() * unit.vector();
  b.excess = b.efforts.dot(push) - b.most;
  return b;
}

// sizes of the two corrections, not negative, after which neither excess is positive
struct Pair {
  double a = 0;
  double b = 0;
};
Pair corrections(double excess_a, double excess_b, double aa, double ab, double bb) noexcept {
  const double only_a = std::max(excess_a, 0.0) / aa;
  const double only_b = std::max(excess_b, 0.0) / bb;
  if (excess_a > 0 && excess_b - ab * only_a <= 0) return {only_a, 0};
  if (excess_b > 0 && excess_a - ab * only_b <= 0) return {0, only_b};
  const double determinant = aa * bb - ab * ab;
  return {(bb * excess_a - ab * excess_b) / determinant,
          (aa * excess_b - ab * excess_a) / determinant};
}

// the largest s in [0, 1] with |s own + other| ≤ bound; where there is none, the one that leaves
// least
double share_within(const Vector3& own, const Vector3& other, double bound) noexcept {
  const double a = own.squaredNorm();
  const double b = own.dot(other);
  const double c = other.squaredNorm() - bound * bound;
  if (!std::isfinite(a + b + c)) return 0;
  if (a + 2 * b + c <= 0 || a == 0) return 1;
  const double discriminant = b * b - a * c;
  if (discriminant < 0) return std::clamp(-b / a, 0.0, 1.0);
  return std::clamp((-b + std::sqrt(discriminant)) / a, 0.0, 1.0);
}

}  // namespace

void ToolSpeedLimit::brake(const DeviceView& view, const robot::InertiaFactor& inertia,
                           JointVector& effort, JointVector& push) const noexcept {
  const Vector3 velocity = view.twist.velocity_at(view.tool.position);
  const Barrier a = barrier(view, push, velocity, false, params_.linear_speed, params_.approach);
  const Barrier b =
      barrier(view, push, view.twist.angular, true, params_.angular_speed, params_.approach);
  if (a.excess <= 0 && b.excess <= 0) return;

  const JointVector zero = JointVector::Zero(effort.size());
  const JointVector ja = a.efforts.size() > 0 ? a.efforts : zero;
  const JointVector jb = b.efforts.size() > 0 ? b.efforts : zero;
  const JointVector wa = inertia.push(ja);
  const JointVector wb = inertia.push(jb);
  const Pair size = corrections(a.excess, b.excess, ja.dot(wa), ja.dot(wb), jb.dot(wb));
  effort -= size.a * ja + size.b * jb;
  // asked again rather than corrected: what rounding left in the effort counts as well
  push = inertia.push(effort);

  // motions that cannot be distinguished, or cannot be stopped, leave the effort no right to act
  const auto holds = [&push](const Barrier& x, const JointVector& j) {
    const double rounding = 1e-9 * (std::abs(x.most) + std::abs(x.excess));
    return j.dot(push) <= std::max(x.most, 0.0) + rounding;
  };
  if (!(size.a >= 0 && size.b >= 0 && holds(a, ja) && holds(b, jb))) effort.setZero();
}

double ToolSpeedLimit::acceleration_share(const DeviceView& view, const JointVector& push,
                                          const JointVector& loaded) const noexcept {
  const auto own = spatial::Twist::from_vector(view.jacobian * push);
  spatial::Twist other;
  if (loaded.size() > 0) other = spatial::Twist::from_vector(view.jacobian * loaded);
  const Vector3& p = view.tool.position;
  return std::min(
      share_within(own.velocity_at(p), other.velocity_at(p), params_.linear_acceleration),
      share_within(own.angular, other.angular, params_.angular_acceleration));
}

Guarded ToolSpeedLimit::update(const DeviceView& view, const robot::InertiaFactor& inertia,
                               const JointVector& effort, const JointVector& load) const noexcept {
  Guarded out{.effort = effort};
  JointVector push = inertia.push(effort);
  const bool finite = effort.allFinite() && push.allFinite() && inertia.valid() &&
                      view.twist.angular.allFinite() && view.twist.linear.allFinite();
  if (finite) {
    brake(view, inertia, out.effort, push);
    const bool known = load.size() == effort.size() && load.allFinite();
    const JointVector loaded = known ? inertia.push(load) : JointVector();
    out.effort *= acceleration_share(view, push, loaded);
  }
  if (!finite || !out.effort.allFinite()) {
    out.effort.setZero();
    out.refused = true;
    return out;
  }
  out.amount = change(effort, out.effort);
  return out;
}

}  // namespace tether::guard
