// What the program says of a word that it does not know: a command, an option or one word too many,
// with the nearest word that it does know in that place.
#pragma once

#include <span>
#include <string>

#include "apps/tether/command_line/command_tree.hpp"

namespace tether::apps {

// of a command line that was refused: the first word that nothing takes; empty = all are known
std::string unknown_word(const CLI::App& app);

// the command below `program` that these words name; core::InputError with the nearest name
const Command& command_named(const Command& program, std::span<const std::string> words);

}  // namespace tether::apps
