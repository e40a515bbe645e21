#include "apps/tether/command_line/completion_scripts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tether/core/shell_word.hpp"

namespace tether::apps {

using core::shell_word;

std::string word_of(const Argument& argument) {
  switch (argument.values) {
    case Values::free:
      return "free";
    case Values::choice:
      return fmt::format("{}", fmt::join(argument.choices, " "));
    case Values::command:
      return "command";
    case Values::scenario:
      return "scenario";
    case Values::key:
      return "key";
    case Values::link:
      return "link";
    case Values::file:
      return "file";
    case Values::directory:
      return "directory";
  }
  return "free";
}

std::string walk_of_words(const Command& program) {
  std::string text = "    case \"$at $word\" in\n";
  for_each_command(program, [&](const Command& command) {
    if (command.path != program.path) {
      text += fmt::format("      {}) at=\"$at $word\"; count=0 ;;\n", shell_word(command.path));
    }
    for (const Argument& option : command.options) {
      if (option.is_flag()) continue;
      for (const std::string& name : option.names) {
        text +=
            fmt::format("      {}) pending={}; many={} ;;\n", shell_word(command.path + " " + name),
                        shell_word(word_of(option)), option.many ? "yes" : "''");
      }
    }
  });
  return text + "      *' -'*) ;;\n      *) count=$((count + 1)) ;;\n    esac\n";
}

}  // namespace tether::apps
