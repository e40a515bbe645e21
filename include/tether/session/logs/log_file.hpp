// A session's log as a file: the MCAP writer with the recorders of both sides on it, and the
// resolved scenario attached, so that the log alone suffices to replay the session, and how both
// sides look, so that it suffices to draw it.
#pragma once

#include <optional>
#include <string>

#include "tether/record/mcap/mcap_writer.hpp"
#include "tether/record/recorder.hpp"
#include "tether/scenario/scenario.hpp"

namespace tether::session {

inline constexpr const char* kScenarioAttachment = "scenario.toml";
inline constexpr const char* kSceneAttachment = "scene.json";  // scene_document.hpp
inline constexpr const char* kSessionMetadata = "tether";

// what built this program; two builds may differ in the last bit of a number
std::string build_fingerprint();

// what of a side is recorded besides what every side has
record::OptionalTopics optional_topics(const scenario::Scenario& scenario, signals::SideName side);

class LogFile {
 public:
  // kind: "session" for a whole one, "excerpt" for its last second; cast: whose ticks there are
  LogFile(const std::string& path, const scenario::Scenario& scenario, const robot::Chain& leader,
          const robot::Chain& follower, const std::string& kind = "session",
          signals::Cast cast = signals::Cast::both);

  // scan: first seen by the follower in this tick; null when there was none
  void record(const signals::Tick& leader, const signals::Tick& follower,
              std::span<const record::Event> events,
              const assist::RangeScan* scan = nullptr) noexcept;

  // between ticks, in virtual time: waits for the disk; false when it failed
  bool wait_until_ready() noexcept { return writer_.wait_until_ready(); }
  std::error_code error() const noexcept { return writer_.error(); }
  std::uint64_t dropped() const noexcept { return writer_.dropped(); }
  void close() { writer_.close(); }

 private:
  record::McapWriter writer_;
  record::LogSink sink_;
  record::SideRecorder leader_, follower_;
  std::optional<record::ScanRecorder> scans_;  // of a follower that is driven
  // of worlds in which more moves than the robot
  std::optional<record::SceneRecorder> leader_scene_, follower_scene_;
  record::LinkRecorder link_;
  record::EventRecorder events_;
};

}  // namespace tether::session
