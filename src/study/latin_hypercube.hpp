// Latin hypercube sample: n points in the unit cube such that each of the n equal slices of every
// dimension holds exactly one of them. Repeatable from its seed on any machine.
// McKay, Beckman, Conover, Technometrics 21(2), 1979.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tether::study {

// [dimension][point], in [0, 1)
std::vector<std::vector<double>> latin_hypercube(std::size_t dimensions, std::size_t points,
                                                 std::uint64_t seed);

}  // namespace tether::study
