// The command line of the program: all subcommands and their options.
#pragma once

#include <memory>

#include <CLI/CLI.hpp>

namespace tether::apps {

// parse() of it runs the chosen subcommand, which leaves its exit status in `status`
std::unique_ptr<CLI::App> make_command_line(int& status);

}  // namespace tether::apps
