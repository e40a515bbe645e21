// Driving a platform as one drives a car: how far the handle is from its centre says how fast the
// platform goes and turns. With the handle at (x, y, z) from the centre, x to the right, y up, z
// towards the person:
//   ẋ = −k1 z where |z| > dead zone, else 0                                                 [m/s]
//   θ̇ = −k2 x where |x| > dead zone, else 0       (x to the right turns to the right)     [rad/s]
//   F_leader = −K_p e − K_d (e_k − e_{k−1})        centring, per tick                          [N]
// Letting go brings the handle to its centre and the platform to rest. At the follower three
// velocity controllers make the platform follow (platform_control.hpp); it brakes when nothing is
// received, and when its scanner is silent. The platform has a supply of its own, so that there is
// no account between hand and wheels; what the hand feels of obstacles is passive by itself
// (assist/obstacles/obstacle_force.hpp).
// The figures: spec 2, motion mapping; they are those of a Novint Falcon and a ropod.
#pragma once

#include "tether/control/couplings/workspace_port.hpp"
#include "tether/control/platform/platform_control.hpp"

namespace tether::control {

struct DriveLeaderParams {
  LeaderPortParams port;
  double forward_gain = 28;       // k1 [1/s]
  double turn_gain = 10;          // k2 [rad/(s m)]
  double dead_zone = 0.005;       // of pushing [m]
  double turn_dead_zone = 0.005;  // of steering [m]
  double centring = 55;           // K_p [N/m]
  double centring_damping = 0.2;  // K_d [N/m per tick]
  double max_speed = 1.2;         // [m/s]
  double max_turn = 1.0;          // [rad/s]
};

class DriveLeader final : public Coupling {
 public:
  explicit DriveLeader(const DriveLeaderParams& params) noexcept
      : port_(params.port), params_(params) {}
  CouplingOutput update(const CouplingInput& in) noexcept override;

 private:
  LeaderPort port_;
  DriveLeaderParams params_;
  bool started_ = false;
  spatial::Vector3 before_ = spatial::Vector3::Zero();  // e of the tick before [m]
};

struct DriveFollowerParams {
  WorkspaceMapParams map;
  PlatformControlParams control;
};

class DriveFollower final : public Coupling {
 public:
  // throws core::InputError for what no linear controller can be
  explicit DriveFollower(const DriveFollowerParams& params)
      : port_(params.map), control_(params.control) {}
  CouplingOutput update(const CouplingInput& in) noexcept override;

 private:
  FollowerPort port_;
  PlatformControl control_;
};

}  // namespace tether::control
