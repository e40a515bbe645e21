// A number that is not finite must never reach a device.
#pragma once

#include <cmath>

#include "tether/core/fault.hpp"
#include "tether/robot/joints.hpp"

namespace tether::guard {

// fault with the first offending component, or none; `stage` is static text
template <class Derived>
core::Fault check_finite(const Eigen::MatrixBase<Derived>& x, const char* stage) noexcept {
  // nothing of what is not finite is no number, and stays none whatever is added
  double nothing = 0;
  for (Eigen::Index i = 0; i < x.size(); ++i) nothing += 0 * x.derived().data()[i];
  if (nothing == 0) return {};
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    const double value = x.derived().data()[i];
    if (!std::isfinite(value)) {
      return {core::FaultKind::non_finite, stage, static_cast<int>(i), value, 0};
    }
  }
  return {};
}

}  // namespace tether::guard
