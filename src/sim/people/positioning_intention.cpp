#include "tether/sim/people/positioning_intention.hpp"

#include <algorithm>
#include <cmath>

namespace tether::sim {

int PositioningTask::beeps(double t) const noexcept {
  if (t < first_beep) return 0;
  return std::min(2 * cycles, 1 + static_cast<int>(std::floor((t - first_beep) / interval)));
}

PositioningIntention::PositioningIntention(const PositioningTask& task, const TaskPerson& person,
                                           std::uint64_t seed) noexcept
    : task_(task),
      person_(person),
      random_(seed),
      sight_(person.skill.visual_delay),
      hand_(person.start) {}

control::PointState PositioningIntention::update(core::Time now, double dt,
                                                 const Senses& senses) noexcept {
  if (!looked_) sight_.fill(senses.tool.position);
  looked_ = true;
  sight_.update(dt, senses.tool.position);

  const double t = core::seconds(now);
  done_ = t >= task_.end();
  const int beep = task_.beeps(t - person_.reaction_delay);
  if (beep > answered_) {
    answer(t, beep);
  } else if (answered_ > 0 && t >= hand_.end() + person_.skill.visual_delay) {
    // the end of the last stroke has been seen
    const double off = (task_.called(answered_) - sight_.perceived()).norm();
    if (off > task_.mark_width / 2) correct(t);
  }
  return hand_.at(t);
}

spatial::Vector3 PositioningIntention::look() noexcept {
  return sight_.perceived() + random_.normal3(person_.skill.acuity);
}

void PositioningIntention::answer(double t, int number) noexcept {
  const spatial::Vector3 seen = look();
  const spatial::Vector3 hand = hand_.at(t).position;
  // what the hand still lacked of the mark it leaves
  TrialAdaptation& left = adaptations_[static_cast<std::size_t>(answered_ % 2)];
  left.learn(hand + task_.called(answered_) - seen, person_.skill.adaptation);

  answered_ = number;
  retry_.reset();
  const TrialAdaptation& next = adaptations_[static_cast<std::size_t>(answered_ % 2)];
  stroke(t, next.aim(hand + task_.called(answered_) - seen));
}

void PositioningIntention::correct(double t) noexcept {
  const spatial::Vector3 seen = look();
  const spatial::Vector3 lacking = task_.called(answered_) - seen;
  stroke(t, hand_.at(t).position + retry_.update(seen, lacking) * lacking);
}

void PositioningIntention::stroke(double t, const spatial::Vector3& aim) noexcept {
  const int cycles_done = (answered_ - 1) / 2;  // a cycle is there and back
  const double cycles = person_.practice + cycles_done;
  hand_.begin(t, aim, task_.mark_width, person_.skill, clumsiness(person_.skill, cycles), random_);
}

}  // namespace tether::sim
