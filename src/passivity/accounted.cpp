#include "tether/passivity/accounted.hpp"

#include <algorithm>

namespace tether::passivity {
namespace {

constexpr double kChargeRisk = 0.5e-3;  // [J]
constexpr double kRounding = 1e-12;     // of an energy that was scaled to fit [J]

double paid_share(const robot::JointVector& asked, const robot::JointVector& allowed) noexcept {
  const double whole = asked.squaredNorm();
  return whole > 0 ? std::clamp(allowed.dot(asked) / whole, 0.0, 1.0) : 1;
}

}  // namespace

double Accounted::settle(const Port& port, const ReceivedMessage& received) noexcept {
  const double given = motion_.update(port) - port.refund;
  tank_.exchange(given);
  tank_.hold(port.held + port.stored);
  stored_ = port.stored;
  if (received.round_trip >= 0) round_trip_ = received.round_trip;
  if (received.valid) tank_.receive(received.message.energy);
  return given;
}

bool Accounted::covers(const robot::JointVector& effort) noexcept {
  motion_.commanded(effort);
  return foreseen(effort) <= std::max(tank_.level() + tank_.held(), 0.0) + kRounding;
}

void Accounted::take_over(const Account& account) noexcept {
  motion_ = account.motion;
  tank_ = account.tank;
  tank_.reserve(-tank_.reserved());
}

bool Accounted::met_anew(const ReceivedMessage& received) noexcept {
  const bool anew = received.valid && received.epoch != epoch_;
  if (anew) epoch_ = received.epoch;
  return anew;
}

robot::JointVector Accounted::brake(const robot::JointVector& damper,
                                    const robot::JointVector& beside) const noexcept {
  robot::JointVector effort = damper;
  for (Eigen::Index i = 0; i < effort.size(); ++i) {
    const double v = motion_.velocity()[i];
    effort[i] *= v == 0 ? 0 : std::clamp(motion_.rate()[i] / v, 0.0, 1.0);
    const double most = motion_.most_braking(i);
    effort[i] = std::clamp(effort[i], -most, most);
  }
  if (effort.isZero(0)) return effort;
  const Foreseen e = motion_.foreseen(effort, beside);
  const double budget = std::max(tank_.level() + kChargeRisk, e.committed + 0.1 * kChargeRisk);
  return payable_share(budget, e) * effort;
}

Decision Accounted::decide(const Port& port, const control::CouplingOutput& coupling,
                           const robot::JointVector& asked,
                           const robot::JointVector& allowed) noexcept {
  if (port.damping.size() == 0) return conclude(coupling, asked, allowed, allowed);
  return conclude(coupling, asked, allowed, allowed + brake(port.damping, allowed));
}

Decision Accounted::conclude(const control::CouplingOutput& coupling,
                             const robot::JointVector& asked, const robot::JointVector& allowed,
                             const robot::JointVector& commanded) noexcept {
  motion_.commanded(commanded);
  report_ = {.tank = tank_.level(),
             .reserve = tank_.reserved(),
             .exchanged = tank_.exchanged(),
             .received = tank_.received(),
             .sent = tank_.sent(),
             .held_back = (asked - allowed).norm(),
             .paid = paid_share(asked, allowed)};
  return {commanded, {.signals = coupling.send, .energy = tank_.sent()}};
}

}  // namespace tether::passivity
