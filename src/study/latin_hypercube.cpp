#include "study/latin_hypercube.hpp"

#include <numeric>
#include <random>
#include <utility>

namespace tether::study {

std::vector<std::vector<double>> latin_hypercube(std::size_t dimensions, std::size_t points,
                                                 std::uint64_t seed) {
  // the engine is the same everywhere, the distributions of the standard library are not
  std::mt19937_64 random(seed);
  const auto share = [&] { return static_cast<double>(random() >> 11U) * 0x1p-53; };

  std::vector<std::vector<double>> sample;
  for (std::size_t d = 0; d < dimensions; ++d) {
    std::vector<std::size_t> slice(points);
    std::iota(slice.begin(), slice.end(), std::size_t{0});
    for (std::size_t i = points; i > 1; --i) {
      std::swap(slice[i - 1], slice[static_cast<std::size_t>(share() * static_cast<double>(i))]);
    }
    std::vector<double> column;
    column.reserve(points);
    for (const std::size_t s : slice) {
      column.push_back((static_cast<double>(s) + share()) / static_cast<double>(points));
    }
    sample.push_back(std::move(column));
  }
  return sample;
}

}  // namespace tether::study
