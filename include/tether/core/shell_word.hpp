// Words for a command line that someone will paste into a shell.
#pragma once

#include <string>
#include <string_view>

namespace tether::core {

// the word itself, or in quotes when the shell would read something else
std::string shell_word(std::string_view word);

}  // namespace tether::core
