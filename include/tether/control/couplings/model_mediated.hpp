// Model-mediated coupling: over a delay the hand does not feel forces that come late but walls, and
// at once. The follower finds walls as it touches them (contact_finder.hpp) and sends them; the
// leader displays them (wall_display.hpp) and sends the force F_m that the hand presses them with.
// The follower's tool is pulled to where the leader is by a spring and a damper,
//   W = spring(H_setpoint, H_tool) − D v
// with a setpoint that goes no deeper into a wall than a force f needs,
//   depth ≤ f (1/k + c) + e,     ė = g (f − f_measured) / k                                   [m]
//   f = n·F_m                     once the leader displays the wall where it is
//   f = max(n·F_m, f_first)       until then
// so that the world is touched with the force of the hand whatever the delay, and no harder. What
// holds the setpoint back begins where the setpoint is and moves at bounded speeds: a wall that is
// gone is no fall, and one that is found no jerk. A wall that the tool is well inside of, or that ends
// beside it, holds nothing back.
// Over a quick link the direct law is the better one: the share m of the model goes from 1 to 0 and
// back as the round trip passes two bounds, over a while,
//   F_leader = m F_walls + (1 − m) λ F_measured
// and walls are displayed where they would give the force that is felt (`coupling.kind = "auto"`).
// Hannaford, IEEE T-RA 5(4), 1989; Mitra & Niemeyer, Int. J. Robotics Research 27(2), 2008; Passenberg,
// Peer & Buss, Mechatronics 20(7), 2010.
#pragma once

#include "tether/control/couplings/pose_controller.hpp"
#include "tether/control/couplings/workspace_port.hpp"
#include "tether/control/environment/contact_finder.hpp"
#include "tether/control/environment/wall_display.hpp"
#include "tether/control/estimators/low_pass.hpp"

namespace tether::control {

// when to go by the model
struct ModelShareParams {
  double direct_below = 0;    // round trip under which force is reflected; 0 = never [s]
  double model_above = 0;     // and over which the model counts [s]
  double change = 1;          // time to go over [s]
  double sample_time = 1e-3;  // [s]
};

class ModelShare {
 public:
  explicit ModelShare(const ModelShareParams& params) noexcept : params_(params) {}
  // m, 0 to 1
  double update(bool known, double round_trip) noexcept;

 private:
  ModelShareParams params_;
  bool direct_ = false;
  double share_ = 1;
};

// which slot a sample carries: every one of them comes by, whatever part of the samples is sent
class SlotOrder {
 public:
  int next() noexcept;

 private:
  std::uint32_t state_ = 1;
};

struct ModelMediatedLeaderParams {
  LeaderPortParams port;
  double force_scale = 1;  // λ
  ModelShareParams share;
  WallDisplayParams display;
};

class ModelMediatedLeader final : public Coupling {
 public:
  explicit ModelMediatedLeader(const ModelMediatedLeaderParams& params) noexcept;
  CouplingOutput update(const CouplingInput& in) noexcept override;

 private:
  LeaderPort port_;
  double force_scale_;
  ModelShare share_;
  WallDisplay display_;
  SlotOrder order_;
};

struct ModelMediatedFollowerParams {
  PoseControllerParams controller;
  WorkspaceMapParams map;
  double force_scale = 1;  // λ
  double first_force = 4;  // f_first [N]
  double integral = 4;     // g [1/s]
  double deepest = 0.01;   // |e| at most [m]
  double yield = 0.1;      // speed at which the setpoint is let go [m/s]
  double retreat = 1;      // and at which it is drawn out of a wall [m/s]
  double inside = 0.01;    // depth of a tool that shows that there is no wall [m]
  ModelShareParams share;
  ContactFinderParams finder;
  LowPassParams measured;  // of the force that is reflected directly
};

class ModelMediatedFollower final : public Coupling {
 public:
  explicit ModelMediatedFollower(const ModelMediatedFollowerParams& params) noexcept;
  CouplingOutput update(const CouplingInput& in) noexcept override;
  void take_over(const CouplingOutput& last) noexcept override;

 private:
  // what keeps the setpoint out of one wall
  struct Hold {
    bool acts = false;
    int generation = 0;  // of the wall
    double depth = 0;    // to which it may go [m]
    double further = 0;  // e [m]
    ContactPlane shown;  // as the leader displays it, base frame
  };

  double stiffness() const noexcept { return params_.controller.stiffness.translation(0, 0); }
  double wanted_force(int slot, const spatial::Vector3& pressed) const noexcept;
  bool stands(int slot, const CouplingInput& in, const spatial::Vector3& goal) const noexcept;
  void update_hold(int slot, bool stands, double force, const CouplingInput& in,
                   const spatial::Vector3& goal) noexcept;
  void receive_shown(const ContactPlane& shown) noexcept;
  void hold_back(const CouplingInput& in, double share, CouplingOutput& out) noexcept;
  ContactPlane as_sent(const ContactPlane& plane) const noexcept;

  ModelMediatedFollowerParams params_;
  FollowerPort port_;
  PoseController controller_;
  ModelShare share_;
  ContactFinder finder_;
  SlotOrder order_;
  LowPass<spatial::Wrench> measured_;
  std::array<Hold, kContactPlanes> holds_;
  bool held_ = false;         // there was a setpoint
  spatial::Vector3 setpoint_ = spatial::Vector3::Zero();  // of the tick before, as it was held [m]
};

}  // namespace tether::control
