#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/tether/command_line/completion_scripts.hpp"
#include "tether/core/shell_word.hpp"

namespace tether::apps {
namespace {

using core::shell_word;

constexpr std::string_view kZshHead = R"sh(#compdef tether
# zsh completion of tether, printed by: tether completion zsh

_tether() {
  local word at=tether pending='' many='' count=0
  local current=${words[CURRENT]}
  for word in "${(@)words[2,CURRENT-1]}"; do
    if [[ -n $pending && $word != -* ]]; then
      [[ -n $many ]] || pending=''
      continue
    fi
    pending=''
)sh";

constexpr std::string_view kZshTail = R"sh(  local kind=$pending
  if [[ -z $kind ]]; then
    if [[ $current == -* ]]; then
      _describe -o option options
      return
    fi
    if ((${#commands})); then
      _describe command commands
      return
    fi
    ((count < ${#places})) || count=$((${#places} - 1))
    ((count < 0)) || kind=${places[count + 1]}
  fi
  case $kind in
    '' | free) _message value ;;
    scenario)
      compadd -- ${(f)"$(${words[1]} completion --words scenario 2>/dev/null)"}
      _files -g '*.toml'
      ;;
    key) compadd -S = -- ${(f)"$(${words[1]} completion --words key 2>/dev/null)"} ;;
    command | link) compadd -- ${(f)"$(${words[1]} completion --words $kind 2>/dev/null)"} ;;
    file) _files ;;
    directory) _files -/ ;;
    *) compadd -- ${(s: :)kind} ;;
  esac
}

# autoloaded by its name, or read by eval
if [[ $funcstack[1] == _tether ]]; then
  _tether "$@"
else
  compdef _tether tether
fi
)sh";

// "name:what it is"
std::string described(const std::string& name, const std::string& text) {
  return shell_word(name + ":" + text);
}

std::string zsh_choices(const Command& program) {
  std::string text = "  local -a options commands places\n  case $at in\n";
  for_each_command(program, [&](const Command& command) {
    std::vector<std::string> options, commands, places;
    for (const Argument& option : command.options) {
      for (const std::string& name : option.names) options.push_back(described(name, option.text));
    }
    for (const Command& sub : command.commands) commands.push_back(described(sub.name, sub.text));
    for (const Argument& argument : command.arguments)
      places.push_back(shell_word(word_of(argument)));
    if (!places.empty() && !command.arguments.back().many) places.emplace_back("free");
    text += fmt::format(
        "    {})\n      options=(\n        {}\n      )\n      commands=(\n        {}\n      )\n"
        "      places=({})\n      ;;\n",
        shell_word(command.path), fmt::join(options, "\n        "),
        fmt::join(commands, "\n        "), fmt::join(places, " "));
  });
  return text + "  esac\n";
}

}  // namespace

std::string zsh_completion(const Command& program) {
  return fmt::format("{}{}  done\n{}{}", kZshHead, walk_of_words(program), zsh_choices(program),
                     kZshTail);
}

}  // namespace tether::apps
