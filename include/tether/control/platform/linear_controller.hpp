// The linear controller that every speed loop of a platform is one of:
//   C(s) = g (1 + 2π f_i / s) · (1 + s / 2π f_z) / (1 + s / 2π f_p) · 1 / (1 + s / 2π f_l)
// gain, integrator, lead–lag and low pass, in that order. The integrator's share of the output of
// its stage is bounded, and stays at the bound only while the error holds it there, so that it
// never winds up. Made discrete once, when it is built: each stage by Tustin's rule,
// s → (2 / T) (1 − z⁻¹) / (1 + z⁻¹), with its corner prewarped, so that gain and phase are exact at
// rest and at every corner; a step of the error counts as if it fell half a sample earlier.
// Franklin, Powell & Workman, Digital Control of Dynamic Systems, 3rd ed., section 6.1.
#pragma once

#include <limits>

namespace tether::control {

struct LinearControllerParams {
  double gain = 1;        // g [output per error]
  double integrator = 0;  // f_i [Hz]; none when 0
  double zero = 0;        // f_z of the lead–lag [Hz]; none when equal to the pole
  double pole = 0;        // f_p of the lead–lag [Hz]
  double low_pass = 0;    // f_l [Hz]; none when 0
  // of what the integrator adds, either way [output]
  double integral_bound = std::numeric_limits<double>::infinity();
  double sample_time = 1e-3;  // T [s]
};

class LinearController {
 public:
  // throws core::InputError when a figure is negative or a corner is not below half the sample rate
  explicit LinearController(const LinearControllerParams& params);

  // the output for this sample's error; an error that is not finite counts as none
  double update(double error) noexcept;
  // as before the first sample, with no error ever
  void reset() noexcept;
  // what the integrator adds now [output]
  double integral() const noexcept { return integral_; }

 private:
  // y = b0 x + b1 x⁻ − a1 y⁻
  struct Stage {
    double b0 = 1;
    double b1 = 0;
    double a1 = 0;
    double last_in = 0;
    double last_out = 0;
    double update(double in) noexcept;
  };

  double gain_;
  double integral_gain_;  // of the sum of two errors
  double integral_bound_;
  double last_error_ = 0;
  double integral_ = 0;
  Stage lead_lag_;
  Stage low_pass_;
};

}  // namespace tether::control
