#include "session/fan_out.hpp"

#include <algorithm>
#include <string_view>

#include "tether/scenario/guarantee.hpp"

namespace tether::session {
namespace {

// one side alone does not know of phases
std::vector<scenario::Phase> phases_of(const scenario::Scenario& scenario,
                                       signals::LocalSides sides) {
  return sides == signals::LocalSides::both ? scenario.phases : std::vector<scenario::Phase>{};
}

double stored_at_the_start(const scenario::Scenario& scenario, signals::LocalSides sides) {
  using signals::LocalSides, signals::SideName;
  if (sides == LocalSides::both) return energy_at_the_start(scenario);
  return energy_at_the_start(
      scenario, sides == LocalSides::leader ? SideName::leader : SideName::follower);
}

// what the link brought to the only side that is here, less what it took from it
double carried(signals::LocalSides sides, const signals::Tick& leader,
               const signals::Tick& follower) {
  if (sides == signals::LocalSides::both) return 0;
  const signals::Tick& own = sides == signals::LocalSides::leader ? leader : follower;
  return own.received.sample.energy - own.sent.energy;
}

}  // namespace

FanOut::FanOut(const scenario::Scenario& scenario, signals::LocalSides sides,
               std::vector<record::Observer*> observers)
    : scenario_(scenario),
      sides_(sides),
      events_(phases_of(scenario, sides)),
      monitor_(stored_at_the_start(scenario, sides)),
      observers_(std::move(observers)) {}

void FanOut::observe(record::Observation seen) noexcept {
  const signals::Tick &leader = seen.leader, &follower = seen.follower;
  monitor_.update(time_of(leader, follower), port_of(leader), port_of(follower),
                  carried(sides_, leader, follower));
  seen.events = events_.watch(leader, follower);
  seen.changes = std::span(changes_).first(changed_);
  seen.absorbed = monitor_.absorbed();
  for (record::Observer* observer : observers_) observer->observe(seen);
  changed_ = 0;
  ++ticks_;
}

bool FanOut::note(const record::ChangeMade& change) noexcept {
  if (changed_ == changes_.size()) return false;
  changes_[changed_++] = change;
  // assignments stand on lines of their own; an event is one line
  std::array<char, decltype(change.text)::capacity()> line;
  const std::string_view text = change.text.view();
  std::replace_copy(text.begin(), text.end(), line.begin(), '\n', ' ');
  return events_.note(record::kChangedEvent, {line.data(), text.size()});
}

void FanOut::conclude(RunResult& result) const {
  result.ticks = ticks_;
  result.certificate = monitor_.certificate(guarantees_passivity(scenario_));
  result.events.assign(events_.all().begin(), events_.all().end());
  result.events_dropped = events_.dropped();
}

}  // namespace tether::session
