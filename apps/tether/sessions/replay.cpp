// tether replay: recorded inputs through today's controllers.
#include <fmt/format.h>

#include "apps/tether/commands.hpp"
#include "apps/tether/sessions/plugins.hpp"
#include "apps/tether/sessions/session_output.hpp"

namespace tether::apps {

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

}  // namespace tether::apps
