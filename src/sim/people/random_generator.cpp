#include "tether/sim/people/random_generator.hpp"

#include <cmath>
#include <numbers>

namespace tether::sim {

double RandomGenerator::uniform(double low, double high) noexcept {
  return low + (high - low) * static_cast<double>(random_() >> 11) * 0x1p-53;
}

double RandomGenerator::normal(double deviation) noexcept {
  const double radius = std::sqrt(-2 * std::log(1 - uniform(0, 1)));
  return deviation * radius * std::cos(uniform(0, 2 * std::numbers::pi));
}

spatial::Vector3 RandomGenerator::normal3(double deviation) noexcept {
  spatial::Vector3 v;
  for (double& x : v) x = normal(deviation);
  return v;
}

}  // namespace tether::sim
