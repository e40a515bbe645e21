#include "session/logs/flight_recorder.hpp"

#include <algorithm>

#include "tether/session/logs/log_file.hpp"

namespace tether::session {

FlightRecorder::FlightRecorder(std::size_t ticks) : ring_(std::max<std::size_t>(ticks, 1)) {}

void FlightRecorder::observe(const record::Observation& seen) noexcept {
  ring_[next_].leader = seen.leader;
  ring_[next_].follower = seen.follower;
  next_ = (next_ + 1) % ring_.size();
  kept_ = std::min(kept_ + 1, ring_.size());
}

void FlightRecorder::write(const std::string& path, const scenario::Scenario& scenario,
                           const robot::Chain& leader, const robot::Chain& follower) const {
  LogFile log(path, scenario, leader, follower, {.excerpt = true});
  record::EventLog events({});
  for (std::size_t i = 0; i < kept_; ++i) {
    const Pair& pair = ring_[(next_ + ring_.size() - kept_ + i) % ring_.size()];
    log.observe({.leader = pair.leader,
                 .follower = pair.follower,
                 .events = events.watch(pair.leader, pair.follower)});
    log.wait_until_ready();
  }
  log.close();
}

}  // namespace tether::session
