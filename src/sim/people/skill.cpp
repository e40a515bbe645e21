#include "tether/sim/people/skill.hpp"

#include <algorithm>
#include <cmath>

namespace tether::sim {

double clumsiness(const SkillParams& skill, double cycles) noexcept {
  return 1 + skill.novice_excess * std::pow(1 + cycles, -skill.learning_rate);
}

double fitts_time(const SkillParams& skill, double distance, double width) noexcept {
  // no motion is easier than one bit
  const double difficulty = std::log2(std::max(2.0, 2 * distance / width));
  return skill.fitts_intercept + skill.fitts_slope * difficulty;
}

}  // namespace tether::sim
