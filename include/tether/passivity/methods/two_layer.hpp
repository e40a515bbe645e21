// The two-layer framework: the coupling asks for what makes the session transparent, this layer
// allows what the account can pay. Each tick, in this order:
//   1. the device was given ΔH_I = τ(k−1)ᵀ (q(k) − q(k−1)), with the effort that really acted
//   2. everything received is added, H_+
//   3. a share of what is there is promised to the other side, H_− = β (H − ΔH_I + H_+) if positive
//      (what an effort at work behind a slow interface may still take does not count as there)
//   4. H(k) = H(k−1) − ΔH_I + H_+ − H_−                                                     [J]
// The coupling's effort is zero when H ≤ 0, and scaled down when it is foreseen to give the device
// more than H. On the leader a tank level controller takes energy from the operator's motion while
// H is below H_D:
//   τ_TLC = −α (H_D − H) q̇                                                                 [N]
// added after the limits and accounted for like any other effort; it is scaled down where the
// motion may turn under a strong hand and the charge would cost more than H and 0.5 mJ. What H
// holds above the upper level goes to a reserve, from which the tank is refilled at a bounded rate
// before the operator is charged. Franken et al., IEEE T-RO 27(4), 2011; limit, upper level and
// reserve: spec of system 1.
#pragma once

#include "tether/passivity/accounted.hpp"

namespace tether::passivity {

struct TwoLayerParams {
  double desired_level = 0.1;  // H_D: what the leader's tank shall hold [J]
  double gain = 200;           // α: damping per missing energy [N s/(m J)]
  double share = 0.01;         // β: part of the tank sent in every tick
  double upper_level = 0.5;    // above it the leader's tank spills into the reserve [J]
  double refill_power = 0.5;   // at most, from the reserve [W]
};

class TwoLayer final : public Accounted {
 public:
  TwoLayer(const TwoLayerParams& params, Role role, const PortMotionParams& port) noexcept;

  Admitted receive(const Port& port, const ReceivedMessage& received) noexcept override;
  Decision update(const Port& port, const control::CouplingOutput& coupling,
                  const robot::JointVector& asked) noexcept override;

 private:
  void balance_reserve() noexcept;
  robot::JointVector level_control(const robot::JointVector& velocity) const noexcept;

  TwoLayerParams params_;
  Role role_;
};

}  // namespace tether::passivity
