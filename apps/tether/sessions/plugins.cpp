#include "apps/tether/sessions/plugins.hpp"

#include "tether/core/shell_word.hpp"
#include "tether/scenario/plugin.hpp"

namespace tether::apps {

void add_plugin_option(CLI::App& command, std::vector<std::string>& files) {
  command.add_option("--plugin", files, "Shared object with parts that a scenario may name")
      ->type_name("FILE.so")
      ->allow_extra_args(false)
      ->take_all();
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
