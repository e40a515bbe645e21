// A person at the positioning task: hears a beep, reacts, strokes towards the mark it calls for,
// looks where the tool ended and corrects until it is on the mark. From trial to trial the first
// stroke takes in more of what the corrections would have to.
#pragma once

#include <array>
#include <cstdint>

#include "tether/sim/people/delayed_sense.hpp"
#include "tether/sim/people/intention.hpp"
#include "tether/sim/people/positioning_task.hpp"
#include "tether/sim/people/stiction_retry.hpp"
#include "tether/sim/people/submovement.hpp"
#include "tether/sim/people/task_person.hpp"
#include "tether/sim/people/trial_adaptation.hpp"

namespace tether::sim {

class PositioningIntention final : public Intention {
 public:
  PositioningIntention(const PositioningTask& task, const TaskPerson& person,
                       std::uint64_t seed) noexcept;

  spatial::Vector3 start() const noexcept override { return person_.start; }
  control::PointState update(core::Time now, double dt, const Senses& senses) noexcept override;
  bool done() const noexcept override { return done_; }

 private:
  spatial::Vector3 look() noexcept;
  void answer(double t, int number) noexcept;
  void correct(double t) noexcept;
  void stroke(double t, const spatial::Vector3& aim) noexcept;

  PositioningTask task_;
  TaskPerson person_;
  RandomGenerator random_;
  DelayedSense sight_;
  Submovement hand_;
  StictionRetry retry_;
  std::array<TrialAdaptation, 2> adaptations_;  // for either mark
  bool looked_ = false;
  int answered_ = 0;  // beeps
  bool done_ = false;
};

}  // namespace tether::sim
