// A sweep's table as a map.
#pragma once

#include "tether/study/map.hpp"
#include "tether/study/sweep_table.hpp"

namespace tether::study {

MapData sweep_map(const SweepTable& table);

}  // namespace tether::study
