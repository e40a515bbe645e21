#include "apps/tether/command_line/command_tree.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tether::apps {
namespace {

bool cut_at_end(std::string& text, std::string_view end) {
  if (!text.ends_with(end)) return false;
  text.resize(text.size() - end.size());
  return true;
}

// CLI11 writes what a value must be behind its name: "N:INT in [1 - 100]", "NAME:{a,b}"
void split_type(const std::string& type, Argument& argument) {
  argument.value = type;
  if (cut_at_end(argument.value, ":POSITIVE") || cut_at_end(argument.value, ":NONNEGATIVE")) return;
  if (const auto at = type.find(" in ["); at != std::string::npos && type.ends_with(']')) {
    argument.range = type.substr(at + 5, type.size() - at - 6);
    argument.range.replace(argument.range.find(" - "), 3, " to ");
    argument.value = type.substr(0, type.rfind(':', at));
  } else if (const auto brace = type.find(":{");
             brace != std::string::npos && type.ends_with('}')) {
    argument.value = type.substr(0, brace);
    std::istringstream list(type.substr(brace + 2, type.size() - brace - 3));
    for (std::string choice; std::getline(list, choice, ',');) argument.choices.push_back(choice);
  }
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

// types that say nothing a reader does not know give way to a better word
std::string readable(const std::string& value, const CLI::Option& option) {
  const bool by_place = option.get_positional();
  if (value == "TEXT" && by_place) return upper(option.get_name(true, false));
  if (value == "INT" || value == "UINT") return "N";
  if (value == "FLOAT") return "NUMBER";
  return value;
}

// "PAIRS.csv", "FILE"
bool names_a_file(const std::string& value) {
  if (value == "FILE") return true;
  const auto dot = value.rfind('.');
  return dot != std::string::npos && dot > 0 && dot + 1 < value.size() &&
         std::all_of(value.begin() + static_cast<std::ptrdiff_t>(dot) + 1, value.end(),
                     [](unsigned char c) { return std::islower(c) != 0; });
}

Values values_of(const Argument& argument) {
  const auto named = [&](const char* name) {
    return std::find(argument.names.begin(), argument.names.end(), name) != argument.names.end();
  };
  std::string value = argument.value;
  cut_at_end(value, "...");
  if (!argument.choices.empty()) return Values::choice;
  if (value == "COMMAND") return Values::command;
  if (value == "SCENARIO") return Values::scenario;
  if (named("--set") || named("--vary")) return Values::key;
  if (value == "LINK") return Values::link;
  if (value == "DIR") return Values::directory;
  return names_a_file(value) ? Values::file : Values::free;
}

Argument argument_of(const CLI::Option& option) {
  Argument argument;
  if (!option.get_positional()) {
    for (const std::string& name : option.get_snames()) argument.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) argument.names.push_back("--" + name);
  }
  argument.text = option.get_description();
  argument.required = option.get_required();
  // an option that takes nothing has no type
  if (option.get_type_size() == 0 || option.get_expected_max() == 0) return argument;
  split_type(option.get_type_name(), argument);
  argument.value = readable(argument.value, option);
  argument.standard = option.get_default_str();
  argument.optional_value = option.get_expected_min() == 0;
  argument.many = option.get_expected_max() > 1 && option.get_allow_extra_args();
  argument.values = values_of(argument);
  return argument;
}

// options of the commands above that a command passes on to them, but for the program's own
void add_inherited(const CLI::App& app, std::vector<Argument>& options) {
  const CLI::App* above = app.get_parent();
  if (!app.get_fallthrough() || above == nullptr || above->get_parent() == nullptr) return;
  for (const CLI::Option* option : above->get_options()) {
    if (option->nonpositional() && option != above->get_help_ptr() && !option->get_group().empty())
      options.push_back(argument_of(*option));
  }
}

}  // namespace

std::string path_of(const CLI::App& app) {
  const CLI::App* above = app.get_parent();
  return above == nullptr ? app.get_name() : path_of(*above) + " " + app.get_name();
}

Command describe(const CLI::App& app) {
  Command command{.path = path_of(app),
                  .name = app.get_name(),
                  .text = app.get_description(),
                  .footer = app.get_footer(),
                  .arguments = {},
                  .options = {},
                  .commands = {}};
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;
    (option->get_positional() ? command.arguments : command.options)
        .push_back(argument_of(*option));
  }
  add_inherited(app, command.options);
  const auto visible = [](const CLI::App* sub) { return !sub->get_group().empty(); };
  for (const CLI::App* sub : app.get_subcommands(visible))
    command.commands.push_back(describe(*sub));
  return command;
}

Footer parts_of(const std::string& footer) {
  Footer parts;
  std::istringstream lines(footer);
  for (std::string line; std::getline(lines, line);) {
    const bool example = !parts.examples.empty() || line.starts_with("Example");
    std::string& part = example ? parts.examples : parts.prose;
    part += line + "\n";
  }
  for (std::string* part : {&parts.prose, &parts.examples}) {
    part->resize(part->find_last_not_of('\n') + 1);
  }
  return parts;
}

std::vector<std::string> example_commands(const Command& command) {
  std::vector<std::string> commands;
  std::istringstream lines(parts_of(command.footer).examples);
  bool continued = false;
  for (std::string line; std::getline(lines, line);) {
    if (const auto colon = line.find(": "); line.starts_with("Example") && colon < line.size()) {
      line.erase(0, colon + 1);
    }
    line.erase(0, std::min(line.find_first_not_of(' '), line.size()));
    if (const auto comment = line.find("  # "); comment != std::string::npos) line.resize(comment);
    line.resize(line.find_last_not_of(' ') + 1);
    const bool goes_on = cut_at_end(line, " \\");
    if (continued) {
      commands.back() += " " + line;
    } else if (line.starts_with("tether ")) {
      commands.push_back(line);
    } else {
      continue;
    }
    continued = goes_on;
  }
  return commands;
}

std::string usage(const Command& command) {
  std::string text = command.path + (command.commands.empty() ? " [OPTIONS]" : " COMMAND ...");
  for (const Argument& argument : command.arguments) {
    const std::string word = argument.value + (argument.many ? "..." : "");
    text += argument.required ? " " + word : " [" + word + "]";
  }
  return text;
}

std::string shown(const Argument& argument) {
  std::string text = fmt::format("{}", fmt::join(argument.names, ", "));
  if (argument.is_flag()) return text;
  std::string value = argument.value;
  if (argument.many && !value.ends_with("...")) value += "...";
  if (argument.optional_value && !argument.names.empty()) value = "[" + value + "]";
  return text.empty() ? value : text + " " + value;
}

std::string explained(const Argument& argument) {
  const auto said = [&](const std::string& part) {
    return argument.text.find(part) != std::string::npos;
  };
  std::string text = argument.text;
  if (!argument.range.empty() && !said(argument.range)) text += ", " + argument.range;
  if (!argument.choices.empty()) text += fmt::format(": {}", fmt::join(argument.choices, ", "));
  std::string standard = argument.standard;
  if (standard.starts_with('[') && standard.ends_with(']')) {
    standard = standard.substr(1, standard.size() - 2);
  }
  if (!standard.empty() && !said("(" + standard + ")")) text += " (" + standard + ")";
  if (argument.required && !argument.names.empty()) text += "; required";
  return text;
}

}  // namespace tether::apps
