// tether run: one session from a scenario to a report; tether leader, tether follower: its two
// sides as two processes.
#include "apps/tether/commands.hpp"
#include "apps/tether/sessions/session_output.hpp"

namespace tether::apps {
namespace {

void add_side(CLI::App& app, int& status, const char* side, signals::LocalSides sides,
              const char* description) {
  auto arguments = std::make_shared<SessionArguments>();
  arguments->command = side;
  arguments->pace = report::Pace::wall_time;
  arguments->local_sides = sides;
  CLI::App* command = app.add_subcommand(side, description);
  add_session_options(*command, *arguments);
  command->footer(
      "The sides find each other at the addresses of [link.udp] and know each other by a key.\n"
      "Either may start first, stop and come back; the other holds still, or goes limp, "
      "meanwhile.\n"
      "It ends when the scenario's time is over after they met, or with Ctrl-C.\n\n"
      "Example, two machines with the same key file:\n"
      "  tether keygen --out tether.key\n"
      "  tether follower omega_lwr_wall --set link.udp.leader=10.0.0.1:7401 \\\n"
      "                                 --set link.udp.follower=10.0.0.2:7402\n"
      "  tether leader   omega_lwr_wall --set link.udp.leader=10.0.0.1:7401 \\\n"
      "                                 --set link.udp.follower=10.0.0.2:7402");
  command->callback([arguments, &status] { status = run_session(*arguments); });
}

}  // namespace

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

void add_sides(CLI::App& app, int& status) {
  add_side(app, status, "leader", signals::LocalSides::leader,
           "Run the operator's side, with a real link to the other");
  add_side(app, status, "follower", signals::LocalSides::follower,
           "Run the robot's side, with a real link to the other");
}

}  // namespace tether::apps
