#include "tether/passivity/side_monitor.hpp"

namespace tether::passivity {

void SideMonitor::update(core::Time now, const PortView& port, double heard, double sent) noexcept {
  ledger_.update(port);
  balance_ = ledger_.absorbed() + heard - sent;
  least_.add(balance_);
  if (balance_ < -(stored_ + Monitor::kTolerance) && !first_violation_) first_violation_ = now;
  if (port.voided && !voided_) voided_ = now;
}

Certificate SideMonitor::certificate(bool guaranteed) const {
  Certificate c;
  c.margin_j = least_.after_charge();
  c.least_j = least_.ever();
  c.final_j = balance_;
  (role_ == Role::leader ? c.leader_j : c.follower_j) = ledger_.absorbed();
  c.stored_j = stored_;
  c.tolerance_j = Monitor::kTolerance;
  if (!guaranteed) c.void_by_no_method();
  if (voided_) c.void_by_limit(role_, *voided_);
  c.decide(first_violation_);
  return c;
}

}  // namespace tether::passivity
