#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/tether/command_line/completion_scripts.hpp"
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

// what a command takes: options, commands, and by place
std::string bash_choices(const Command& program) {
  std::string text = "  local options='' commands=''\n  local -a places=()\n  case $at in\n";
  for_each_command(program, [&](const Command& command) {
    std::vector<std::string> options, commands, places;
    for (const Argument& option : command.options) {
      options.insert(options.end(), option.names.begin(), option.names.end());
    }
    for (const Command& sub : command.commands) commands.push_back(sub.name);
    for (const Argument& argument : command.arguments)
      places.push_back(shell_word(word_of(argument)));
    // beyond the last place there is nothing, unless it takes many
    if (!places.empty() && !command.arguments.back().many) places.emplace_back("free");
    text += fmt::format(
        "    {})\n      options={}\n      commands={}\n      places=({})\n      ;;\n",
        shell_word(command.path), shell_word(fmt::format("{}", fmt::join(options, " "))),
        shell_word(fmt::format("{}", fmt::join(commands, " "))), fmt::join(places, " "));
  });
  return text + "  esac\n";
}

}  // namespace

std::string bash_completion(const Command& program) {
  return fmt::format("{}{}{}{}  fi\n{}{}", kBashHead, walk_of_words(program), kBashMiddle,
                     walk_of_words(program), bash_choices(program), kBashTail);
}

}  // namespace tether::apps
