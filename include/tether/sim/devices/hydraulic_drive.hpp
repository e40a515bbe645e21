// The position servo of one joint with a hydraulic drive. The servo asks the valve for a speed; the
// valve follows late and no faster than the drive's rating; what flows through it moves a column of
// fluid, which is the spring and damper that moves the joint:
//   u = v_d + K (q_d − q),  cut to ±v_max, zero inside the valve's dead band
//   v̈ = ω_v² (u − v) − 2 ζ_v ω_v v̇,        q̇_f = v
//   τ = I (ω_h² (q_f − q) + 2 ζ_h ω_h (v − q̇)),  cut to ±τ_max                    [N m] or [N]
// with I the inertia that the joint moves, so that ω_h is the natural frequency of arm and fluid.
// A fluid column that the drive's rating cuts off is let out through the relief valve: it does not
// wind up. Merritt, Hydraulic Control Systems, 1967, ch. 6.
#pragma once

namespace tether::sim {

// Defaults: a quick servo valve for water and a stiff, short line (assumptions).
struct HydraulicDriveParams {
  double gain = 8;              // K [1/s]
  double valve_frequency = 30;  // ω_v / 2π [Hz]
  double valve_damping = 0.8;   // ζ_v
  double fluid_frequency = 25;  // ω_h / 2π [Hz]
  double fluid_damping = 0.7;   // ζ_h
  double dead_band = 0;         // of the valve, share of the rated speed
};

class HydraulicDrive {
 public:
  // ratings of the joint: [rad/s or m/s], [N m or N]
  HydraulicDrive(const HydraulicDriveParams& params, double max_speed, double max_effort) noexcept;

  // at rest
  void reset(double position) noexcept;

  struct Target {
    double position = 0;  // q_d
    double velocity = 0;  // v_d
  };
  struct Joint {
    double position = 0;  // q
    double velocity = 0;  // q̇
    double inertia = 1;   // I [kg m² or kg]
  };
  // lets dt [s] pass; effort of the drive on the joint
  double update(double dt, const Target& target, const Joint& joint) noexcept;

 private:
  HydraulicDriveParams params_;
  double max_speed_, max_effort_;
  double fluid_ = 0;         // q_f
  double speed_ = 0;         // v
  double acceleration_ = 0;  // v̇
};

}  // namespace tether::sim
