// tether study: the documents' experiments, ours beside theirs.
#include "apps/tether/commands.hpp"
#include "apps/tether/studies/studies.hpp"
#include "tether/core/whole_file.hpp"

namespace tether::apps {

std::string left(const std::string& folder, const char* name, std::string_view content) {
  core::make_directory(folder);
  const auto path = std::filesystem::path(folder) / name;
  core::write_whole(path, content);
  return path.string();
}

void add_study(CLI::App& app, int& status) {
  CLI::App* study =
      app.add_subcommand("study", "Repeat an experiment of the documents, ours beside theirs");
  study->require_subcommand(1);
  study->footer("Example:  tether study positioning --operators 4");
  for (const auto add : {add_user_studies, add_passivity_study, add_delay_study, add_timing_study,
                         add_human_arm_study, add_cat_statistics_study, add_coupling_study,
                         add_tool_pickup_study, add_platform_study, add_drive_study}) {
    add(*study, status);
  }
}

}  // namespace tether::apps
