// Scripts that make a shell complete commands, options and values of the program. What changes
// from machine to machine (scenarios, keys, links) a script asks the program for when it is
// needed: tether completion --words scenario.
#pragma once

#include <string>

#include "apps/tether/command_line/command_tree.hpp"

namespace tether::apps {

std::string bash_completion(const Command& program);
std::string zsh_completion(const Command& program);
std::string fish_completion(const Command& program);

// the word of --words, and of the scripts, for a kind of values; of a choice its names
std::string word_of(const Argument& argument);

}  // namespace tether::apps
