// --plugin FILE: extensions, for the commands that read scenarios.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "tether/scenario/scenario_file.hpp"

namespace tether::apps {

void add_plugin_option(CLI::App& command, std::vector<std::string>& files);

// the built-in parts and those of the files; core::InputError
scenario::SharedExtensions load_plugins(const std::vector<std::string>& files);

// " --plugin FILE" for each, as one would type it
std::string plugin_words(const std::vector<std::string>& files);

}  // namespace tether::apps
