// tether replay: recorded inputs through today's controllers; tether report: summary and report of
// a session from its log alone.
#include <filesystem>

#include <fmt/format.h>

#include "apps/tether/commands.hpp"
#include "apps/tether/sessions/plugins.hpp"
#include "apps/tether/sessions/session_output.hpp"
#include "tether/core/error.hpp"

namespace tether::apps {
namespace {

namespace fs = std::filesystem;

// whether a log's messages came out the same when its inputs were replayed; the exit status
int print_replay(const session::ReplayResult& result) {
  fmt::print("{}  {} ticks, {} messages compared\n", result.scenario, result.run.ticks,
             result.messages);
  if (result.truncated) fmt::print("the log breaks off; it was replayed as far as it goes\n");
  if (result.changes > 0) {
    fmt::print("the session was changed {} {} while it ran; so it was now\n", result.changes,
               result.changes == 1 ? "time" : "times");
  }
  if (!result.first) {
    fmt::print("no difference\n");
    return kOk;
  }
  fmt::print("{} messages differ; the first at tick {} ({:.3f} s), {}: {}\n", result.differences,
             result.first->tick, core::seconds(result.first->time), result.first->topic,
             result.first->detail);
  if (!result.recorded_by.empty()) {
    fmt::print(
        "the log was written by another build ({}), whose numbers may differ in the last bit\n",
        result.recorded_by);
  }
  return kExpectationFailed;
}

// the log's own folder, unless a report is there already
fs::path beside(const fs::path& log) {
  const fs::path folder = log.has_parent_path() ? log.parent_path() : fs::path(".");
  for (const char* name : {"summary.json", "report.html"}) {
    if (fs::exists(folder / name)) {
      throw core::InputError(
          {(folder / name).string()},
          "is there already; choose another folder with --out, or this one to write it again");
    }
  }
  return folder;
}

int report(const std::string& log, const std::string& out,
           const std::vector<std::string>& plugins) {
  const auto made = report::report_log(log, out.empty() ? beside(log) : fs::path(out),
                                       fmt::format("tether report {}", log), load_plugins(plugins));
  const int status = print_replay(made.replayed);
  if (!made.run) {
    fmt::print("no report: it would be of another session than the recorded one\n");
    return status;
  }
  if (made.replayed.truncated) {
    fmt::print("how the session ended is not in the log; it counts as stopped\n");
  }
  return print_outcome(*made.run, made.scenario, made.local_sides);
}

}  // namespace

void add_replay(CLI::App& app, int& status) {
  auto path = std::make_shared<std::string>();
  auto plugins = std::make_shared<std::vector<std::string>>();
  CLI::App* command =
      app.add_subcommand("replay", "Send a log's inputs through today's controllers and compare");
  command->add_option("log", *path, "log.mcap of a session")->required()->type_name("LOG.mcap");
  add_plugin_option(*command, *plugins);
  command->footer(
      "Exit status: 0 nothing differs, 1 something does, 2 not a log.\n\n"
      "Example:  tether replay out/omega_lwr_wall/log.mcap");
  command->callback([path, plugins, &status] {
    status = print_replay(session::replay(*path, load_plugins(*plugins)));
  });
}

void add_report(CLI::App& app, int& status) {
  auto log = std::make_shared<std::string>();
  auto out = std::make_shared<std::string>();
  auto plugins = std::make_shared<std::vector<std::string>>();
  CLI::App* command = app.add_subcommand("report", "Make summary and report from a log alone");
  command->add_option("log", *log, "log.mcap of a session")->required()->type_name("LOG.mcap");
  command->add_option("--out", *out, "Where summary and report go (the log's folder)")
      ->type_name("DIR");
  add_plugin_option(*command, *plugins);
  command->footer(
      "The log's inputs are sent through today's controllers; a log that they do not repeat\n"
      "bit for bit gets no report. What the machine did in wall time is not in a log.\n\n"
      "Exit status: as that of the session (tether run --help), 1 where the replay differs.\n\n"
      "Example:  tether report out/omega_lwr_wall/log.mcap --out /tmp/again");
  command->callback([log, out, plugins, &status] { status = report(*log, *out, *plugins); });
}

}  // namespace tether::apps
