#include "tether/passivity/side_monitor.hpp"

#include <algorithm>

namespace tether::passivity {

void SideMonitor::update(core::Time now, const PortView& port, double heard, double sent) noexcept {
  ledger_.update(port);
  balance_ = ledger_.absorbed() + heard - sent;
  margin_ = std::min(margin_, balance_);
  if (balance_ < -tolerance_ && !first_violation_) first_violation_ = now;
  if (port.voided && !voided_) voided_ = now;
}

Certificate SideMonitor::certificate(bool guaranteed) const {
  Certificate c;
  c.margin_j = margin_;
  c.final_j = balance_;
  (role_ == Role::leader ? c.leader_j : c.follower_j) = ledger_.absorbed();
  c.tolerance_j = tolerance_;
  if (!guaranteed) c.void_by_no_method();
  if (voided_) c.void_by_limit(role_, *voided_);
  c.decide(first_violation_);
  return c;
}

}  // namespace tether::passivity
