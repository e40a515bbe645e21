// Where the shipped files are: robots, worlds, scenarios, the web page. Looked for, in this order,
// in $TETHER_DATA_DIR, in ../share/tether beside the directory of the running program, in the
// source tree the program was built from, and in share/tether of the prefix that was configured.
#pragma once

#include <filesystem>
#include <string_view>

namespace tether::core {

// existing path of the shipped file or directory `relative`, such as "robots/kuka_lwr4.xml";
// throws InputError that lists the places looked at
std::filesystem::path data_path(std::string_view relative);

// whether a file is in one of those places
bool is_shipped(const std::filesystem::path& file);

}  // namespace tether::core
