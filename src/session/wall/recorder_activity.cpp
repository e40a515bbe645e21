#include "session/wall/recorder_activity.hpp"

namespace tether::session {
namespace {

// how often a full log is waited for [ticks]
constexpr std::uint64_t kRecorderPause = 256;

// what a side saw in a tick that it made, if it saw something
template <class T, std::size_t kRoom>
const T* taken_in(const signals::Tick& tick, SightStream<T, kRoom>* stream) noexcept {
  if (stream == nullptr || tick.origin != signals::TickOrigin::made) return nullptr;
  return stream->of(tick.index);
}

}  // namespace

RecorderActivity::RecorderActivity(RecorderParts parts, TickStream* leader, TickStream* follower,
                                   ScanStream* scans)
    : parts_(std::move(parts)),
      pairing_(leader, follower),
      scans_(scans),
      flight_(static_cast<std::size_t>(parts_.scenario.rate)),
      fan_out_(parts_.scenario, parts_.local_sides, parts_.observers) {
  fan_out_.add(flight_);
}

void RecorderActivity::configure_resources() {
  if (parts_.log_path.empty()) return;
  log_ = std::make_unique<LogFile>(parts_.log_path, parts_.scenario, parts_.leader, parts_.follower,
                                   LogParams{.local_sides = parts_.local_sides,
                                             .wall_time = true,
                                             .served = parts_.changes != nullptr});
  fan_out_.add(*log_);
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

void RecorderActivity::clean() noexcept { drain(true); }

void RecorderActivity::close(const RunResult& result) {
  if (log_) log_->close(result);
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
  record::ChangeMade change;
  while (parts_.changes != nullptr && parts_.changes->pop(change)) fan_out_.note(change);
  fan_out_.observe({.leader = leader,
                    .follower = follower,
                    .scan = taken_in(follower, scans_),
                    .leader_scene = taken_in(leader, parts_.leader_scenes),
                    .follower_scene = taken_in(follower, parts_.follower_scenes)});
  if (log_ && fan_out_.ticks() % kRecorderPause == 0) log_->wait_until_ready();
  end_ = time_of(leader, follower);
}

}  // namespace tether::session
