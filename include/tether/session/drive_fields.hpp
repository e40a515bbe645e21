// The keys of [obstacles], [scanner] and [course].
#pragma once

#include "tether/session/fields.hpp"
#include "tether/session/scenario.hpp"

namespace tether::session {

void describe(Fields& f, ObstacleParams& p);
void describe(Fields& f, ScannerParams& p);
void describe(Fields& f, CourseParams& p);

}  // namespace tether::session
