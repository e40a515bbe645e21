#include "tether/record/events.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace tether::record {
namespace {

constexpr double kContactForce = 0.5;  // below it is noise [N]
constexpr core::Duration kLasting = std::chrono::milliseconds(100);
constexpr core::Duration kStall = std::chrono::milliseconds(50);
constexpr double kSilence = 0.05;  // of a side that is there and speaks: less [s]
// an account that scales efforts down by more than this share, over about this time, starves
constexpr double kStarving = 0.5, kRecovered = 0.2;
constexpr double kStarvingTime = 0.5;  // [s]
constexpr double kPaid = 1 - 1e-3;     // an account that pays this share holds nothing back

// the device's limit acts on what the account leaves of an effort, not on what was asked
bool at_its_limit(const signals::Tick& tick) noexcept {
  return tick.effort_removed > 0 && tick.energy.paid > kPaid;
}

bool silent(const signals::Tick& tick) noexcept { return tick.quality.silence > kSilence; }

std::vector<scenario::Phase> in_order(std::vector<scenario::Phase> phases) {
  std::sort(phases.begin(), phases.end(),
            [](const scenario::Phase& a, const scenario::Phase& b) { return a.from < b.from; });
  return phases;
}

}  // namespace

EventLog::EventLog(const std::vector<scenario::Phase>& phases) : phases_(in_order(phases)) {
  events_.reserve(kCapacity);
}

std::span<const Event> EventLog::watch(const signals::Tick& leader,
                                       const signals::Tick& follower) noexcept {
  const std::size_t before = events_.size();
  const core::Time now = time_of(leader, follower);
  watch_phases(now);
  for (std::size_t i = 0; i < noted_; ++i) add(now, notes_[i].what.view(), notes_[i].detail.view());
  noted_ = 0;

  if (changed(contact_, follower.measured.external_at_tool.force.norm() > kContactForce, now)) {
    add(now, contact_.on ? "contact_begin" : "contact_end",
        contact_.on ? "the follower's tool touches something" : "the follower's tool is free");
  }
  if (changed(leader_limit_, at_its_limit(leader), now)) {
    add(now, leader_limit_.on ? "leader_limit_begin" : "leader_limit_end",
        leader_limit_.on ? "the force to the hand is at its bound"
                         : "the force is below its bound");
  }
  if (changed(follower_limit_, at_its_limit(follower), now)) {
    add(now, follower_limit_.on ? "follower_limit_begin" : "follower_limit_end",
        follower_limit_.on ? "a joint torque is at its bound"
                           : "joint torques are below their bounds");
  }

  if (changed(model_, leader.coupling.model > 0.5, now)) {
    core::FixedString<160> detail;
    detail.format("the hand feels {}, the round trip is {:.0f} ms",
                  model_.on ? "walls that the follower has found" : "the measured force",
                  1e3 * leader.quality.round_trip);
    add(now, model_.on ? "coupling_by_model" : "coupling_direct", detail.view());
  }

  if (changed(blind_, follower.drive.blind && follower.drive.scans > 0, now)) {
    add(now, blind_.on ? "scanner_silent" : "scanner_heard",
        blind_.on ? "no scan for too long: the platform brakes" : "scans come again");
  }

  watch_pace(signals::SideName::leader, leader);
  watch_pace(signals::SideName::follower, follower);
  watch_company(signals::SideName::leader, leader);
  watch_company(signals::SideName::follower, follower);
  watch_account(signals::SideName::leader, leader);
  watch_account(signals::SideName::follower, follower);
  watch_guards(leader_guards_, leader);
  watch_guards(follower_guards_, follower);

  const core::Fault& fault = leader.fault ? leader.fault : follower.fault;
  if (fault && !faulted_) {
    faulted_ = true;
    core::FixedString<160> detail;
    detail.format("{}, joint {}: {:.6g} (bound {:.6g})", fault.stage, fault.axis + 1, fault.value,
                  fault.bound);
    core::FixedString<24> what;
    what.format("fault_{}", core::name(fault.kind));
    add(now, what, detail);
  }
  return std::span<const Event>(events_).subspan(before);
}

bool EventLog::note(std::string_view what, std::string_view detail) noexcept {
  if (noted_ == kNotes) return false;
  notes_[noted_].what.assign(what);
  notes_[noted_].detail.assign(detail);
  ++noted_;
  return true;
}

void EventLog::watch_phases(core::Time now) noexcept {
  while (next_phase_ < phases_.size() && core::seconds(now) >= phases_[next_phase_].from) {
    add(now, "phase", phases_[next_phase_].name);
    ++next_phase_;
  }
}

void EventLog::watch_guards(GuardEvents& guards, const signals::Tick& tick) noexcept {
  if (tick.origin != signals::TickOrigin::made) return;
  guards.watch(
      tick, [&](std::string_view what, std::string_view detail) { add(tick.time, what, detail); });
}

void EventLog::watch_account(signals::SideName side, const signals::Tick& tick) noexcept {
  if (tick.origin != signals::TickOrigin::made) return;
  Starvation& account = side == signals::SideName::leader ? leader_account_ : follower_account_;
  const double passed = account.started ? core::seconds(tick.time - account.last) : 0;
  account.started = true;
  account.last = tick.time;
  const bool engaged = tick.engagement == control::Engagement::engaged;
  const double lack = engaged ? 1 - tick.energy.paid : 0;
  account.share += (lack - account.share) * std::min(passed / kStarvingTime, 1.0);
  if (account.share > kStarving && !account.on) {
    account.on = true;
    core::FixedString<160> detail;
    detail.format(
        "the {}'s account holds back {:.0f} % of what the coupling asks for; move more slowly, {}",
        name(side), 100 * account.share,
        tick.outside.counts ? "or declare a larger store"
                            : "or count energy at the tools (port = \"tool\")");
    add(tick.time, "account_starved", detail.view());
  } else if (account.share < kRecovered && account.on) {
    account.on = false;
    core::FixedString<160> detail;
    detail.format("the {}'s account pays for what the coupling asks for again", name(side));
    add(tick.time, "account_recovered", detail.view());
  }
}

// a loop that stood still; what it commanded was held meanwhile
void EventLog::watch_pace(signals::SideName side, const signals::Tick& tick) noexcept {
  if (tick.origin != signals::TickOrigin::made) return;
  auto& last = side == signals::SideName::leader ? last_led_ : last_followed_;
  const core::Duration gap = last ? tick.time - *last : core::Duration{0};
  last = tick.time;
  if (gap <= kStall) return;
  core::FixedString<24> what;
  what.format("{}_stalled", name(side));
  core::FixedString<160> detail;
  detail.format("no tick for {:.0f} ms", 1e3 * core::seconds(gap));
  add(tick.time, what.view(), detail.view());
}

// Only ticks that were made count: what is received from a side in another process says nothing new
// of it.
void EventLog::watch_company(signals::SideName side, const signals::Tick& tick) noexcept {
  using control::Engagement;
  if (tick.origin != signals::TickOrigin::made) return;
  const bool leads = side == signals::SideName::leader;
  Company& company = leads ? leader_company_ : follower_company_;
  const char* const other = name(leads ? signals::SideName::follower : signals::SideName::leader);
  const auto emit = [&](const char* what, const core::FixedString<160>& detail) {
    core::FixedString<24> event;
    event.format("{}_{}", name(side), what);
    add(tick.time, event.view(), detail.view());
  };
  core::FixedString<160> detail;

  const std::uint32_t epoch = tick.received.epoch;
  if (company.epoch != 0 && epoch != company.epoch) {
    detail.format("another run of the {} is there", other);
    emit("met_new_run", detail);
  }
  company.epoch = epoch;

  // who uses the clutch or rests has lost nobody
  if (tick.resting || tick.engagement == Engagement::clutched) company.together = false;
  if (tick.engagement == Engagement::holding && company.together) {
    company.together = false;
    company.parted = true;
    detail.format("the {} {}; {}", other, silent(tick) ? "is not heard any more" : "is not ready",
                  leads ? "the handle goes limp" : "the robot holds where it is");
    emit("parted", detail);
  }
  if (tick.engagement != Engagement::engaged) return;
  company.together = true;
  if (company.parted) {
    company.parted = false;
    detail.format("the {} is {} again", other, leads ? "felt" : "followed");
    emit("joined", detail);
  }
}

// a change is reported once it has lasted; the state before that is the old one
bool EventLog::changed(Condition& condition, bool on, core::Time now) noexcept {
  if (on == condition.on) {
    condition.since = now;
    return false;
  }
  // a beginning counts at once, an end when it has lasted
  if (!on && now - condition.since < kLasting) return false;
  condition.on = on;
  condition.since = now;
  return true;
}

void EventLog::add(core::Time time, std::string_view what, std::string_view detail) noexcept {
  if (events_.size() == kCapacity) {
    ++dropped_;
    return;
  }
  Event event{.time = time};
  event.what.assign(what);
  event.detail.assign(detail);
  events_.push_back(event);
}

}  // namespace tether::record
