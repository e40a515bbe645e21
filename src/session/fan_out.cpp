#include "session/fan_out.hpp"

#include "tether/scenario/guarantee.hpp"

namespace tether::session {
namespace {

// one side alone does not know of phases
std::vector<scenario::Phase> phases_of(const scenario::Scenario& scenario, signals::Cast cast) {
  return cast == signals::Cast::both ? scenario.phases : std::vector<scenario::Phase>{};
}

double stored_at_the_start(const scenario::Scenario& scenario, signals::Cast cast) {
  return cast == signals::Cast::follower ? 0 : energy_at_the_start(scenario);
}

// what the link brought to the only side that is here, less what it took from it
double carried(signals::Cast cast, const signals::Tick& leader, const signals::Tick& follower) {
  if (cast == signals::Cast::both) return 0;
  const signals::Tick& own = cast == signals::Cast::leader ? leader : follower;
  return own.received.sample.energy - own.sent.energy;
}

}  // namespace

FanOut::FanOut(const scenario::Scenario& scenario, signals::Cast cast,
               std::vector<record::Observer*> observers)
    : scenario_(scenario),
      cast_(cast),
      events_(phases_of(scenario, cast)),
      monitor_(stored_at_the_start(scenario, cast)),
      observers_(std::move(observers)) {}

void FanOut::observe(record::Observation seen) noexcept {
  const signals::Tick &leader = seen.leader, &follower = seen.follower;
  monitor_.update(time_of(leader, follower), port_of(leader), port_of(follower),
                  carried(cast_, leader, follower));
  seen.events = events_.watch(leader, follower);
  seen.absorbed = monitor_.absorbed();
  for (record::Observer* observer : observers_) observer->observe(seen);
  ++ticks_;
}

void FanOut::conclude(RunResult& result) const {
  result.ticks = ticks_;
  result.certificate = monitor_.certificate(guarantees_passivity(scenario_));
  result.events.assign(events_.all().begin(), events_.all().end());
  result.events_dropped = events_.dropped();
}

}  // namespace tether::session
