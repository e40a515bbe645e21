#include "tether/session/logs/log_file.hpp"

#include <fmt/format.h>

#include "tether/session/logs/scene_document.hpp"
#include "tether/session/runner.hpp"

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

LogFile::LogFile(const std::string& path, const scenario::Scenario& scenario,
                 const robot::Chain& leader, const robot::Chain& follower, const LogParams& params)
    : writer_(path),
      sink_(writer_),
      recorder_(sink_, scenario, leader, follower,
                optional_topics(scenario, signals::SideName::leader, params.served),
                optional_topics(scenario, signals::SideName::follower, params.served)) {
  writer_.add_metadata(kSessionMetadata, {{"kind", params.excerpt ? "excerpt" : "session"},
                                          {"sides", name(params.local_sides)},
                                          {"scenario", scenario.name},
                                          {"seed", std::to_string(scenario.seed)},
                                          {"physics", name(scenario.session.physics)},
                                          {"time", params.wall_time ? "wall" : "virtual"},
                                          {"served", params.served ? "yes" : "no"},
                                          {"build", build_fingerprint()}});
  writer_.add_attachment(kScenarioAttachment, "application/toml",
                         std::as_bytes(std::span(scenario.text)));
  for (const auto& [file, content] : scenario.files) {
    writer_.add_attachment(kNamedFile + file, "application/octet-stream",
                           std::as_bytes(std::span(*content)));
  }
  const SceneModels scenes = scene_models(scenario);
  const auto add_scene = [&](signals::SideName side, const auto& scene, const auto& chain) {
    const auto names = unmeasured_coordinates(scene, chain.joint_count);
    if (!names.empty()) recorder_.add_scene(side, names);
  };
  add_scene(signals::SideName::leader, scenes.leader, leader);
  add_scene(signals::SideName::follower, scenes.follower, follower);
  const std::string looks = scene_document(scenario, scenes);
  writer_.add_attachment(kSceneAttachment, "application/json", std::as_bytes(std::span(looks)));
}

void LogFile::close(const RunResult& result) {
  const auto yes_or_no = [](bool yes) { return yes ? "yes" : "no"; };
  writer_.add_metadata(kEndMetadata,
                       {{"end", name(result.end)},
                        {"duration", fmt::format("{}", result.duration)},
                        {"task_done", result.task_done ? yes_or_no(*result.task_done) : ""},
                        {"failure", result.failure}});
  writer_.close();
}

}  // namespace tether::session
