// Two devices whose energy is counted at their tools, each with the product's own port, a passivity
// layer and friction compensation, joined by an emulated link and drawn from one seed: what
// joined_ports.hpp is for motors, with opponents at both tools and devices that are not as their
// models say.
#pragma once

#include "tests/support/sides/joined_ports.hpp"
#include "tests/support/sides/simulated_tool.hpp"
#include "tether/control/compensation/friction_compensation.hpp"
#include "tether/teleop/joint_motion.hpp"
#include "tether/teleop/outside.hpp"
#include "tether/teleop/tool_port.hpp"

namespace tether::test {

struct JoinedToolParams {
  SimulatedToolParams device;
  robot::JointMatrix inertia;      // M as the model has it
  passivity::RefundParams refund;  // with the friction of the model
  double compensation = 0;         // share of the model's friction
  double store = 0;                // that the account begins with, at the device [J]
  double joint_damping = 0;        // [N m s/rad or N s/m]
  Asking asks = Asking::spring;
};

struct JoinedToolsParams {
  JoinedToolParams leader, follower;
  double stiffness = 500;  // of the spring between them [N/m]
  double force_scale = 1;  // λ
  double noise = 0.5;      // part of the effort limit
  link::EmulatedLinkParams link;
};

// How wrong a model may be: as the refund's parameters state, or worse.
struct ModelErrors {
  bool measured = true;       // the wrench is
  double force_error = 0;     // of it [N]
  double least_friction = 0;  // times the model's
  double most_friction = 2;
  double inertia = 0.1;
};
JoinedToolsParams random_joined_tools(RandomDraw& draw, double duration, const ModelErrors& errors);

class JoinedTools {
 public:
  JoinedTools(const JoinedToolsParams& params, const LayerFactory& make, std::uint64_t seed);

  // one tick of either side, then of the physics
  void tick() noexcept;

  const passivity::Monitor& monitor() const noexcept { return monitor_; }
  double stored() const noexcept;
  // what errors of the wrench may hide [J]
  double uncertain() const noexcept;
  // what really came in at both tools, counted as the leader does [J]
  double put_in() const noexcept;
  // the lesser level of both accounts [J]
  double level() const noexcept;
  double received() const noexcept { return follower_.layer->report().received; }
  double refunded() const noexcept {
    return leader_.tick.outside.refunded + follower_.tick.outside.refunded;
  }

 private:
  struct Side {
    Side(const JoinedToolParams& params, double scale, std::uint64_t seed, link::Endpoint& end);

    const JoinedToolParams& params;
    SimulatedTool device;
    std::unique_ptr<passivity::Layer> layer;
    teleop::JointMotion motion;
    teleop::Outside outside;
    teleop::ToolPort port;
    control::FrictionCompensation compensation;
    link::Endpoint& endpoint;
    robot::ChainState kinematics;
    signals::Tick tick;
  };
  void fill(Side& side, double scale, passivity::Role role, const LayerFactory& make);
  void measure(Side& side) noexcept;
  void tick(Side& side, passivity::Role role) noexcept;

  JoinedToolsParams params_;
  RandomDraw draw_;
  link::EmulatedLink link_;
  Side leader_, follower_;
  passivity::Monitor monitor_;
  int ticks_ = 0;
};

}  // namespace tether::test
