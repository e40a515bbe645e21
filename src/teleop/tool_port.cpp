#include "tether/teleop/tool_port.hpp"

#include <algorithm>

#include "tether/passivity/accounted.hpp"

namespace tether::teleop {
namespace {

constexpr double kOverdraft = 0.5e-3;  // half of what the certificate tolerates [J]

}  // namespace

passivity::Port ToolPort::measure(const robot::ChainState& kinematics, bool excluded,
                                  signals::Tick& tick) noexcept {
  passivity::Port port = joints_.measure(kinematics, excluded, tick);
  const signals::DeviceState& measured = tick.measured;
  signals::OutsideTick& outside = tick.outside;
  outside.counts = measured_;
  if (position_.size() == 0) {
    position_ = measured.position;
    path_ = outside.path;
  }
  const robot::JointVector moved = measured.position - position_;
  const double lost = refund_.update({.moved = moved,
                                      .rate = tick.rate,
                                      .by_motors = measured.applied.dot(moved),
                                      .by_outside = -outside.effort.dot(outside.path - path_),
                                      .kinetic = outside.kinetic,
                                      .excluded = excluded});
  outside.refunded += lost;
  port.refund = power_scale_ * lost;
  position_ = measured.position;
  path_ = outside.path;
  own_ = robot::JointVector::Zero(moved.size());
  return port;
}

passivity::Decision ToolPort::decide(const Account& account,
                                     const control::CouplingOutput& coupling,
                                     const robot::JointVector& asked,
                                     signals::Tick& tick) noexcept {
  const double level = account.counts ? account.layer.account().tank.level() / kOverdraft : 0;
  passing_ = std::clamp(1 + level, 0.0, 1.0);
  robot::JointVector paid = asked;
  if (tick.own.size() == asked.size()) {
    own_ = passing_ * tick.own;
    paid -= tick.own;
  }
  passivity::Decision decision = joints_.decide(account, coupling, paid, tick);
  decision.effort += own_;
  return decision;
}

robot::JointVector ToolPort::pay(const Account& account, const robot::JointVector& effort,
                                 signals::Tick& tick) noexcept {
  if (tick.own.size() == effort.size()) own_ = passing_ * tick.own;
  return joints_.pay(account, effort - own_, tick) + own_;
}

bool ToolPort::covers(const Account& account, const robot::JointVector& effort) noexcept {
  return joints_.covers(account, effort - own_);
}

}  // namespace tether::teleop
