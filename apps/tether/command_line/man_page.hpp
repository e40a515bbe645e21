// The manual page of the program, as troff source for man(1).
#pragma once

#include <string>

#include "apps/tether/command_line/command_tree.hpp"

namespace tether::apps {

std::string man_page(const Command& program, const std::string& version);

}  // namespace tether::apps
