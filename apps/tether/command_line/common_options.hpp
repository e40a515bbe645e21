// Options that several commands have, and take alike.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace tether::apps {

// takes one value, and may be given again
template <class Value>
CLI::Option* add_repeatable(CLI::App& command, const char* name, std::vector<Value>& values,
                            const char* type, const char* help) {
  return command.add_option(name, values, help)
      ->type_name(type)
      ->allow_extra_args(false)
      ->take_all();
}

inline void add_set(CLI::App& command, std::vector<std::string>& overrides, const char* help) {
  add_repeatable(command, "--set", overrides, "KEY=VALUE", help);
}

inline void add_scenario(CLI::App& command, std::string& scenario) {
  command.add_option("scenario", scenario, "Name of a shipped scenario, or a TOML file")
      ->capture_default_str();
}

inline void add_out(CLI::App& command, std::string& directory, const char* help) {
  command.add_option("--out", directory, help)->type_name("DIR")->capture_default_str();
}

inline void add_jobs(CLI::App& command, unsigned& threads, const char* help) {
  command.add_option("--jobs", threads, help)->check(CLI::Range(1, 256))->type_name("N");
}

// of a process that assists
inline void add_network(CLI::App& command, std::uint32_t& domain, std::string& interface) {
  command.add_option("--domain", domain, "Of DDS, 0 to 232")
      ->check(CLI::Range(0, 232))
      ->capture_default_str();
  command
      .add_option("--interface", interface,
                  "Of the network, such as eth0; lo = within this machine")
      ->type_name("NAME");
}

}  // namespace tether::apps
