// A force sensor of six axes between an arm and its tool. What the world does to the tool reaches
// it with the tool's own weight, is low-pass filtered, disturbed and cut to the sensor's range;
// then the weight is taken off again, as far as it is known:
//   y = clip(LP(W_contact + W_weight) + bias + drift + noise) − Ŵ_weight             [N], [N m]
// all in the sensor's axes, and given in base axes. Bias is drawn once, drift is a random walk of
// √t, noise is white at every sample. Forces that accelerate the tool's mass are left out: the arms
// that carry such sensors are slow.
#pragma once

#include <cstdint>

#include "tether/sim/people/random_generator.hpp"
#include "tether/spatial/pose.hpp"
#include "tether/spatial/wrench.hpp"

namespace tether::sim {

// of force [N] and torque [N m]
struct ForceAndTorque {
  double force = 0;
  double torque = 0;
};

// Defaults: a large industrial sensor (of the order of 1 part in 1000 of its range), with long
// analog lines; assumptions, as the documents give no figures.
struct ForceSensorParams {
  ForceAndTorque noise{2.0, 0.1};     // standard deviation of a sample
  ForceAndTorque bias{2.0, 0.1};      // standard deviation of what is left after taring
  ForceAndTorque drift{0.1, 0.005};   // after a second, growing with √t
  ForceAndTorque range{2500.0, 400};  // per axis
  double cutoff = 60;                 // of the low-pass, first order [Hz]
  // what hangs on the sensor, and what the compensation takes it for
  double tool_mass = 13;                                         // [kg]
  double known_mass = 13;                                        // [kg]
  spatial::Vector3 tool_centre = spatial::Vector3(0, 0, -0.06);  // in the tool's frame [m]
  spatial::Vector3 gravity = spatial::Vector3(0, 0, -9.81);      // base axes [m/s²]
  double sample_time = 1e-3;                                     // [s]
};

class ForceSensor {
 public:
  ForceSensor(const ForceSensorParams& params, std::uint64_t seed) noexcept;

  // one sample; contact on the tool and what is measured, both in base axes, moment about the tool
  spatial::Wrench update(const spatial::Wrench& contact_at_tool,
                         const spatial::Matrix3& tool_rotation) noexcept;
  const spatial::Wrench& measured() const noexcept { return measured_; }

 private:
  spatial::Wrench weight(double mass, const spatial::Matrix3& rotation) const noexcept;
  spatial::Wrench drawn(const ForceAndTorque& deviation) noexcept;

  ForceSensorParams params_;
  double share_;  // of a new sample in the low-pass
  RandomGenerator random_;
  spatial::Wrench offset_;  // bias and drift so far
  spatial::Wrench filtered_;
  spatial::Wrench measured_;
  bool started_ = false;
};

}  // namespace tether::sim
