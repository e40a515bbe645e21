// The passivity certificate of one side alone, for sides that run in processes of their own. It
// sees what crossed the device's port and the counters that crossed the link, never the
// controller's account:
//   E_port(t) + E_heard(t) − E_sent(t) ≥ −stored − tolerance for all t                       [J]
// When this holds on both sides, and no side heard more than the other sent, which the link's
// counters see to, then both ports together took in at least what they gave out (monitor.hpp).
#pragma once

#include "tether/passivity/monitor.hpp"

namespace tether::passivity {

class SideMonitor {
 public:
  // stored: energy that is there from the start [J]
  explicit SideMonitor(Role role, double stored = 0) noexcept : role_(role), stored_(stored) {}

  // heard, sent: counters of all that ever was [J]
  void update(core::Time now, const PortView& port, double heard, double sent) noexcept;

  // guaranteed: a passivity method was at work
  Certificate certificate(bool guaranteed) const;
  const Ledger& ledger() const noexcept { return ledger_; }

 private:
  Role role_;
  double stored_;
  Ledger ledger_;
  double balance_ = 0;
  LeastSum least_{Monitor::kTolerance};
  std::optional<core::Time> first_violation_;
  std::optional<core::Time> voided_;
};

}  // namespace tether::passivity
