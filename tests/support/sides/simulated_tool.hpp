// A device whose tool an opponent has in hand (tool_opponent.hpp) and whose friction, mass and
// gears are not those of its model: n joints that slide or turn without gravity, x = J q with
// constant J,
//   M̃ v⁺ + h D̃ v⁺ = M̃ v + h (τ + Jᵀ W) + p,      Δq = h v⁺
// in steps h of a quarter of a millisecond. p are impulses of dry friction, no more than
// h (c̃ + μ |τ|) at a joint and against its motion: a gear loses a share of what it carries. A
// command waits for an interface as in simulated_port.hpp; the wrench that is measured is the mean
// over the displacement, with an error that somebody chose who wants energy.
#pragma once

#include <optional>

#include "tests/support/sides/tool_opponent.hpp"
#include "tether/robot/joints.hpp"
#include "tether/signals/device_state.hpp"

namespace tether::test {

struct JointLosses {
  robot::JointVector coulomb;  // [N m or N]
  robot::JointVector viscous;  // [N m s/rad or N s/m]
};

struct SimulatedToolParams {
  robot::JointMatrix inertia;  // M̃ as it is [kg m² or kg]
  robot::Jacobian jacobian;    // J, screws about the base origin
  JointLosses losses;          // as they are
  double gear_loss = 0;        // μ
  double force_error = 0;      // of the measured wrench [N]
  double effort_limit = 12;    // of what is asked, per axis [N m or N]
  int ticks_per_exchange = 0;  // of the interface; 0 = commands act at once
  ToolOpponentParams opponent;
};

class SimulatedTool {
 public:
  SimulatedTool(const SimulatedToolParams& params, std::uint64_t seed);

  const signals::DeviceState& read() noexcept;
  void command(const robot::JointVector& effort) noexcept { commanded_ = effort; }
  void advance() noexcept;  // by one tick

  const SimulatedToolParams& params() const noexcept { return params_; }
  robot::JointVector true_velocity() const noexcept { return velocity_; }
  // what the opponent put in so far, as it is [J]
  double put_in() const noexcept { return put_in_; }
  // what the joints' dry and viscous friction took so far, gears included [J]
  double lost() const noexcept { return lost_; }

 private:
  void step(double h) noexcept;
  void rub(double h, const robot::JointMatrix& mobility) noexcept;
  spatial::Vector3 falsified(const spatial::Vector3& force, const spatial::Vector3& moved) noexcept;

  SimulatedToolParams params_;
  RandomDraw draw_;
  ToolOpponent opponent_;
  Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, robot::kMaxJoints> to_tool_;
  robot::JointVector position_, velocity_, impulses_, commanded_, effective_;
  spatial::Vector3 force_sum_ = spatial::Vector3::Zero();
  spatial::Vector3 error_ = spatial::Vector3::Zero();  // a constant one
  bool greedy_;                                        // else the error is constant for a while
  int steps_ = 0, ticks_ = 0;
  double put_in_ = 0, lost_ = 0;
  signals::DeviceState state_;
};

}  // namespace tether::test
