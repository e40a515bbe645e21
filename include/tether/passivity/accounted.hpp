// The part that all passivity methods share: the motion of the port, its energy account, and the
// report on both.
#pragma once

#include <algorithm>

#include "tether/passivity/energy_tank.hpp"
#include "tether/passivity/layer.hpp"
#include "tether/passivity/methods/effort_bound.hpp"

namespace tether::passivity {

struct Account {
  PortMotion motion;
  EnergyTank tank;
};

class Accounted : public Layer {
 public:
  const Report& report() const noexcept final { return report_; }
  robot::JointVector pay(const robot::JointVector& effort) noexcept override {
    const robot::JointVector paid = pay_from(payable(), effort, motion_);
    motion_.commanded(paid);
    report_.held_back += (effort - paid).norm();
    return paid;
  }
  double foreseen(const robot::JointVector& effort) const noexcept final {
    return motion_.foreseen(effort).total();
  }
  bool covers(const robot::JointVector& effort) noexcept final;
  Account account() const noexcept override { return {motion_, tank_}; }
  void take_over(const Account& account) noexcept final;

 protected:
  explicit Accounted(const PortMotionParams& port) noexcept : motion_(port) {}

  // what crossed the port and the link since the last tick; energy given to the device, less what
  // is refunded of it [J]
  double settle(const Port& port, const ReceivedMessage& received) noexcept;

  // Promise a share of what is there, without what an effort at work may still take. On the way is
  // what was promised during a transport delay; it is kept to what a tank holds by promising no more
  // than one part in as many ticks as the round trip has,
  // and nothing before that is known.
  void share(double part) noexcept {
    const double most = round_trip_ < 0 ? 0 : tick() / std::max(round_trip_, tick());
    tank_.send(std::min(part, most) * (tank_.level() - motion_.committed()));
  }

  // What of a damper may act beside an allowed effort: per axis only as far as the motion that was
  // last seen goes (a filtered velocity lags behind a reversal, and a damper must not push), which
  // brings it to zero without a step when the motion turns; no more than a sampled device bears;
  // and less where the motion may turn under a strong hand and the damper would cost more than the
  // account and half of what the certificate tolerates. Without that credit an empty account could
  // never be charged.
  robot::JointVector brake(const robot::JointVector& damper,
                           const robot::JointVector& beside) const noexcept;

  // the tick is decided: what is commanded and sent, and what is reported of it
  Decision conclude(const control::CouplingOutput& coupling, const robot::JointVector& asked,
                    const robot::JointVector& allowed,
                    const robot::JointVector& commanded) noexcept;
  // the same with the allowed effort and the port's damping
  Decision decide(const Port& port, const control::CouplingOutput& coupling,
                  const robot::JointVector& asked, const robot::JointVector& allowed) noexcept;

  double tick() const noexcept { return motion_.params().tick; }
  // what an effort may be paid from: the account, and what it holds for the coupling's springs [J]
  double payable() const noexcept { return tank_.level() + stored_; }

  // whether the other side is a new run since this was last asked
  bool met_anew(const ReceivedMessage& received) noexcept;

  PortMotion motion_;
  EnergyTank tank_;
  Report report_;

 private:
  std::uint32_t epoch_ = 0;
  double stored_ = 0;      // in springs of the coupling [J]
  double round_trip_ = kUnknownDelay;  // of the link, as it was measured last [s]
};

}  // namespace tether::passivity
