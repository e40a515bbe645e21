// Who receives the ticks of a session in wall time and keeps them: log, events,
// certificate, flight recorder, observers. It runs at its own pace on an ordinary thread, waits for
// the disk when it must, and drains what is left when all else has come to rest.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "session/fan_out.hpp"
#include "session/logs/flight_recorder.hpp"
#include "session/wall/sight_stream.hpp"
#include "session/wall/tick_pairing.hpp"
#include "tether/core/latest_value.hpp"
#include "tether/runtime/coordination/activity.hpp"
#include "tether/session/logs/log_file.hpp"
#include "tether/session/wall/wall_link.hpp"

namespace tether::session {

// the latest of both sides
struct TickPair {
  signals::Tick leader, follower;
};

struct RecorderParts {
  const scenario::Scenario& scenario;
  const robot::Chain& leader;
  const robot::Chain& follower;
  signals::LocalSides local_sides = signals::LocalSides::both;
  std::string log_path;  // empty = no log
  std::vector<record::Observer*> observers;
  // pictures of simulated worlds; may be null
  SceneStream* leader_scenes = nullptr;
  SceneStream* follower_scenes = nullptr;
  record::ChangesMade* changes = nullptr;  // that somebody outside made, in words
};

class RecorderActivity final : public runtime::Activity {
 public:
  // null: that side is in another process
  RecorderActivity(RecorderParts parts, TickStream* leader, TickStream* follower,
                   ScanStream* scans = nullptr);

  std::string_view name() const noexcept override { return "recorder"; }
  void configure_resources() override;
  void configure_capabilities() override {}
  core::Fault compute(core::Time now) noexcept override;
  bool pause(core::Time now) noexcept override;
  void clean() noexcept override;

  // one other thread, at any time
  bool latest(TickPair& pair) noexcept { return latest_.read(pair); }

  // when the session is over
  const FanOut& fan_out() const noexcept { return fan_out_; }
  const FlightRecorder& flight() const noexcept { return flight_; }
  // messages that the log has not
  std::uint64_t dropped() const noexcept { return log_ ? log_->dropped() : 0; }
  core::Time end() const noexcept { return end_; }
  // once all have come to rest: ends the log with what became of the session; core::IoError
  void close(const RunResult& result);

 private:
  void drain(bool to_the_end) noexcept;
  void keep(const signals::Tick& leader, const signals::Tick& follower) noexcept;

  RecorderParts parts_;
  TickPairing pairing_;
  ScanStream* scans_;  // of a follower that is driven; may be null
  FlightRecorder flight_;
  FanOut fan_out_;
  std::unique_ptr<LogFile> log_;
  core::LatestValue<TickPair> latest_;
  core::Time end_;
};

}  // namespace tether::session
