// What a simulated person wants of their hand, moment by moment, given what reaches their senses.
// A scripted intention follows a trajectory with closed eyes; those of the tasks watch the
// follower's tool and decide.
#pragma once

#include <memory>

#include "tether/control/trajectories/trajectory.hpp"
#include "tether/core/time.hpp"
#include "tether/spatial/pose.hpp"

namespace tether::sim {

// what is there to be sensed at this moment; how late and how well is the person's own affair
struct Senses {
  // follower's tool: position in the leader's workspace [m], orientation in base axes. As late as
  // the link makes it, unless the person stands beside the robot (operator.sees).
  spatial::Pose tool;
  spatial::Vector3 felt = spatial::Vector3::Zero();           // force of the handle on the hand [N]
  spatial::Vector3 hand = spatial::Vector3::Zero();           // the person's own hand: position [m]
  spatial::Vector3 hand_velocity = spatial::Vector3::Zero();  // [m/s]
};

class Intention {
 public:
  virtual ~Intention() = default;
  // where the hand rests before anything happens [m]
  virtual spatial::Vector3 start() const noexcept = 0;
  // where the hand is wanted at `now`; called in order of time, every dt [s]
  virtual control::PointState update(core::Time now, double dt, const Senses& senses) noexcept = 0;
  // nothing is left to be done
  virtual bool done() const noexcept { return false; }
};

// a trajectory, `delay` [s] late
class ScriptedIntention final : public Intention {
 public:
  ScriptedIntention(std::shared_ptr<const control::Trajectory> trajectory, double delay)
      : trajectory_(std::move(trajectory)), delay_(delay) {}

  spatial::Vector3 start() const noexcept override { return trajectory_->at(0).position; }
  control::PointState update(core::Time now, double, const Senses&) noexcept override {
    return trajectory_->at(core::seconds(now) - delay_);
  }

 private:
  std::shared_ptr<const control::Trajectory> trajectory_;
  double delay_;
};

}  // namespace tether::sim
