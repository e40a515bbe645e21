// The passivity certificate of a session. The monitor sees only what crossed the two device ports,
// effort that acted × displacement, never a controller's own account:
//   E_port(t) = −Σ τᵀ Δq      taken in from the device of a port, one ledger each         [J]
//   passive   ⇔  E_leader(t) + E_follower(t) ≥ −stored − tolerance for all t
// `stored` is what a law says it holds from the start, zero for most. The tolerance covers what can
// be given within one sample before it is told. The margin is the
// least value of the sum from the first exchange on. When the sum held but nothing promised that it
// would (no method, or a limit cut off effort that the method's proof counts on), passivity was
// luck: "not guaranteed".
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
  double margin_j = 0;
  double final_j = 0;     // sum of both ledgers at the end: what the session took in
  double leader_j = 0;    // ledger of the leader at the end
  double follower_j = 0;  // and of the follower
  double tolerance_j = 0;
  std::optional<double> first_violation_s;
  std::vector<std::string> voided_by;

  void void_by_no_method();
  void void_by_limit(Role side, core::Time when);
  // the verdict, once all that voids it is known
  void decide(const std::optional<core::Time>& violation);
};

// a port in one tick: the position told and the effort that acted since the one before
struct PortView {
  const robot::JointVector& position;
  const robot::JointVector& applied;
  bool voided;       // a limit cut off effort that the method's proof counts on
  double scale = 1;  // of its energy in the sum of both
};

// energy taken in at one port
class Ledger {
 public:
  void update(const PortView& port) noexcept;
  double absorbed() const noexcept { return absorbed_; }  // [J]

 private:
  robot::JointVector position_;
  double absorbed_ = 0;
};

class Monitor {
 public:
  static constexpr double kTolerance = 1e-3;  // [J]

  Monitor() = default;
  // stored: energy that is there from the start [J]
  explicit Monitor(double stored) noexcept : tolerance_(kTolerance + stored) {}

  // after both sides' ticks
  void update(core::Time now, const PortView& leader, const PortView& follower) noexcept;

  // guaranteed: a passivity method was at work
  Certificate certificate(bool guaranteed) const;

  double absorbed() const noexcept { return leader_.absorbed() + follower_.absorbed(); }
  const Ledger& leader() const noexcept { return leader_; }
  const Ledger& follower() const noexcept { return follower_; }

 private:
  Ledger leader_, follower_;
  double tolerance_ = kTolerance;
  bool exchanged_ = false;
  double margin_ = 0;
  std::optional<core::Time> first_violation_;
  std::optional<core::Time> leader_voided_, follower_voided_;
};

}  // namespace tether::passivity
