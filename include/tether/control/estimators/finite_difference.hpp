// Velocity as the mean slope over the last n samples:
//   v(k) = (x(k) − x(k−n)) / (n T)
// It is what the omega.7's own library does (n = 20).
#pragma once

#include <array>

#include "tether/control/estimators/velocity_estimator.hpp"

namespace tether::control {

struct FiniteDifferenceParams {
  int samples = 20;           // n, 1 to kMaxSamples
  double sample_time = 1e-3;  // T [s]
};

class FiniteDifference final : public VelocityEstimator {
 public:
  static constexpr int kMaxSamples = 100;

  explicit FiniteDifference(const FiniteDifferenceParams& params) noexcept;

  void reset(const robot::JointVector& position) noexcept override;
  robot::JointVector update(const robot::JointVector& position) noexcept override;

 private:
  FiniteDifferenceParams params_;
  std::array<robot::JointVector, kMaxSamples> past_;  // ring of the last n samples
  int oldest_ = 0;
};

}  // namespace tether::control
