// A session's log as a file: the MCAP writer with the recorders of both sides on it, and the
// resolved scenario attached and the files that it names, so that the log alone suffices to replay
// the session, and how both sides look, so that it suffices to draw it.
#pragma once

#include <string>

#include "tether/record/mcap/mcap_writer.hpp"
#include "tether/session/logs/session_recorder.hpp"

namespace tether::session {

struct RunResult;  // runner.hpp

inline constexpr const char* kScenarioAttachment = "scenario.toml";
inline constexpr const char* kNamedFile = "file:";  // how attachments begin that it names
inline constexpr const char* kSceneAttachment = "scene.json";  // scene_document.hpp
inline constexpr const char* kSessionMetadata = "tether";
inline constexpr const char* kEndMetadata = "tether end";

// what built this program; two builds may differ in the last bit of a number
std::string build_fingerprint();

// of a log, besides its session
struct LogParams {
  bool excerpt = false;  // the last second before a fault, not a whole session
  signals::LocalSides local_sides = signals::LocalSides::both;
  bool wall_time = false;
  bool served = false;  // somebody outside may lead and change it
};

class LogFile final : public record::Observer {
 public:
  LogFile(const std::string& path, const scenario::Scenario& scenario, const robot::Chain& leader,
          const robot::Chain& follower, const LogParams& params = {});

  void observe(const record::Observation& seen) noexcept override { recorder_.observe(seen); }

  // between ticks, in virtual time: waits for the disk; false when it failed
  bool wait_until_ready() noexcept { return writer_.wait_until_ready(); }
  std::error_code error() const noexcept { return writer_.error(); }
  std::uint64_t dropped() const noexcept { return writer_.dropped(); }
  // with how the session ended
  void close(const RunResult& result);
  void close() { writer_.close(); }

 private:
  record::McapWriter writer_;
  record::LogSink sink_;
  SessionRecorder recorder_;
};

}  // namespace tether::session
