#include "tether/control/trajectories/quintic.hpp"

namespace tether::control {

Quintic::Quintic(const MotionState& from, const MotionState& to, double duration) noexcept
    : duration_(duration),
      c0_(from.position),
      c1_(duration * from.velocity),
      c2_(0.5 * duration * duration * from.acceleration) {
  const spatial::Vector3 d = to.position - c0_ - c1_ - c2_;
  const spatial::Vector3 e = duration * to.velocity - c1_ - 2 * c2_;
  const spatial::Vector3 f = duration * duration * to.acceleration - 2 * c2_;
  c3_ = 10 * d - 4 * e + 0.5 * f;
  c4_ = -15 * d + 7 * e - f;
  c5_ = 6 * d - 3 * e + 0.5 * f;
}

MotionState Quintic::at(double t) const noexcept {
  const double s = t / duration_;
  return {c0_ + s * (c1_ + s * (c2_ + s * (c3_ + s * (c4_ + s * c5_)))),
          (c1_ + s * (2 * c2_ + s * (3 * c3_ + s * (4 * c4_ + s * 5 * c5_)))) / duration_,
          (2 * c2_ + s * (6 * c3_ + s * (12 * c4_ + s * 20 * c5_))) / (duration_ * duration_)};
}

}  // namespace tether::control
