// Lets a device go and takes hold of it again without a jolt: a share of the effort that is eased
// out and in. A device that does not rest by being let go, such as a vehicle, is braked first; one
// that does not come to rest is let go in the end.
#pragma once

#include "tether/control/engagement/ease.hpp"
#include "tether/robot/joints.hpp"

namespace tether::teleop {

struct ReleaseParams {
  bool brake_before_release = false;
  double rate = 1000;          // of ticks [Hz]
  int ticks = 100;             // to let go or to take hold again
  double longest_braking = 2;  // [s]
  double standstill = 0.01;    // slower is at rest [m/s or rad/s]
};

class Release {
 public:
  explicit Release(const ReleaseParams& params) noexcept : params_(params) {}

  // Once per tick. Velocity: of the tick before; able: the device can be braked.
  void update(bool rest, bool able, const robot::JointVector& velocity) noexcept {
    const double step = 1.0 / params_.ticks;
    if (!rest) {
      braking_ = 0;
      share_.up(step);
    } else if (!(params_.brake_before_release && able && rolling(velocity))) {
      share_.down(step);
    }
  }

  bool gone() const noexcept { return share_.none(); }
  bool held() const noexcept { return share_.full(); }
  double share() const noexcept { return share_.share(); }

 private:
  bool rolling(const robot::JointVector& velocity) noexcept {
    if (velocity.cwiseAbs().maxCoeff() < params_.standstill) return false;
    return ++braking_ < static_cast<int>(params_.longest_braking * params_.rate);
  }

  ReleaseParams params_;
  control::Ease share_{1};
  int braking_ = 0;  // ticks since it was asked to rest and still rolls
};

}  // namespace tether::teleop
