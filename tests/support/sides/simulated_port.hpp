// A device port that is quick enough to run by the ten thousand: a tool of apparent mass m_a that a
// hand pushes about, moved by n joints with mass matrix M. In the coordinates
//   z = M^½ q / √m_a      m_a z̈ = F_hand + B τ − d ż,      B = √m_a M^−½
// the joints are those of a handle when M = m_a I. The hand is a spring and damper to where it
// wants to be, never stronger than `hand_strength`. A command acts at once, as in
// sim::SimulatedHandle, or waits for the interface, as in sim::SimulatedArm: between two interface
// ticks the position repeats, and what is measured as applied is what acted since the position
// before.
#pragma once

#include <memory>

#include "tests/support/random/random_draw.hpp"
#include "tether/control/estimators/velocity_estimator.hpp"
#include "tether/passivity/layer.hpp"
#include "tether/passivity/port_motion.hpp"

namespace tether::test {

inline constexpr double kTick = 1e-3;  // [s]

struct SimulatedPortParams {
  robot::JointMatrix inertia;    // M [kg m² or kg]
  double apparent_mass = 0.3;    // m_a [kg]
  double friction = 1;           // d [N s/m]
  double effort_limit = 12;      // of what is asked, per axis [N m or N]
  int ticks_per_exchange = 0;    // of the interface; 0 = commands act at once
  bool state_variable = false;   // else finite difference
  double hand_stiffness = 300;   // [N/m]
  double hand_damping = 8;       // [N s/m]
  double hand_strength = 20;     // [N]
  double hand_reach = 0.1;       // how far the hand's target moves [m]
  double hand_bandwidth = 2;     // of its motion [Hz]
  double hand_restlessness = 2;  // sudden changes of mind per second
};

// a handle: three sliding axes at most, 0.2 to 0.5 kg, 12 N
SimulatedPortParams random_handle(RandomDraw& draw);
// an arm: up to seven joints, eigenvalues of M 0.02 to 3 kg m², 4 N m, a tool of 1 to 5 kg
SimulatedPortParams random_arm(RandomDraw& draw);

class SimulatedPort {
 public:
  SimulatedPort(const SimulatedPortParams& params, std::uint64_t seed);

  // the port at this tick, as the layer sees it
  const passivity::Port& read() noexcept;
  const passivity::Port& last() const noexcept { return port_; }  // as it was read
  void command(const robot::JointVector& effort) noexcept { commanded_ = effort; }
  void advance() noexcept;  // by one tick

  const SimulatedPortParams& params() const noexcept { return params_; }
  passivity::PortMotionParams motion_params() const noexcept;
  robot::JointVector true_velocity() const noexcept { return to_joints_ * speed_; }

 private:
  robot::JointVector hand_force() noexcept;

  SimulatedPortParams params_;
  RandomDraw draw_;
  robot::JointMatrix to_joints_;                      // B
  robot::JointVector place_, speed_, target_, goal_;  // z, ż, the hand's target and where it goes
  robot::JointVector commanded_, effective_;
  std::unique_ptr<control::VelocityEstimator> estimator_;
  passivity::Port port_;
  int ticks_ = 0;
};

}  // namespace tether::test
