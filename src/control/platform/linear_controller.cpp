#include "tether/control/platform/linear_controller.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "tether/core/error.hpp"

namespace tether::control {
namespace {

constexpr double kPi = std::numbers::pi;

void require_corner(const char* what, double hertz, double sample_time) {
  if (hertz >= 0 && hertz < 0.5 / sample_time) return;
  throw core::InputError(
      fmt::format("linear controller: {} of {} Hz must be at least 0 and below {} Hz, half the "
                  "sample rate",
                  what, hertz, 0.5 / sample_time));
}

void check(const LinearControllerParams& params) {
  if (!(params.sample_time > 0) || !std::isfinite(params.sample_time)) {
    throw core::InputError(
        fmt::format("linear controller: sample time {} s must be positive", params.sample_time));
  }
  if (!std::isfinite(params.gain) || !(params.integral_bound >= 0)) {
    throw core::InputError(
        fmt::format("linear controller: gain {} must be finite, integral bound {} not negative",
                    params.gain, params.integral_bound));
  }
  require_corner("integrator", params.integrator, params.sample_time);
  require_corner("low pass", params.low_pass, params.sample_time);
  require_corner("zero", params.zero, params.sample_time);
  require_corner("pole", params.pole, params.sample_time);
  if (params.zero != params.pole && (params.zero == 0 || params.pole == 0)) {
    throw core::InputError(
        fmt::format("linear controller: a lead–lag needs both corners above 0 Hz, has zero {} Hz "
                    "and pole {} Hz",
                    params.zero, params.pole));
  }
}

// s / 2πf becomes w (1 − z⁻¹) / (1 + z⁻¹)
double warped(double hertz, double sample_time) { return 1 / std::tan(kPi * hertz * sample_time); }

}  // namespace

LinearController::LinearController(const LinearControllerParams& params)
    : gain_(params.gain),
      integral_gain_(params.gain * std::tan(kPi * params.integrator * params.sample_time)),
      integral_bound_(params.integral_bound) {
  check(params);
  if (params.zero != params.pole) {
    const double zero = warped(params.zero, params.sample_time);
    const double pole = warped(params.pole, params.sample_time);
    lead_lag_.b0 = (1 + zero) / (1 + pole);
    lead_lag_.b1 = (1 - zero) / (1 + pole);
    lead_lag_.a1 = (1 - pole) / (1 + pole);
  }
  if (params.low_pass > 0) {
    const double pole = warped(params.low_pass, params.sample_time);
    low_pass_.b0 = 1 / (1 + pole);
    low_pass_.b1 = 1 / (1 + pole);
    low_pass_.a1 = (1 - pole) / (1 + pole);
  }
}

double LinearController::Stage::update(double in) noexcept {
  const double out = b0 * in + b1 * last_in - a1 * last_out;
  last_in = in;
  last_out = out;
  return out;
}

double LinearController::update(double error) noexcept {
  if (!std::isfinite(error)) error = 0;
  integral_ = std::clamp(integral_ + integral_gain_ * (error + last_error_), -integral_bound_,
                         integral_bound_);
  last_error_ = error;
  return low_pass_.update(lead_lag_.update(gain_ * error + integral_));
}

void LinearController::reset() noexcept {
  last_error_ = 0;
  integral_ = 0;
  lead_lag_.last_in = lead_lag_.last_out = 0;
  low_pass_.last_in = low_pass_.last_out = 0;
}

}  // namespace tether::control
