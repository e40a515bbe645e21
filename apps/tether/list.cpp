// tether list: what scenarios can name.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "apps/tether/command_line/key_listing.hpp"
#include "apps/tether/commands.hpp"
#include "apps/tether/sessions/plugins.hpp"
#include "tether/link/emulated/presets.hpp"
#include "tether/robot/catalogue.hpp"
#include "tether/scenario/extensions.hpp"
#include "tether/scenario/scenario_file.hpp"
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

// what is registered, after what is there besides
template <class Entry>
void print_parts(const char* heading, const core::Registry<Entry>& parts, Rows rows = {}) {
  for (const Entry& part : parts) rows.emplace_back(part.name, part.help);
  if (!rows.empty()) print_rows(heading, rows);
}

int list(const scenario::Extensions& extensions) {
  Rows rows;
  for (const std::string& name : scenario::shipped_scenarios()) {
    rows.emplace_back(name, scenario::load_scenario(name).title);
  }
  print_rows("scenarios", rows);
  Rows robots = catalogue_rows(robot::can_follow), devices = catalogue_rows(robot::can_be_held);
  for (const scenario::DeviceDriver& driver : extensions.devices) {
    if (driver.follower) robots.emplace_back(driver.name, driver.help);
    if (driver.leader) devices.emplace_back(driver.name, driver.help);
  }
  print_rows("robots", robots);
  print_rows("devices", devices);
  print_parts("couplings", extensions.couplings);
  print_parts("passivity methods", extensions.methods);
  print_parts("tasks", extensions.tasks);
  print_parts("fixture laws of plug-ins", extensions.fixture_laws);
  rows.clear();
  for (const auto& preset : link::presets()) rows.emplace_back(preset.name, preset.description);
  print_rows("links", rows);
  return kOk;
}

int list_metrics(const scenario::Extensions& extensions) {
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
  rows.clear();
  for (const scenario::MetricDefinition& metric : extensions.metrics) {
    rows.emplace_back(metric.name,
                      fmt::format("{:<5}  {}", fmt::format("[{}]", metric.unit), metric.help));
  }
  if (!rows.empty()) print_rows("of plug-ins", rows);
  return kOk;
}

void add_list_keys(CLI::App& list, int& status) {
  struct Options {
    std::string prefix;
    bool markdown = false;
    std::vector<std::string> plugins;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = list.add_subcommand("keys", "Every key of a scenario");
  command->add_option("prefix", options->prefix, "Only keys that begin so, such as link.udp");
  command->add_flag("--markdown", options->markdown, "As the page of the manual");
  add_plugin_option(*command, options->plugins);
  command->footer("Example:  tether list keys passivity");
  command->callback([&status, options] {
    const auto keys = keys_below(scenario_keys(load_plugins(options->plugins)), options->prefix);
    fmt::print("{}", options->markdown ? markdown_page(keys) : terminal_listing(keys));
    status = kOk;
  });
}

}  // namespace

void add_list(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand(
      "list", "List scenarios, robots, devices, couplings, methods, tasks, links");
  command->footer("Example:  tether list\n          tether list keys passivity");
  auto plugins = std::make_shared<std::vector<std::string>>();
  add_plugin_option(*command, *plugins);
  add_list_keys(*command, status);
  CLI::App* metrics = command->add_subcommand("metrics", "Every metric of a session and its unit");
  auto of_metrics = std::make_shared<std::vector<std::string>>();
  add_plugin_option(*metrics, *of_metrics);
  metrics->footer("Example:  tether list metrics");
  metrics->callback([&status, of_metrics] { status = list_metrics(*load_plugins(*of_metrics)); });
  command->callback([&status, command, plugins] {
    if (command->get_subcommands().empty()) status = list(*load_plugins(*plugins));
  });
}

}  // namespace tether::apps
