// Random generator of simulated people and devices: the same numbers for the same seed.
#pragma once

#include <cstdint>
#include <random>

#include "tether/spatial/vectors.hpp"

namespace tether::sim {

class RandomGenerator {
 public:
  explicit RandomGenerator(std::uint64_t seed) noexcept : random_(seed) {}

  // in [low, high)
  double uniform(double low, double high) noexcept;
  // normal with mean zero, by Box & Muller, Annals of Mathematical Statistics 29(2), 1958
  double normal(double deviation) noexcept;
  spatial::Vector3 normal3(double deviation) noexcept;

 private:
  std::mt19937_64 random_;
};

}  // namespace tether::sim
