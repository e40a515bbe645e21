// A sense that perceives what was there some time ago: the eye, or the skin of the hand. Up to half
// a second, one value per millisecond.
#pragma once

#include <array>

#include "tether/spatial/vectors.hpp"

namespace tether::sim {

class DelayedSense {
 public:
  // delay [s], at most 0.511 s
  explicit DelayedSense(double delay) noexcept;

  // before anything is sensed, this is
  void fill(const spatial::Vector3& value) noexcept { memory_.fill(value); }
  // let dt [s] pass; what was there a delay ago
  const spatial::Vector3& update(double dt, const spatial::Vector3& there) noexcept;
  const spatial::Vector3& perceived() const noexcept;

 private:
  static constexpr int kMemory = 512;
  std::array<spatial::Vector3, kMemory> memory_;
  int age_;
  int newest_ = 0;
  double since_ = 0;  // the newest entry [s]
};

}  // namespace tether::sim
