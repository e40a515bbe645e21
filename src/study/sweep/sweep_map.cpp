#include "study/sweep/sweep_map.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "tether/core/shell_word.hpp"

namespace tether::study {
namespace {

using nlohmann::ordered_json;

MapColumn::Role role_of(const std::string& role) {
  if (role == "axis") return MapColumn::Role::axis;
  if (role == "seed") return MapColumn::Role::repeat;
  if (role == "job") return MapColumn::Role::label;
  return MapColumn::Role::figure;
}

std::string sweep_command(const ordered_json& plan) {
  std::string command = "tether sweep " + core::shell_word(plan.at("scenario").get<std::string>());
  const auto add = [&](const char* option, const std::string& value) {
    command += fmt::format(" {} {}", option, core::shell_word(value));
  };
  for (const auto& axis : plan.at("vary")) add("--vary", axis);
  for (const auto& assignment : plan.at("set")) add("--set", assignment);
  if (const auto samples = plan.at("samples").get<int>(); samples > 0) {
    add("--samples", std::to_string(samples));
  }
  if (const auto seeds = plan.at("seeds").get<int>(); seeds > 1) {
    add("--seeds", std::to_string(seeds));
  }
  if (const auto phase = plan.at("phase").get<std::string>(); !phase.empty()) add("--phase", phase);
  return command;
}

}  // namespace

MapData sweep_map(const SweepTable& table) {
  const ordered_json& plan = table.plan;
  MapData map;
  std::vector<std::string> keys;
  for (const auto& column : plan.at("columns")) {
    const MapColumn::Role role = role_of(column.at("role"));
    if (role == MapColumn::Role::axis) keys.push_back(column.at("name"));
    map.columns.push_back({.name = column.at("name"),
                           .unit = column.at("unit"),
                           .role = role,
                           .sampled = column.value("sampled", false),
                           .log = column.value("log", false)});
  }
  for (const auto& [job, line] : table.lines) map.rows.push_back(csv_cells(line));

  const std::string phase = plan.at("phase");
  map.title = plan.at("title");
  map.description = fmt::format("How the outcome depends on {}.",
                                fmt::join(keys, keys.size() == 2 ? " and " : ", "));
  map.parts = {{"Scenario", plan.at("scenario")},
               {"Sessions", table.lines.size() == table.jobs()
                                ? std::to_string(table.jobs())
                                : fmt::format("{} of {}", table.lines.size(), table.jobs())},
               {"Seeds per cell", std::to_string(plan.at("seeds").get<int>())},
               {"Figures of", phase.empty() ? "the whole session" : "phase " + phase}};
  map.flag = "fault";
  map.command = plan.at("command");
  map.made_by = sweep_command(plan);
  return map;
}

}  // namespace tether::study
