// The passivity certificate of a session. The monitor sees only what crossed the two device ports,
// effort that acted × displacement, never a controller's own account:
//   E_port(t) = −Σ τᵀ Δq      taken in from the device of a port, one ledger each         [J]
//   passive   ⇔  E_leader(t) + E_follower(t) ≥ −stored − tolerance for all t
// `stored` is what a law or a side declares to hold from the start, zero for most. The tolerance
// covers what can be given within one sample before it is measured, and at a port that counts a
// measured wrench what the stated error of its sensor may hide on the way that the tool went. A
// port at a tool whose wrench is not measured counts motors and refunds (refund.hpp), which
// together are no more than what came in at the tool. The margin is what was left at the worst
// moment after the ports were first charged (LeastSum). When the sum held but nothing promised that
// it would (no method, or a limit cut off effort that the method's proof counts on), passivity was
// luck: "not guaranteed".
// A process that plays one side alone sees one port, and the counters that crossed the link:
//   E_port(t) + E_received(t) − E_sent(t) ≥ −stored − tolerance for all t
// When this holds on both sides, and no side receives more than the other sent, which the link's
// counters see to, both ports together took in at least what they gave out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tether/core/time.hpp"
#include "tether/passivity/layer.hpp"
#include "tether/robot/joints.hpp"

namespace tether::passivity {

enum class Verdict : std::uint8_t { passive, violated, not_guaranteed };
const char* name(Verdict verdict) noexcept;

struct Certificate {
  Verdict verdict = Verdict::not_guaranteed;
  double margin_j = 0;    // least sum after the first charge
  double least_j = 0;     // least sum at any time, 0 at the start included
  double final_j = 0;     // sum of both ledgers at the end: what the session took in
  double leader_j = 0;    // ledger of the leader at the end
  double follower_j = 0;  // and of the follower
  double stored_j = 0;    // declared to be there from the start
  double tolerance_j = 0;
  double uncertain_j = 0;  // of the tolerance, what errors of measured wrenches may hide
  std::optional<double> first_violation_s;
  std::vector<std::string> voided_by;

  void void_by_no_method();
  void void_by_limit(Role side, core::Time when);
  // the verdict, once all that voids it is known
  void decide(const std::optional<core::Time>& violation);
};

// a port in one tick: the position measured and the effort that acted since the one before
struct PortView {
  const robot::JointVector& position;
  const robot::JointVector& applied;
  bool voided;           // a limit cut off effort that the method's proof counts on
  double scale = 1;      // of its energy in the sum of both
  double uncertain = 0;  // of the energy that crossed it, that an error of a sensor may hide [J]
  double refunded = 0;   // of the device's own losses so far, that `applied` was charged with [J]
};

// The least value of an energy sum. A session begins with nothing, so the least of all times is
// zero whenever the session is passive and says nothing about how close it came; what does is the
// least value from the moment on at which the sum first falls by more than the tolerance below the
// highest value it had: the end of the first charge. A sum that never falls has its last value.
class LeastSum {
 public:
  explicit LeastSum(double tolerance) noexcept : tolerance_(tolerance) {}
  void add(double sum) noexcept;

  double ever() const noexcept { return least_; }                             // [J]
  double after_charge() const noexcept { return charged_ ? after_ : last_; }  // [J]

 private:
  double tolerance_;
  double least_ = 0, highest_ = 0, after_ = 0, last_ = 0;
  bool charged_ = false;
};

// taken in at the ports since the session began [J]
struct Absorbed {
  double leader = 0, follower = 0;
  double sum() const noexcept { return leader + follower; }
};

// energy taken in at one port
class Ledger {
 public:
  void update(const PortView& port) noexcept;
  double absorbed() const noexcept { return absorbed_; }  // [J]

 private:
  robot::JointVector position_;
  double refunded_ = 0;
  double absorbed_ = 0;
};

class Monitor {
 public:
  static constexpr double kTolerance = 1e-3;  // [J]

  Monitor() = default;
  // stored: energy that is there from the start [J]
  explicit Monitor(double stored) noexcept : stored_(stored) {}

  // After both sides' ticks. carried: what the link brought to the only side that is here, less
  // what it took from it, since the session began [J]
  void update(core::Time now, const PortView& leader, const PortView& follower,
              double carried = 0) noexcept;

  // guaranteed: a passivity method was at work
  Certificate certificate(bool guaranteed) const;

  Absorbed absorbed() const noexcept { return {leader_.absorbed(), follower_.absorbed()}; }

 private:
  double balance() const noexcept { return absorbed().sum() + carried_; }
  double tolerance() const noexcept { return kTolerance + uncertain_; }

  Ledger leader_, follower_;
  double stored_ = 0;
  double carried_ = 0;
  double uncertain_ = 0;  // of both ports [J]
  LeastSum least_{kTolerance};
  std::optional<core::Time> first_violation_;
  std::optional<core::Time> leader_voided_, follower_voided_;
};

}  // namespace tether::passivity
