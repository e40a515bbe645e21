// Who does a task: skill, reactions, practice, and where the hand begins.
#pragma once

#include "tether/sim/people/skill.hpp"
#include "tether/spatial/vectors.hpp"

namespace tether::sim {

struct TaskPerson {
  SkillParams skill;
  double reaction_delay = 0.18;                       // to a beep or a force [s]
  double practice = 0;                                // cycles or insertions done before
  spatial::Vector3 start = spatial::Vector3::Zero();  // [m]
};

}  // namespace tether::sim
