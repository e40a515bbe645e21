// tether list: what scenarios can name.
#include <algorithm>

#include "apps/tether/commands.hpp"
#include <fmt/format.h>

#include "tether/link/presets.hpp"
#include "tether/passivity/methods.hpp"
#include "tether/robot/catalogue.hpp"
#include "tether/session/coupling_fields.hpp"
#include "tether/session/scenario_file.hpp"

namespace tether::apps {
namespace {

using Rows = std::vector<std::pair<std::string, std::string>>;

void print_rows(const char* heading, const Rows& rows) {
  std::size_t width = 0;
  for (const auto& row : rows) width = std::max(width, row.first.size());
  fmt::print("{}\n", heading);
  for (const auto& [name, text] : rows) fmt::print("  {:<{}}  {}\n", name, width, text);
  fmt::print("\n");
}

Rows catalogue_rows(bool (*suits)(robot::RobotKind) noexcept) {
  Rows rows;
  for (const auto& entry : robot::catalogue()) {
    if (suits(entry.kind)) rows.emplace_back(entry.name, entry.description);
  }
  return rows;
}

int list() {
  Rows rows;
  for (const std::string& name : session::shipped_scenarios()) {
    rows.emplace_back(name, session::load_scenario(name).title);
  }
  print_rows("scenarios", rows);

  print_rows("robots", catalogue_rows(robot::can_follow));
  print_rows("devices", catalogue_rows(robot::can_be_held));
  rows.clear();
  for (const auto& coupling : session::kCouplingNames) {
    rows.emplace_back(coupling.name, coupling.description);
  }
  print_rows("couplings", rows);
  rows.clear();
  for (const auto& method : passivity::methods()) {
    rows.emplace_back(method.name, method.description);
  }
  print_rows("passivity methods", rows);
  rows.clear();
  for (const auto& preset : link::presets()) rows.emplace_back(preset.name, preset.description);
  print_rows("links", rows);
  return kOk;
}

}  // namespace

void add_list(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand(
      "list", "List scenarios, robots, devices, couplings, passivity methods, links");
  command->footer("Example:  tether list");
  command->callback([&status] { status = list(); });
}

}  // namespace tether::apps
