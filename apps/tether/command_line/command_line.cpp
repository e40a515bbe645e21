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

  for (const auto add :
       {add_run,      add_sides,      add_sweep,  add_study,    add_reproduce, add_check,
        add_list,     add_replay,     add_report, add_bench,    add_stats,     add_doctor,
        add_keygen,   add_emulate,    add_scan,   add_register, add_tlx,       add_assist,
        add_fixtures, add_completion, add_man,    add_help,     add_version}) {
    add(*app, status);
  }
  return app;
}

}  // namespace tether::apps
