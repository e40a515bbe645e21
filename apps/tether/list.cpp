// tether list: what scenarios can name.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "apps/tether/command_line/key_listing.hpp"
#include "apps/tether/commands.hpp"
#include "tether/link/emulated/presets.hpp"
#include "tether/passivity/methods/methods.hpp"
#include "tether/robot/catalogue.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/scenario/schema/coupling_fields.hpp"
#include "tether/signals/metric_names.hpp"

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
  for (const std::string& name : scenario::shipped_scenarios()) {
    rows.emplace_back(name, scenario::load_scenario(name).title);
  }
  print_rows("scenarios", rows);

  print_rows("robots", catalogue_rows(robot::can_follow));
  print_rows("devices", catalogue_rows(robot::can_be_held));
  rows.clear();
  for (const auto& coupling : scenario::kCouplingNames) {
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

int list_metrics() {
  Rows rows;
  for (const signals::MetricName& metric : signals::kMetricNames) {
    if (metric.of_every_session()) rows.emplace_back(metric.name, fmt::format("[{}]", metric.unit));
  }
  print_rows("of every session", rows);
  rows.clear();
  for (const signals::MetricName& metric : signals::kMetricNames) {
    if (metric.of_every_session()) continue;
    const bool of_task = !metric.task.empty();
    rows.emplace_back(metric.name,
                      fmt::format("{:<5}  {} = \"{}\"", fmt::format("[{}]", metric.unit),
                                  of_task ? "operator.task" : "coupling.kind",
                                  of_task ? metric.task : metric.coupling));
  }
  print_rows("only with", rows);
  return kOk;
}

void add_list_keys(CLI::App& list, int& status) {
  struct Options {
    std::string prefix;
    bool markdown = false;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = list.add_subcommand("keys", "Every key of a scenario");
  command->add_option("prefix", options->prefix, "Only keys that begin so, such as link.udp");
  command->add_flag("--markdown", options->markdown, "As the page of the manual");
  command->footer("Example:  tether list keys passivity");
  command->callback([&status, options] {
    const auto keys = keys_below(scenario_keys(), options->prefix);
    fmt::print("{}", options->markdown ? markdown_page(keys) : terminal_listing(keys));
    status = kOk;
  });
}

}  // namespace

void add_list(CLI::App& app, int& status) {
  CLI::App* command =
      app.add_subcommand("list", "List scenarios, robots, devices, couplings, methods, links");
  command->footer("Example:  tether list\n          tether list keys passivity");
  add_list_keys(*command, status);
  CLI::App* metrics = command->add_subcommand("metrics", "Every metric of a session and its unit");
  metrics->footer("Example:  tether list metrics");
  metrics->callback([&status] { status = list_metrics(); });
  command->callback([&status, command] {
    if (command->get_subcommands().empty()) status = list();
  });
}

}  // namespace tether::apps
