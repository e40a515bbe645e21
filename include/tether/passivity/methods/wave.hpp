// Wave variables: instead of position and force each side sends a wave, whose energy is its own
// square. With impedance b, velocity v and force f of a port (f opposes the leader's hand and
// drives the follower's spring):
//   leader     u = √(2b) v − w,          f = b v − √(2b) w
//   follower   v_d = (√(2b) u − f) / b,  w = u − √(2/b) f
//   f v = ½ u² − ½ w²                                                                       [W]
// What travels are the integrals of the waves and counters of their energy. The receiver's wave
// filter emits a wave that follows the integral, û = λ (U − Û), and no more of it than the energy
// that was received or that the account holds allows: delay, jitter, loss, duplicates and
// reordering are the account's to pay. As the integrals are positions plus momenta,
// U = (b x + ∫f) / √(2b), a follower that lags behind them catches up: drift is corrected by the
// same filter. f at the follower is what it sends back, the spring's force or the measured one.
// What the leader really did since the last tick, not what was intended, makes up its waves, so the
// power balance holds for the sampled port. Niemeyer & Slotine, IEEE J. Oceanic Engineering 16(1),
// 1991, and Int. J. Robotics Research 23(9), 2004 (integrals, filter).
#pragma once

#include "tether/passivity/accounted.hpp"

namespace tether::passivity {

struct WaveParams {
  double impedance = 20;  // b: how heavy free motion feels, how stiff contact [N s/m]
  double bandwidth = 60;  // λ of the wave filter [rad/s]
};

class Wave final : public Accounted {
 public:
  Wave(const WaveParams& params, Role role, const PortMotionParams& port) noexcept;

  Admitted receive(const Port& port, const ReceivedMessage& received) noexcept override;
  Decision update(const Port& port, const control::CouplingOutput& coupling,
                  const robot::JointVector& asked) noexcept override;

 private:
  void start(const spatial::Vector3& position) noexcept;
  spatial::Vector3 emit(const spatial::Vector3& received_integral) noexcept;
  void emitted(const spatial::Vector3& wave) noexcept;
  double energy_of(const spatial::Vector3& wave) const noexcept {  // within a tick [J]
    return 0.5 * wave.squaredNorm() * tick();
  }
  spatial::Vector3 lead(const Port& port, const spatial::Vector3& received_integral) noexcept;
  spatial::Vector3 follow(const spatial::Vector3& received_integral) noexcept;
  void send(const spatial::Vector3& reflected) noexcept;

  WaveParams params_;
  Role role_;
  double root_;  // √(2b)
  double gain_;  // λ, no faster than the tick [rad/s]
  bool started_ = false;
  spatial::Vector3 position_ = spatial::Vector3::Zero();  // of the leader at the last tick [m]
  spatial::Vector3 setpoint_ = spatial::Vector3::Zero();  // of the follower [m]
  spatial::Vector3 force_ = spatial::Vector3::Zero();     // of the follower's spring [N]
  spatial::Vector3 incoming_ = spatial::Vector3::Zero();  // integral of what was emitted, Û
  spatial::Vector3 outgoing_ = spatial::Vector3::Zero();  // integral of what was sent
  spatial::Vector3 owed_ = spatial::Vector3::Zero();      // integral of what could not be sent yet
  double emitted_ = 0;                                    // energy of what was emitted [J]
};

}  // namespace tether::passivity
