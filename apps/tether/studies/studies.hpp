// The studies of `tether study`, one file each or one for a family. Each adds itself as a
// subcommand and, when chosen, leaves the exit status to end with.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>

#include "apps/tether/command_line/progress.hpp"
#include "apps/tether/commands.hpp"

namespace tether::apps {

void add_timing_study(CLI::App& study, int& status);
void add_human_arm_study(CLI::App& study, int& status);
void add_passivity_study(CLI::App& study, int& status);
void add_delay_study(CLI::App& study, int& status);
void add_cat_statistics_study(CLI::App& study, int& status);
void add_coupling_study(CLI::App& study, int& status);
void add_tool_pickup_study(CLI::App& study, int& status);
void add_platform_study(CLI::App& study, int& status);
void add_drive_study(CLI::App& study, int& status);
// positioning, peg_in_hole
void add_user_studies(CLI::App& study, int& status);

template <class Options>
struct StudyArguments {
  Options options;
  std::string out;
};

// a file that a study leaves in its folder, which is made when missing; its path, to be shown.
// core::IoError
std::string left(const std::string& folder, const char* name, std::string_view content);

// what run(options) gives, with a bar of that name; Ctrl-C stops it
template <class Options, class Run>
auto with_progress(std::string name, Options& options, const Run& run) {
  JobProgress progress(std::move(name));
  options.stop = &stop_requested;
  options.progress = [&](std::size_t done, std::size_t of) { progress.update(done, of); };
  auto outcome = run(options);
  progress.finish();
  return outcome;
}

}  // namespace tether::apps
