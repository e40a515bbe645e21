#include "session/wall/recorder_activity.hpp"

#include "tether/scenario/guarantee.hpp"

namespace tether::session {
namespace {

passivity::Role role_of(signals::Cast cast) noexcept {
  return cast == signals::Cast::follower ? passivity::Role::follower : passivity::Role::leader;
}

// how often a full log is waited for [ticks]
constexpr std::uint64_t kRecorderPause = 256;

}  // namespace

RecorderActivity::RecorderActivity(RecorderParts parts, TickStream* leader, TickStream* follower,
                                   ScanStream* scans)
    : parts_(std::move(parts)),
      pairing_(leader, follower),
      scans_(scans),
      events_(parts_.cast == signals::Cast::both ? parts_.scenario.phases
                                                 : std::vector<scenario::Phase>{}),
      flight_(static_cast<std::size_t>(parts_.scenario.rate)),
      both_(energy_at_the_start(parts_.scenario)),
      alone_(role_of(parts_.cast),
             parts_.cast == signals::Cast::leader ? energy_at_the_start(parts_.scenario) : 0) {}

void RecorderActivity::configure_resources() {
  if (parts_.log_path.empty()) return;
  log_ = std::make_unique<LogFile>(parts_.log_path, parts_.scenario, parts_.leader, parts_.follower,
                                   "session", parts_.cast);
}

core::Fault RecorderActivity::compute(core::Time /*now*/) noexcept {
  drain(false);
  if (log_ && log_->error()) {
    return {.kind = core::FaultKind::recorder, .stage = "recorder"};
  }
  return {};
}

bool RecorderActivity::pause(core::Time /*now*/) noexcept {
  drain(false);
  return true;
}

void RecorderActivity::clean() noexcept {
  drain(true);
  if (!log_) return;
  dropped_ = log_->dropped();
  try {
    log_->close();
  } catch (...) {
    failure_ = std::current_exception();
  }
  log_.reset();
}

void RecorderActivity::drain(bool to_the_end) noexcept {
  bool any = false;
  while (pairing_.next(to_the_end)) {
    keep(pairing_.leader(), pairing_.follower());
    any = true;
  }
  if (any) latest_.write({pairing_.leader(), pairing_.follower()});
}

void RecorderActivity::keep(const signals::Tick& leader, const signals::Tick& follower) noexcept {
  core::FixedString<160> changed;
  while (parts_.changes != nullptr && parts_.changes->pop(changed)) {
    events_.note(record::kChangedEvent, changed.view());
  }
  const auto happened = events_.watch(leader, follower);
  flight_.keep(leader, follower);
  const assist::RangeScan* scan = scans_ != nullptr && follower.origin == signals::TickOrigin::made
                                      ? scans_->of(follower.index)
                                      : nullptr;
  if (log_) {
    log_->record(leader, follower, happened, scan);
    if (++ticks_ % kRecorderPause == 0) log_->wait_until_ready();
  } else {
    ++ticks_;
  }
  for (record::Observer* observer : parts_.observers) {
    observer->observe(leader, follower);
    if (!happened.empty()) observer->happened(happened);
    if (scan != nullptr) observer->see(*scan, follower);
  }
  end_ = time_of(leader, follower);
  if (parts_.cast == signals::Cast::both) {
    both_.update(end_, port_of(leader), port_of(follower));
  } else {
    const signals::Tick& own = parts_.cast == signals::Cast::leader ? leader : follower;
    alone_.update(end_, port_of(own), own.received.sample.energy, own.sent.energy);
  }
}

void RecorderActivity::rethrow() const {
  if (failure_) std::rethrow_exception(failure_);
}

passivity::Certificate RecorderActivity::certificate(bool guaranteed) const {
  return parts_.cast == signals::Cast::both ? both_.certificate(guaranteed)
                                            : alone_.certificate(guaranteed);
}

}  // namespace tether::session
