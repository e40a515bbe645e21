// The command line as plain data: what help pages, shell completion and the manual page are made
// of, so that none of them can fall behind the options that the program really takes.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace tether::apps {

// what a shell offers for a value
enum class Values { free, choice, command, scenario, key, link, file, directory };

struct Argument {
  std::vector<std::string> names;  // "-h", "--help"; none = known by its place
  std::string value;               // as shown, "KEY=VALUE"; empty = a flag
  std::string text;
  std::string range;     // "1 to 100"; empty = any
  std::string standard;  // the value without it; empty = none
  std::vector<std::string> choices;
  Values values = Values::free;
  bool required = false;
  bool optional_value = false;  // the option may stand alone
  bool many = false;            // more words may follow

  bool is_flag() const { return value.empty(); }
};

struct Command {
  std::string path;  // as path_of
  std::string name;  // "drive"
  std::string text;
  std::string footer;               // prose, then examples
  std::vector<Argument> arguments;  // by place
  std::vector<Argument> options;    // also those of the command above that it takes
  std::vector<Command> commands;
};

// "tether study drive"
std::string path_of(const CLI::App& app);

// without what is hidden (an empty group)
Command describe(const CLI::App& app);

// calls visit(command) for the command and all below it
template <typename Visit>
void for_each_command(const Command& command, Visit&& visit) {
  visit(command);
  for (const Command& sub : command.commands) for_each_command(sub, visit);
}

// the lines of the footer up to the examples, and from there on
struct Footer {
  std::string prose, examples;
};
Footer parts_of(const std::string& footer);

// the commands of a footer's examples, each on one line, without comments
std::vector<std::string> example_commands(const Command& command);

// "tether run [OPTIONS] [SCENARIO]"
std::string usage(const Command& command);

// "--seeds N", "-h, --help", "SCENARIO"
std::string shown(const Argument& argument);

// its text with range, choices and standard value
std::string explained(const Argument& argument);

}  // namespace tether::apps
