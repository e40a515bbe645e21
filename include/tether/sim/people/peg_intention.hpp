// A person at the peg-in-hole task. They bring the peg above the hole by sight, lower it, feel for
// the edge while pressing lightly when it stands on the plate, push it in, pull it out and move
// away. Every stroke is decided when the end of the one before was seen, and felt.
#pragma once

#include <cstdint>

#include "tether/sim/people/delayed_sense.hpp"
#include "tether/sim/people/intention.hpp"
#include "tether/sim/people/peg_task.hpp"
#include "tether/sim/people/stiction_retry.hpp"
#include "tether/sim/people/submovement.hpp"
#include "tether/sim/people/task_person.hpp"
#include "tether/sim/people/trial_adaptation.hpp"

namespace tether::sim {

class PegIntention final : public Intention {
 public:
  PegIntention(const PegTask& task, const TaskPerson& person, std::uint64_t seed) noexcept;

  spatial::Vector3 start() const noexcept override { return person_.start; }
  control::PointState update(core::Time now, double dt, const Senses& senses) noexcept override;
  bool done() const noexcept override { return inserted_ >= task_.insertions && clear_; }

  int inserted() const noexcept { return inserted_; }  // as the person believes

 private:
  enum class Doing : std::uint8_t { approaching, feeling, pushing, leaving };

  void decide(double t) noexcept;
  void approach(double t, const spatial::Vector3& tip) noexcept;
  void feel(double t, const spatial::Vector3& tip) noexcept;
  void push(double t, const spatial::Vector3& tip) noexcept;
  void leave(double t, const spatial::Vector3& tip) noexcept;
  // how far to press on down (negative: pull up) until `force` [N] is felt against it [m]
  double press(double force) const noexcept;
  // sideways, the hand gives way to what guides the peg [m]
  spatial::Vector3 give_way() const noexcept;
  // moves the hand by `way` [m]
  void stroke(double t, const spatial::Vector3& way, double width) noexcept;

  PegTask task_;
  TaskPerson person_;
  double sure_;  // margin by which something is seen without doubt [m]
  RandomGenerator random_;
  DelayedSense sight_;  // of the tip
  DelayedSense skin_;   // force on the hand
  Submovement hand_;
  StictionRetry retry_;
  TrialAdaptation above_;                             // the hole
  bool fresh_ = true;                                 // nothing of this approach was made yet
  spatial::Vector3 away_ = spatial::Vector3::Zero();  // where the tip was at the beginning
  bool looked_ = false;
  bool clear_ = true;
  Doing doing_ = Doing::approaching;
  int inserted_ = 0;
};

}  // namespace tether::sim
