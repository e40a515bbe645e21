// tether run: one session from a scenario to a report.
#include "apps/tether/commands.hpp"
#include "apps/tether/sessions/session_output.hpp"

namespace tether::apps {

void add_run(CLI::App& app, int& status) {
  auto arguments = std::make_shared<SessionArguments>();
  arguments->command = "run";
  CLI::App* command = app.add_subcommand("run", "Run a scenario and leave a report");
  add_session_options(*command, *arguments);
  command->add_flag_callback(
      "--realtime", [arguments] { arguments->pace = report::Pace::wall_time; },
      "In wall time, each side on a real-time thread");
  add_serving_options(*command, arguments->serving);
  command->footer(
      "Exit status: 0 pass, 1 fail or the sides never met, 2 bad input, 3 a fault, a\n"
      "safety stop or a disk that cannot be written, 130 stopped by Ctrl-C.\n\n"
      "Example:  tether run omega_lwr_wall --set seed=7 --out /tmp/seven\n"
      "          tether run omega_lwr_wall --serve");
  command->callback([arguments, &status] { status = run_session(*arguments); });
}

}  // namespace tether::apps
