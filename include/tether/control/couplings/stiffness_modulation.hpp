// A softer coupling over a worse link. The share s of the full stiffness falls from 1 at a good
// round trip to its least at a bad one, and with the share of samples lost,
//   s* = clamp((rtt_bad − rtt) / (rtt_bad − rtt_good), s_least, 1) (1 − loss), at least s_least
// A fall is free: the spring gives up energy. A rise stores energy, s V with V the energy at full
// stiffness, and is paid from the account: it goes no further than where s V is what the account
// holds, and no faster than a bounded rate.
// Recommended by the document of system 1 (impedance from the properties of the channel); what a
// rise costs: Ferraguti, Secchi & Fantuzzi, ICRA 2013.
#pragma once

namespace tether::control {

struct StiffnessModulationParams {
  double good_round_trip = 0.02;  // up to it the stiffness is full [s]
  double bad_round_trip = 0.5;    // from it on it is the least [s]
  double least = 1;               // share of the full stiffness; 1 = no modulation
  double rise = 1;                // of the share per second [1/s]
  double sample_time = 1e-3;      // [s]
};

class StiffnessModulation {
 public:
  explicit StiffnessModulation(const StiffnessModulationParams& params) noexcept
      : params_(params) {}

  // round trip [s] and share of samples lost as measured; potential of the spring at full stiffness
  // and what the account holds [J]; the share of the full stiffness
  double update(double round_trip, double loss, double potential, double budget) noexcept;

 private:
  StiffnessModulationParams params_;
  double share_ = 1;
};

}  // namespace tether::control
