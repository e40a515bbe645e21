#include "tether/sim/people/operator_profile.hpp"

#include "tether/sim/people/random_generator.hpp"

namespace tether::sim {
namespace {

constexpr std::uint64_t kSeed = 0x70656f706c65;

}  // namespace

OperatorProfile operator_profile(int number) noexcept {
  OperatorProfile person;
  if (number <= 0) return person;
  RandomGenerator random(kSeed + static_cast<std::uint64_t>(number));
  const auto draw = [&](const Range& range) { return random.uniform(range.low, range.high); };

  // the order of the draws is part of who a person is
  const ProfileRanges& r = kProfileRanges;
  person.hand.mass = draw(r.mass);
  person.hand.stiffness = draw(r.stiffness);
  person.hand.damping = draw(r.damping);
  person.hand.reaction_delay = draw(r.reaction_delay);
  person.skill.visual_delay = draw(r.visual_delay);
  person.skill.acuity = draw(r.acuity);
  person.skill.fitts_intercept = draw(r.fitts_intercept);
  person.skill.fitts_slope = draw(r.fitts_slope);
  person.skill.scatter = draw(r.scatter);
  person.skill.novice_excess = draw(r.novice_excess);
  person.skill.learning_rate = draw(r.learning_rate);
  person.skill.adaptation = draw(r.adaptation);
  person.hand.comfort_force = draw(r.comfort_force);
  person.skill.press_force = draw(r.press_force);
  return person;
}

}  // namespace tether::sim
