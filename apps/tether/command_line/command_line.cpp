#include "apps/tether/command_line/command_line.hpp"

#include "apps/tether/command_line/help_page.hpp"
#include "apps/tether/commands.hpp"
#include "tether/core/version.hpp"

namespace tether::apps {

std::atomic<bool> stop_requested{false};
std::atomic<bool> pause_requested{false};

std::unique_ptr<CLI::App> make_command_line(int& status) {
  auto app = std::make_unique<CLI::App>(
      "Haptic bilateral teleoperation: a hand here, a robot there, any network between.", "tether");
  app->set_help_flag("-h,--help", "Show this");
  app->set_version_flag("--version", "tether " TETHER_VERSION, "Show the version");
  // before the subcommands, which take it over
  app->formatter_fn([](const CLI::App* shown, const std::string&, CLI::AppFormatMode) {
    return help_page(describe(*shown));
  });
  app->require_subcommand(1);
  app->footer("Example:  tether run omega_lwr_wall");

  add_run(*app, status);
  add_sides(*app, status);
  add_sweep(*app, status);
  add_study(*app, status);
  add_reproduce(*app, status);
  add_check(*app, status);
  add_list(*app, status);
  add_replay(*app, status);
  add_report(*app, status);
  add_bench(*app, status);
  add_stats(*app, status);
  add_doctor(*app, status);
  add_keygen(*app, status);
  add_emulate(*app, status);
  add_scan(*app, status);
  add_register(*app, status);
  add_tlx(*app, status);
  add_assist(*app, status);
  add_fixtures(*app, status);
  add_completion(*app, status);
  add_man(*app, status);
  add_help(*app, status);
  add_version(*app, status);
  return app;
}

}  // namespace tether::apps
