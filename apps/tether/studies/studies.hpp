// The studies of `tether study`, one file each or one for a family. Each adds itself as a
// subcommand and, when chosen, leaves the exit status to end with.
#pragma once

#include <CLI/CLI.hpp>

namespace tether::apps {

void add_timing_study(CLI::App& study, int& status);
void add_human_arm_study(CLI::App& study, int& status);
void add_passivity_study(CLI::App& study, int& status);
void add_cat_statistics_study(CLI::App& study, int& status);
void add_coupling_study(CLI::App& study, int& status);
void add_tool_pickup_study(CLI::App& study, int& status);
void add_platform_study(CLI::App& study, int& status);
void add_drive_study(CLI::App& study, int& status);
// positioning, peg_in_hole
void add_user_studies(CLI::App& study, int& status);

}  // namespace tether::apps
