// Completion of bash and zsh, which follow the words typed so far in the same way.
#include "apps/tether/command_line/completion_scripts.hpp"

#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tether/core/shell_word.hpp"

namespace tether::apps {
namespace {

using core::shell_word;

constexpr std::string_view kBashHead =
    R"sh(# bash completion of tether, printed by: tether completion bash

_tether() {
  local word join='' at=tether pending='' many='' count=0 i
  local -a words=()
  COMPREPLY=()
  # bash splits words at = and :, which belong to keys and addresses
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if ((${#words[@]} > 1)) && [[ -n $join || $word == [=:]* ]]; then
      words[-1]+=$word
    else
      words+=("$word")
    fi
    if [[ $word == *[=:] ]]; then join=yes; else join=''; fi
  done
  local current=${words[-1]}
  unset 'words[-1]'
  for word in "${words[@]:1}"; do
    if [[ -n $pending && $word != -* ]]; then
      [[ -n $many ]] || pending=''
      continue
    fi
    pending=''
)sh";

constexpr std::string_view kBashMiddle = R"sh(  done
  # --option=value
  if [[ $current == --*=* ]]; then
    word=${current%%=*}
    current=${current#*=}
    pending=free
)sh";

constexpr std::string_view kBashTail = R"sh(  local kind=$pending
  if [[ -z $kind ]]; then
    if [[ $current == -* ]]; then
      COMPREPLY=($(compgen -W "$options" -- "$current"))
      return
    fi
    if [[ -n $commands ]]; then
      COMPREPLY=($(compgen -W "$commands" -- "$current"))
      return
    fi
    ((count < ${#places[@]})) || count=$((${#places[@]} - 1))
    ((count < 0)) || kind=${places[count]}
  fi
  case $kind in
    '' | free) ;;
    scenario)
      words=($("${COMP_WORDS[0]}" completion --words scenario 2>/dev/null))
      COMPREPLY=($(compgen -W "${words[*]}" -- "$current")
                 $(compgen -f -X '!*.toml' -- "$current"))
      ;;
    key)
      # the value of a key is the user's own
      [[ $current != *=* ]] || return
      words=($("${COMP_WORDS[0]}" completion --words key 2>/dev/null))
      COMPREPLY=($(compgen -S = -W "${words[*]}" -- "$current"))
      compopt -o nospace 2>/dev/null
      ;;
    command | link)
      words=($("${COMP_WORDS[0]}" completion --words "$kind" 2>/dev/null))
      COMPREPLY=($(compgen -W "${words[*]}" -- "$current"))
      ;;
    file)
      compopt -o filenames 2>/dev/null
      COMPREPLY=($(compgen -f -- "$current"))
      ;;
    directory)
      compopt -o filenames 2>/dev/null
      COMPREPLY=($(compgen -d -- "$current"))
      ;;
    *) COMPREPLY=($(compgen -W "$kind" -- "$current")) ;;
  esac
}
complete -F _tether tether
)sh";

// what a command takes by place; beyond the last there is nothing, unless it takes many
std::string places_of(const Command& command) {
  std::vector<std::string> places;
  for (const Argument& argument : command.arguments) {
    places.push_back(shell_word(word_of(argument)));
  }
  if (!places.empty() && !command.arguments.back().many) places.emplace_back("free");
  return fmt::format("{}", fmt::join(places, " "));
}

// what a command takes: options, commands, and by place
std::string bash_choices(const Command& program) {
  std::string text = "  local options='' commands=''\n  local -a places=()\n  case $at in\n";
  for_each_command(program, [&](const Command& command) {
    std::vector<std::string> options, commands;
    for (const Argument& option : command.options) {
      options.insert(options.end(), option.names.begin(), option.names.end());
    }
    for (const Command& sub : command.commands) commands.push_back(sub.name);
    text += fmt::format(
        "    {})\n      options={}\n      commands={}\n      places=({})\n      ;;\n",
        shell_word(command.path), shell_word(fmt::format("{}", fmt::join(options, " "))),
        shell_word(fmt::format("{}", fmt::join(commands, " "))), places_of(command));
  });
  return text + "  esac\n";
}

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
    std::vector<std::string> options, commands;
    for (const Argument& option : command.options) {
      for (const std::string& name : option.names) options.push_back(described(name, option.text));
    }
    for (const Command& sub : command.commands) commands.push_back(described(sub.name, sub.text));
    text += fmt::format(
        "    {})\n      options=(\n        {}\n      )\n      commands=(\n        {}\n      )\n"
        "      places=({})\n      ;;\n",
        shell_word(command.path), fmt::join(options, "\n        "),
        fmt::join(commands, "\n        "), places_of(command));
  });
  return text + "  esac\n";
}

// A case statement over "$at $word" that follows the words typed so far. It sets `at` at a command,
// and `pending` and `many` at an option that waits for a value.
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

}  // namespace

std::string word_of(const Argument& argument) {
  if (argument.values == Values::choice) return fmt::format("{}", fmt::join(argument.choices, " "));
  constexpr std::array kNames{"free", "",     "command", "scenario",
                              "key",  "link", "file",    "directory"};
  return kNames.at(static_cast<std::size_t>(argument.values));
}

std::string bash_completion(const Command& program) {
  return fmt::format("{}{}{}{}  fi\n{}{}", kBashHead, walk_of_words(program), kBashMiddle,
                     walk_of_words(program), bash_choices(program), kBashTail);
}

std::string zsh_completion(const Command& program) {
  return fmt::format("{}{}  done\n{}{}", kZshHead, walk_of_words(program), zsh_choices(program),
                     kZshTail);
}

}  // namespace tether::apps
