// tether study: the documents' experiments, ours beside theirs.
#include "apps/tether/commands.hpp"
#include "apps/tether/studies/studies.hpp"

namespace tether::apps {

void add_study(CLI::App& app, int& status) {
  CLI::App* study =
      app.add_subcommand("study", "Repeat an experiment of the documents, ours beside theirs");
  study->require_subcommand(1);
  study->footer("Example:  tether study positioning --operators 4");
  add_user_studies(*study, status);
  add_passivity_study(*study, status);
  add_timing_study(*study, status);
  add_human_arm_study(*study, status);
  add_cat_statistics_study(*study, status);
  add_coupling_study(*study, status);
  add_tool_pickup_study(*study, status);
  add_platform_study(*study, status);
  add_drive_study(*study, status);
}

}  // namespace tether::apps
