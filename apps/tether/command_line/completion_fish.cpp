#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/tether/command_line/completion_scripts.hpp"

namespace tether::apps {
namespace {

constexpr std::string_view kFishHead =
    R"sh(# fish completion of tether, printed by: tether completion fish

# whether the words typed so far chose exactly this command
function __tether_at
    set -l at tether
    for word in (commandline -opc)[2..-1]
        switch "$at $word"
)sh";

constexpr std::string_view kFishMiddle = R"sh(                set at "$at $word"
        end
    end
    test "$at" = "$argv"
end

function __tether_words
    tether completion --words $argv 2>/dev/null
end

complete -c tether -f
)sh";

// fish quotes ' and \ within single quotes by a backslash
std::string fish_quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result + "'";
}

// where values come from
std::string source_of(const Argument& argument) {
  switch (argument.values) {
    case Values::free:
      return " -x";
    case Values::choice:
      return fmt::format(" -x -a {}", fish_quoted(word_of(argument)));
    case Values::command:
      return " -x -a '(__tether_words command)'";
    case Values::scenario:
      return " -r -F -a '(__tether_words scenario)'";
    case Values::key:
      return " -x -a '(__tether_words key)='";
    case Values::link:
      return " -x -a '(__tether_words link)'";
    case Values::file:
      return " -r -F";
    case Values::directory:
      return " -x -a '(__fish_complete_directories)'";
  }
  return "";
}

std::string lines_of(const Command& command) {
  const std::string when = fmt::format("complete -c tether -n '__tether_at {}'", command.path);
  std::string text;
  for (const Command& sub : command.commands) {
    text += fmt::format("{} -a {} -d {}\n", when, sub.name, fish_quoted(sub.text));
  }
  for (const Argument& option : command.options) {
    text += when;
    for (const std::string& name : option.names) {
      text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    }
    if (!option.is_flag()) text += source_of(option);
    text += fmt::format(" -d {}\n", fish_quoted(option.text));
  }
  for (const Argument& argument : command.arguments) {
    if (argument.values == Values::free) continue;
    text += when + (argument.values == Values::file ? " -F" : source_of(argument)) + "\n";
  }
  return text;
}

}  // namespace

std::string fish_completion(const Command& program) {
  std::string text(kFishHead);
  std::vector<std::string> paths;
  for_each_command(program, [&](const Command& command) {
    if (command.path != program.path) paths.push_back(fish_quoted(command.path));
  });
  text += fmt::format("            case {}\n{}", fmt::join(paths, " "), kFishMiddle);
  for_each_command(program, [&](const Command& command) { text += lines_of(command); });
  return text;
}

}  // namespace tether::apps
