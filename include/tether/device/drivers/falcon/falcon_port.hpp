// What stands between a handle that moves in x, y, z and the Falcon's electronics, which count
// encoder steps and turn motors:
//   θ_i = θ_mark + 2π (n_i − n_i,mark) / (N g),    p = forward(θ) − centre,    τ_motor = Jᵀ F / g
// N counts per turn of a motor, gear ratio g between motor and thigh (a cable from the shaft to the
// sector of the leg). Encoders count from where they were when the device was switched on: until
// every leg has been seen at its mark (homing) positions are unknown and motors stay without
// torque. Forces are bounded per axis; motors that would be asked for more than they give are all
// asked for less by one factor, so that the force keeps its direction. The weight of the links is
// held first. Gear ratio and angle of the marks: libnifalcon (shaft 14.25 mm, sector 110 mm, about
// 35°).
#pragma once

#include <array>
#include <cstdint>
#include <numbers>
#include <optional>

#include "tether/robot/falcon.hpp"
#include "tether/robot/falcon_dynamics.hpp"

namespace tether::device {

struct FalconPortParams {
  robot::FalconGeometry geometry;
  robot::FalconMasses masses;
  // where the handle is at home, in the mechanism's base frame; origin of the positions measured
  // [m]
  spatial::Vector3 centre{0, 0, 0.125};
  spatial::Vector3 gravity{0, -9.81, 0};            // held by the motors [m/s²]
  double counts_per_turn = 1280;                    // 320 lines, four edges each
  double gear_ratio = 110 / 14.25;                  // motor turns per turn of a thigh
  double mark_angle = 35 * std::numbers::pi / 180;  // of a thigh at its mark [rad]
  double max_force = 10;                            // per axis [N]
  // of a motor: gives the rated 10 N along each axis in the middle of the workspace besides the
  // weight (0.093 N m); the motors' own rating is not published [N m]
  double max_torque = 0.1;
};

using EncoderCounts = std::array<std::int32_t, robot::kFalconLegs>;

// what the motors do and what comes of it
struct FalconDrive {
  spatial::Vector3 torques = spatial::Vector3::Zero();  // of the motors, in the sense of θ [N m]
  spatial::Vector3 force = spatial::Vector3::Zero();    // at the handle, less the weight [N]
};

class FalconPort {
 public:
  explicit FalconPort(const FalconPortParams& params = {}) noexcept;

  const FalconPortParams& params() const noexcept { return params_; }
  const robot::Falcon& mechanism() const noexcept { return falcon_; }

  // one leg passes its mark while its encoder reads `count`
  void pass_mark(int leg, std::int32_t count) noexcept;
  bool homed() const noexcept;

  // Position of the handle from its home [m]; none until homed, and where the mechanism cannot be.
  std::optional<spatial::Vector3> position(const EncoderCounts& counts) noexcept;
  // Newton steps that the last position took
  int iterations() const noexcept { return iterations_; }

  // Torques for a force [N] where the handle was measured last. None before a position was
  // measured, and none for a force that is not finite.
  FalconDrive drive(const spatial::Vector3& force) const noexcept;

  // Counts beyond the marks that the encoders have with the handle at a place [m], rounded; none
  // where it cannot be. What the encoders of a simulated device read.
  std::optional<EncoderCounts> counts_beyond_marks(const spatial::Vector3& position) const noexcept;
  // force at the handle at a place [m] of torques that the motors make, less the weight [N]
  std::optional<spatial::Vector3> acting(const spatial::Vector3& position,
                                         const spatial::Vector3& torques) const noexcept;

  // turn of a thigh per count [rad]
  double angle_per_count() const noexcept;

 private:
  FalconPortParams params_;
  robot::Falcon falcon_;
  EncoderCounts marks_{};
  std::array<bool, robot::kFalconLegs> marked_{};
  std::optional<robot::FalconPosture> last_;
  int iterations_ = 0;
};

}  // namespace tether::device
