// What --help prints: a page that fits a screen of 32 lines and 80 columns.
#pragma once

#include <string>

#include "apps/tether/command_line/command_tree.hpp"

namespace tether::apps {

inline constexpr std::size_t kHelpColumns = 80;
inline constexpr std::size_t kHelpLines = 32;

std::string help_page(const Command& command);

}  // namespace tether::apps
