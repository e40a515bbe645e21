#include "session/logs/flight_recorder.hpp"

#include <algorithm>

#include "tether/session/logs/log_file.hpp"

namespace tether::session {

FlightRecorder::FlightRecorder(std::size_t ticks) : ring_(std::max<std::size_t>(ticks, 1)) {}

void FlightRecorder::keep(const signals::Tick& leader, const signals::Tick& follower) noexcept {
  ring_[next_].leader = leader;
  ring_[next_].follower = follower;
  next_ = (next_ + 1) % ring_.size();
  kept_ = std::min(kept_ + 1, ring_.size());
}

void FlightRecorder::write(const std::string& path, const scenario::Scenario& scenario,
                           const robot::Chain& leader, const robot::Chain& follower) const {
  LogFile log(path, scenario, leader, follower, "excerpt");
  record::EventLog events({});
  for (std::size_t i = 0; i < kept_; ++i) {
    const Pair& pair = ring_[(next_ + ring_.size() - kept_ + i) % ring_.size()];
    log.record(pair.leader, pair.follower, events.watch(pair.leader, pair.follower));
    log.wait_until_ready();
  }
  log.close();
}

}  // namespace tether::session
