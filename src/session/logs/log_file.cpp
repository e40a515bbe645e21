#include "tether/session/logs/log_file.hpp"

#include <fmt/format.h>

#include "tether/scenario/guarantee.hpp"
#include "tether/scenario/session_traits.hpp"
#include "tether/session/logs/scene_document.hpp"

namespace tether::session {

std::string build_fingerprint() {
  return fmt::format("gcc {} {}{}{}", __VERSION__,
#ifdef NDEBUG
                     "release",
#else
                     "debug",
#endif
#ifdef __AVX2__
                     " avx2",
#else
                     "",
#endif
#ifdef __FMA__
                     " fma"
#else
                     ""
#endif
  );
}

record::OptionalTopics optional_topics(const scenario::Scenario& scenario, signals::SideName side) {
  return {.guard = scenario::is_guarded(scenario, side),
          .assist = side == signals::SideName::leader && scenario.assist.present(),
          .drive = scenario::has_scanner(scenario),
          .actual = side == signals::SideName::follower && scenario::has_course(scenario)};
}

namespace {

// what joint positions do not tell
void add_scene(std::optional<record::SceneRecorder>& recorder, record::MessageSink& sink,
               signals::SideName side, const sim::SceneModel& scene, const robot::Chain& chain) {
  const auto names = untold_coordinates(scene, chain.joint_count);
  if (!names.empty()) recorder.emplace(sink, side, names);
}

}  // namespace

LogFile::LogFile(const std::string& path, const scenario::Scenario& scenario,
                 const robot::Chain& leader, const robot::Chain& follower, const std::string& kind,
                 signals::Cast cast)
    : writer_(path),
      sink_(writer_),
      leader_(sink_, signals::SideName::leader, leader,
              optional_topics(scenario, signals::SideName::leader)),
      follower_(sink_, signals::SideName::follower, follower,
                optional_topics(scenario, signals::SideName::follower)),
      link_(sink_, scenario.rate),
      events_(sink_) {
  if (has_scanner(scenario)) scans_.emplace(sink_);
  writer_.add_metadata(kSessionMetadata, {{"kind", kind},
                                          {"sides", name(cast)},
                                          {"scenario", scenario.name},
                                          {"seed", std::to_string(scenario.seed)},
                                          {"physics", name(scenario.session.physics)},
                                          {"build", build_fingerprint()}});
  writer_.add_attachment(kScenarioAttachment, "application/toml",
                         std::as_bytes(std::span(scenario.text)));
  const SceneModels scenes = scene_models(scenario);
  add_scene(leader_scene_, sink_, signals::SideName::leader, scenes.leader, leader);
  add_scene(follower_scene_, sink_, signals::SideName::follower, scenes.follower, follower);
  const std::string looks = scene_document(scenario, scenes);
  writer_.add_attachment(kSceneAttachment, "application/json", std::as_bytes(std::span(looks)));
}

void LogFile::record(const signals::Tick& leader, const signals::Tick& follower,
                     std::span<const record::Event> events,
                     const assist::RangeScan* scan) noexcept {
  leader_.record(leader, follower);
  follower_.record(follower, leader);
  if (leader_scene_) leader_scene_->record(leader);
  if (follower_scene_) follower_scene_->record(follower);
  if (scans_ && scan != nullptr) scans_->record(*scan, follower);
  link_.record(leader, follower);
  for (const record::Event& event : events) {
    events_.record(index_of(leader, follower), event);
  }
}

}  // namespace tether::session
