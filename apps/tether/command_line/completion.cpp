// tether completion: what makes a shell complete the program's command line.
#include <fmt/format.h>

#include "apps/tether/command_line/completion_scripts.hpp"
#include "apps/tether/commands.hpp"
#include "tether/link/emulated/presets.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/scenario/schema/fields_reference.hpp"

namespace tether::apps {
namespace {

struct CompletionArguments {
  std::string shell;
  std::string words;
};

void print_words(const CLI::App& app, const std::string& kind) {
  if (kind == "command") {
    for (const Command& command : describe(app).commands) fmt::print("{}\n", command.name);
  } else if (kind == "scenario") {
    for (const std::string& name : scenario::shipped_scenarios()) fmt::print("{}\n", name);
  } else if (kind == "link") {
    for (const auto& preset : link::presets()) fmt::print("{}\n", preset.name);
  } else {
    const auto keys = scenario::keys_of([](scenario::Fields& f) {
      scenario::Scenario scenario;
      scenario::describe(f, scenario);
    });
    for (const std::string& key : keys) fmt::print("{}\n", key);
  }
}

int completion(const CLI::App& app, const CompletionArguments& arguments) {
  if (!arguments.words.empty()) {
    print_words(app, arguments.words);
    return kOk;
  }
  const Command program = describe(app);
  const std::string script = arguments.shell == "bash"  ? bash_completion(program)
                             : arguments.shell == "zsh" ? zsh_completion(program)
                                                        : fish_completion(program);
  fmt::print("{}", script);
  return kOk;
}

}  // namespace

void add_completion(CLI::App& app, int& status) {
  auto arguments = std::make_shared<CompletionArguments>();
  CLI::App* command = app.add_subcommand("completion", "Print what makes a shell complete tether");
  CLI::Option* shell = command->add_option("shell", arguments->shell, "Which shell")
                           ->type_name("SHELL")
                           ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  CLI::Option* words = command->add_option("--words", arguments->words, "What the scripts ask for")
                           ->check(CLI::IsMember({"command", "scenario", "key", "link"}))
                           ->group("");
  shell->excludes(words);
  command->footer(
      "The Debian package and an install put the scripts where shells look for them.\n\n"
      "Example:\n"
      "  tether completion bash > ~/.local/share/bash-completion/completions/tether\n"
      "  tether completion zsh > ~/.zfunc/_tether\n"
      "  tether completion fish > ~/.config/fish/completions/tether.fish");
  command->callback([&app, arguments, &status] {
    if (arguments->shell.empty() && arguments->words.empty()) throw CLI::RequiredError("SHELL");
    status = completion(app, *arguments);
  });
}

}  // namespace tether::apps
