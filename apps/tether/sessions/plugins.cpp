#include "apps/tether/sessions/plugins.hpp"

#include "apps/tether/command_line/common_options.hpp"
#include "tether/core/shell_word.hpp"
#include "tether/scenario/plugin.hpp"

namespace tether::apps {

void add_plugin_option(CLI::App& command, std::vector<std::string>& files) {
  add_repeatable(command, "--plugin", files, "FILE.so",
                 "Shared object with parts that a scenario may name");
}

scenario::SharedExtensions load_plugins(const std::vector<std::string>& files) {
  if (files.empty()) return scenario::built_in();
  scenario::Extensions extensions;
  for (const std::string& file : files) scenario::load_plugin(file, extensions);
  return std::make_shared<const scenario::Extensions>(std::move(extensions));
}

std::string plugin_words(const std::vector<std::string>& files) {
  std::string words;
  for (const std::string& file : files) words += " --plugin " + core::shell_word(file);
  return words;
}

}  // namespace tether::apps
