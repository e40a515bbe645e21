// The keys of [obstacles], [scanner] and [course].
#pragma once

#include "tether/scenario/scenario.hpp"
#include "tether/scenario/schema/fields.hpp"

namespace tether::scenario {

void describe(Fields& f, ObstacleParams& p);
void describe(Fields& f, ScannerParams& p);
void describe(Fields& f, CourseParams& p);

}  // namespace tether::scenario
