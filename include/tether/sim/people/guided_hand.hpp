// A simulated hand that somebody guides from outside, by a pointer or a tracked controller. Until
// then it does what it intended by itself; from the first command on it goes where it is commanded,
// and when it is let go of it rests where it is. Commands come some sixty times a second and may
// jump: the hand is led along a critically damped way to them, no faster than a person moves,
//   ẍ = ω² (x_goal − x) − 2 ω ẋ,   |ẋ| ≤ v_max
// so that what acts on the handle is the hand's own spring (hand.hpp) and never a step.
// Commands lie in lock-free mailboxes; the thread that simulates the hand reads them.
#pragma once

#include <memory>

#include "tether/core/latest_value.hpp"
#include "tether/sim/people/intention.hpp"

namespace tether::sim {

struct HandCommand {
  bool held = false;                                     // somebody has the hand
  spatial::Vector3 position = spatial::Vector3::Zero();  // as the hand counts it [m]
};
struct TurnCommand {
  bool held = false;
  spatial::Vector3 turn = spatial::Vector3::Zero();  // since the handle's start, rotation vector
};

// from the one who guides to the hand
struct HandMailbox {
  core::LatestValue<HandCommand> move;
  core::LatestValue<TurnCommand> turn;
};

// a way to a goal, the same for places and turns
class GuidedWay {
 public:
  static constexpr double kRate = 60;       // ω [rad/s]: settles in a tenth of a second
  static constexpr double kMaxSpeed = 1.5;  // v_max [m/s or rad/s]

  void begin(const spatial::Vector3& from) noexcept { state_ = {from, spatial::Vector3::Zero()}; }
  const control::PointState& update(double dt, const spatial::Vector3& goal) noexcept;
  const control::PointState& state() const noexcept { return state_; }

 private:
  control::PointState state_;
};

class GuidedIntention final : public Intention {
 public:
  // commands must outlive it
  GuidedIntention(std::unique_ptr<Intention> otherwise, core::LatestValue<HandCommand>& commands)
      : otherwise_(std::move(otherwise)), commands_(commands) {}

  spatial::Vector3 start() const noexcept override { return otherwise_->start(); }
  control::PointState update(core::Time now, double dt, const Senses& senses) noexcept override;
  bool done() const noexcept override { return !guided_ && otherwise_->done(); }

 private:
  std::unique_ptr<Intention> otherwise_;
  core::LatestValue<HandCommand>& commands_;
  HandCommand command_;
  GuidedWay way_;
  bool guided_ = false;  // ever since the first command
  bool held_ = false;    // in the step before
  spatial::Vector3 rest_ = spatial::Vector3::Zero();
};

// the same for a wrist: the turn that is intended (wrist.hpp asks once per step, in order of time)
class GuidedTurn final : public control::Trajectory {
 public:
  GuidedTurn(std::shared_ptr<const control::Trajectory> otherwise,
             core::LatestValue<TurnCommand>& commands)
      : otherwise_(std::move(otherwise)), commands_(commands) {}

  control::PointState at(double t) const noexcept override;

 private:
  std::shared_ptr<const control::Trajectory> otherwise_;
  core::LatestValue<TurnCommand>& commands_;
  mutable TurnCommand command_;
  mutable GuidedWay way_;
  mutable bool guided_ = false;
  mutable double last_ = 0;  // [s]
};

}  // namespace tether::sim
