// The force that the hand feels although the follower touches nothing: what the leader's motors put
// on the tool, which is the force on the hand less what the motion of the device itself needs,
//   Jᵀ w = τ_acted − τ_inertia,   phantom force = |force of w|                               [N]
// (τ_inertia: what compensates the device's own inertia). A tick counts when the follower touched
// nothing from one round trip before it to one round trip after it, so that neither a late force
// nor an early one is taken for a phantom.
#pragma once

#include <optional>
#include <vector>

#include "tether/robot/chain.hpp"
#include "tether/robot/kinematics.hpp"
#include "tether/scenario/scenario.hpp"
#include "tether/signals/tick.hpp"

namespace tether::report {

class PhantomForce {
 public:
  explicit PhantomForce(const scenario::Scenario& scenario);

  // a stretch of time that a mean is wanted of [s]
  void watch(double from, double to) { windows_.push_back({from, to}); }
  void update(const signals::Tick& leader, const signals::Tick& follower) noexcept;

  // of the window that was watched as the i-th; none when there was no such tick
  std::optional<double> mean(std::size_t i) const noexcept;  // [N]

 private:
  struct Window {
    double from = 0, to = 0;
    double sum = 0;
    std::size_t count = 0;
    void add(double time, double force) noexcept;
  };
  struct Felt {
    double time = 0, force = 0;
  };

  double motor_force(const signals::Tick& leader) noexcept;

  robot::Chain chain_;
  robot::ChainState kinematics_;
  bool applies_ = false;
  std::vector<Felt> waiting_;  // a ring: not yet known whether a contact comes within a round trip
  std::size_t first_ = 0, held_ = 0;
  double touched_ = -1e9;  // last time [s]
  std::vector<Window> windows_;
};

}  // namespace tether::report
