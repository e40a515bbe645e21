#include "tether/session/logs/logged_session.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "tether/core/error.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/logs/log_file.hpp"

namespace tether::session {
namespace {

// a record of metadata, empty where the log has none of that name
record::McapMap metadata(const record::McapReader& log, std::string_view name) {
  for (const auto& record : log.metadata()) {
    if (record.name == name) return record.values;
  }
  return {};
}

std::string value_of(const record::McapMap& values, std::string_view key) {
  for (const auto& [k, v] : values) {
    if (k == key) return v;
  }
  return {};
}

std::string text_of(const record::McapAttachment& attached) {
  return {reinterpret_cast<const char*>(attached.data.data()), attached.data.size()};
}

scenario::Scenario scenario_of(const record::McapReader& log, const std::string& path,
                               const scenario::SharedExtensions& extensions) {
  const auto& attachments = log.attachments();
  const auto scenario = std::find_if(attachments.begin(), attachments.end(),
                                     [](const auto& a) { return a.name == kScenarioAttachment; });
  if (scenario == attachments.end()) {
    throw core::InputError({path}, "no scenario in this log; it was not written by tether");
  }
  scenario::NamedFiles files;
  for (const record::McapAttachment& attached : attachments) {
    if (!attached.name.starts_with(kNamedFile)) continue;
    files.emplace(attached.name.substr(std::string_view(kNamedFile).size()),
                  std::make_shared<const std::string>(text_of(attached)));
  }
  return scenario::parse_scenario(text_of(*scenario), path + "#" + kScenarioAttachment, extensions,
                                  std::move(files));
}

signals::LocalSides local_sides_of(const std::string& text) {
  for (const auto sides : {signals::LocalSides::leader, signals::LocalSides::follower}) {
    if (text == name(sides)) return sides;
  }
  return signals::LocalSides::both;
}

std::optional<LoggedSession::End> end_of(const record::McapMap& values) {
  if (values.empty()) return {};
  LoggedSession::End end;
  const std::string kind = value_of(values, "end");
  for (const auto known : {RunEnd::completed, RunEnd::stopped, RunEnd::fault}) {
    if (kind == name(known)) end.end = known;
  }
  const std::string duration = value_of(values, "duration");
  std::from_chars(duration.data(), duration.data() + duration.size(), end.duration);
  if (const auto done = value_of(values, "task_done"); !done.empty()) end.task_done = done == "yes";
  end.failure = value_of(values, "failure");
  return end;
}

}  // namespace

LoggedSession logged_session(const record::McapReader& log, const std::string& path,
                             const scenario::SharedExtensions& extensions) {
  const record::McapMap values = metadata(log, kSessionMetadata);
  if (value_of(values, "kind") == "excerpt") {
    throw core::InputError({path},
                           "this is the last second before a fault, not a session; take log.mcap "
                           "beside it");
  }
  LoggedSession session{.scenario = scenario_of(log, path, extensions),
                        .local_sides = local_sides_of(value_of(values, "sides")),
                        .wall_time = value_of(values, "time") == "wall",
                        .served = value_of(values, "served") == "yes",
                        // logs that do not say are of times when the simulated world stood still
                        // for a late tick
                        .by_clock = value_of(values, "physics") == name(scenario::Physics::clock),
                        .build = value_of(values, "build"),
                        .end = end_of(metadata(log, kEndMetadata))};
  session.scenario.name = value_of(values, "scenario");
  return session;
}

LoggedSession logged_session(const std::string& path,
                             const scenario::SharedExtensions& extensions) {
  if (!std::filesystem::exists(path)) throw core::InputError({path}, "no such log");
  return logged_session(record::McapReader(path), path, extensions);
}

}  // namespace tether::session
