// Bounds the energy that an arm in the hand can let loose at once: what moves and what the spatial
// spring has stored,
//   E = T_k + λ V_p ≤ E_max                                                             [J]
// by scaling the co-stiffness of the spring with the share
//   λ ≤ clamp((E_max − T_k) / V_p, 0, 1)
// which holds at every tick, whatever came before. (With T_k above E_max alone, λ = 0 is all that a
// spring can do.) So that noise in T_k does not become noise in the force, λ aims somewhat below
// the limit and approaches it smoothly, and rises no faster than `release`; only what exceeds the
// reserve within the smoothing time reaches λ at once.
//
// A limited spring weakens when stretched on: along one axis F = λ k x = 2 (E_max − T_k) / x.
// Safety levels from impact energy: ISO/TS 15066, 2016, Annex A.
#pragma once

namespace tether::guard {

struct EnergyBoundParams {
  double max_energy = 4.5;    // E_max [J]
  double reserve = 0.03;      // λ aims at (1 − reserve) E_max
  double smoothing = 0.02;    // time constant of the approach [s]
  double release = 2;         // λ rises by at most this [1/s]
  double sample_time = 1e-3;  // T [s]
};

class EnergyBound {
 public:
  explicit EnergyBound(const EnergyBoundParams& params) noexcept : params_(params) {}

  struct In {
    double potential = 0;  // V_p of the unscaled spring [J]
    double kinetic = 0;    // T_k [J]
  };
  struct Out {
    double share = 1;      // λ, for the co-stiffness and with it for the wrench
    double energy = 0;     // T_k + λ V_p [J]
    bool refused = false;  // an energy was not finite: the share is zero
  };
  Out update(const In& in) noexcept;

  // as if nothing had been limited yet
  void reset() noexcept { share_ = 1; }

 private:
  EnergyBoundParams params_;
  double share_ = 1;  // of the last tick
};

}  // namespace tether::guard
