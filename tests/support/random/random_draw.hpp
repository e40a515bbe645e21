// Draws for property tests that run too often for a generator with shrinking: everything of a case
// comes from its seed, which is all a failure has to name.
#pragma once

#include <cstdint>
#include <random>

namespace tether::test {

class RandomDraw {
 public:
  explicit RandomDraw(std::uint64_t seed) : engine_(seed * 0x9e3779b97f4a7c15 + 1) {}

  std::uint64_t bits() noexcept { return engine_(); }
  // in [0, 1), the same on every platform
  double unit() noexcept { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
  double between(double low, double high) noexcept { return low + (high - low) * unit(); }
  int pick(int count) noexcept {
    return static_cast<int>(engine_() % static_cast<unsigned>(count));
  }
  bool bernoulli(double probability) noexcept { return unit() < probability; }

 private:
  std::mt19937_64 engine_;
};

}  // namespace tether::test
