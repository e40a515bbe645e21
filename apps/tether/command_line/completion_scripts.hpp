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

// Bash and zsh alike: a case statement over "$at $word" that follows the words typed so far. It
// sets `at` at a command, and `pending` and `many` at an option that waits for a value.
std::string walk_of_words(const Command& program);

}  // namespace tether::apps
