// A sweep's table as a map.
#pragma once

#include "study/sweep/map.hpp"
#include "study/sweep/sweep_table.hpp"

namespace tether::study {

MapData sweep_map(const SweepTable& table);

}  // namespace tether::study
