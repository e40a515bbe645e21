// Velocity from a second-order state-variable filter, critically damped:
//   V(s)/X(s) = a0 s / (s² + a1 s + a0),   a0 = (2π f_c)², a1 = 4π f_c
// discretised with the bilinear transform s = (2/T)(z − 1)/(z + 1), so that the discrete filter has
// the same poles' damping and no delay beyond its phase. Spec of the passive arm, velocity
// estimates.
#pragma once

#include "tether/control/estimators/velocity_estimator.hpp"

namespace tether::control {

struct StateVariableFilterParams {
  double cutoff = 30.0;       // f_c [Hz]
  double sample_time = 1e-3;  // T [s]
};

class StateVariableFilter final : public VelocityEstimator {
 public:
  explicit StateVariableFilter(const StateVariableFilterParams& params) noexcept;

  void reset(const robot::JointVector& position) noexcept override;
  robot::JointVector update(const robot::JointVector& position) noexcept override;

 private:
  // v(k) = b (x(k) − x(k−2)) − p1 v(k−1) − p2 v(k−2), transposed direct form
  double b_, p1_, p2_;
  robot::JointVector s1_, s2_;
};

}  // namespace tether::control
