#include "tether/passivity/monitor.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace tether::passivity {

const char* name(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::passive:
      return "passive";
    case Verdict::violated:
      return "violated";
    case Verdict::not_guaranteed:
      return "not_guaranteed";
  }
  return "unknown";
}

void Ledger::update(const PortView& port) noexcept {
  if (position_.size() == port.position.size()) {
    absorbed_ -= port.scale * port.applied.dot(port.position - position_);
    absorbed_ += port.scale * (port.refunded - refunded_);
  }
  refunded_ = port.refunded;
  position_ = port.position;
}

void LeastSum::add(double sum) noexcept {
  last_ = sum;
  least_ = std::min(least_, sum);
  highest_ = std::max(highest_, sum);
  if (charged_) {
    after_ = std::min(after_, sum);
  } else if (sum < highest_ - tolerance_) {
    charged_ = true;
    after_ = sum;
  }
}

void Monitor::update(core::Time now, const PortView& leader, const PortView& follower,
                     double carried) noexcept {
  leader_.update(leader);
  follower_.update(follower);
  carried_ = carried;
  uncertain_ = leader.scale * leader.uncertain + follower.scale * follower.uncertain;
  least_.add(balance());
  if (balance() < -(stored_ + tolerance()) && !first_violation_) first_violation_ = now;
  if (leader.voided && !leader_voided_) leader_voided_ = now;
  if (follower.voided && !follower_voided_) follower_voided_ = now;
}

Certificate Monitor::certificate(bool guaranteed) const {
  Certificate c;
  c.margin_j = least_.after_charge();
  c.least_j = least_.ever();
  c.final_j = balance();
  c.leader_j = leader_.absorbed();
  c.follower_j = follower_.absorbed();
  c.stored_j = stored_;
  c.tolerance_j = tolerance();
  c.uncertain_j = uncertain_;
  if (!guaranteed) c.void_by_no_method();
  if (leader_voided_) c.void_by_limit(Role::leader, *leader_voided_);
  if (follower_voided_) c.void_by_limit(Role::follower, *follower_voided_);
  c.decide(first_violation_);
  return c;
}

void Certificate::void_by_no_method() { voided_by.emplace_back("no passivity method"); }

void Certificate::void_by_limit(Role side, core::Time when) {
  voided_by.push_back(fmt::format("{} limit or guard, first at {:.3f} s",
                                  side == Role::leader ? "leader" : "follower",
                                  core::seconds(when)));
}

void Certificate::decide(const std::optional<core::Time>& violation) {
  if (violation) first_violation_s = core::seconds(*violation);
  verdict = violation           ? Verdict::violated
            : voided_by.empty() ? Verdict::passive
                                : Verdict::not_guaranteed;
}

}  // namespace tether::passivity
