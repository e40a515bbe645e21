#include "apps/tether/command_line/unknown_word.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "tether/core/error.hpp"
#include "tether/core/nearest.hpp"

namespace tether::apps {
namespace {

struct Stray {
  const CLI::App* app;  // that was given it
  std::string word;
};

std::optional<Stray> first_stray(const CLI::App& app) {
  for (const std::string& word : app.remaining()) {
    if (word != "--") return Stray{&app, word};
  }
  for (const CLI::App* begun : app.get_subcommands()) {
    if (auto stray = first_stray(*begun)) return stray;
  }
  return std::nullopt;
}

// a command that passes on what it does not know is still the one that was given it
const CLI::App& given_to(const CLI::App& app) {
  for (const CLI::App* begun : app.get_subcommands()) {
    if (begun->get_fallthrough()) return given_to(*begun);
  }
  return app;
}

std::string meant_or_help(const Command& command, const std::optional<std::string>& meant) {
  return meant ? fmt::format("; did you mean \"{}\"?", *meant)
               : fmt::format("; see {} --help", command.path);
}

std::string unknown_option(const Command& command, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  std::vector<std::string> known;
  for (const Argument& option : command.options) {
    known.insert(known.end(), option.names.begin(), option.names.end());
  }
  return fmt::format("{}: unknown option \"{}\"{}", command.path, name,
                     meant_or_help(command, core::nearest(name, known)));
}

// "study drive" where only "drive" was typed
std::optional<std::string> one_level_down(const Command& command, const std::string& word) {
  for (const Command& sub : command.commands) {
    for (const Command& below : sub.commands) {
      if (below.name == word) return sub.name + " " + word;
    }
  }
  return std::nullopt;
}

std::string unknown_command(const Command& command, const std::string& word) {
  std::vector<std::string> known;
  for (const Command& sub : command.commands) known.push_back(sub.name);
  auto meant = one_level_down(command, word);
  if (!meant) meant = core::nearest(word, known);
  return fmt::format("{}: unknown command \"{}\"{}", command.path, word,
                     meant_or_help(command, meant));
}

std::string one_too_many(const Command& command, const std::string& word) {
  return fmt::format("{}: unexpected word \"{}\"; see {} --help", command.path, word, command.path);
}

}  // namespace

std::string unknown_word(const CLI::App& app) {
  const auto stray = first_stray(app);
  if (!stray) return "";
  const Command command = describe(given_to(*stray->app));
  if (stray->word.starts_with('-')) return unknown_option(command, stray->word);
  return command.commands.empty() ? one_too_many(command, stray->word)
                                  : unknown_command(command, stray->word);
}

const Command& command_named(const Command& program, std::span<const std::string> words) {
  const Command* found = &program;
  for (const std::string& word : words) {
    const auto& below = found->commands;
    const auto sub = std::ranges::find(below, word, &Command::name);
    if (sub == below.end()) {
      throw core::InputError(below.empty() ? one_too_many(*found, word)
                                           : unknown_command(*found, word));
    }
    found = &*sub;
  }
  return *found;
}

}  // namespace tether::apps
