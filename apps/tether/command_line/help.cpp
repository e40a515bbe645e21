// tether help, tether version: as --help and --version, for those who type a word.
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "apps/tether/command_line/help_page.hpp"
#include "apps/tether/command_line/unknown_word.hpp"
#include "apps/tether/commands.hpp"
#include "tether/core/version.hpp"

namespace tether::apps {

void add_help(CLI::App& app, int& status) {
  auto words = std::make_shared<std::vector<std::string>>();
  CLI::App* command = app.add_subcommand("help", "Show what a command does, as its --help");
  command->add_option("command", *words, "Which; without it, all of them")->type_name("COMMAND");
  command->footer("Example:  tether help run\n          tether help study drive");
  command->callback([&app, &status, words] {
    const Command program = describe(app);
    fmt::print("{}", help_page(command_named(program, *words)));
    status = kOk;
  });
}

void add_version(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("version", "Show the version");
  command->footer("Example:  tether version");
  command->callback([&status] {
    fmt::print("tether {}\n", TETHER_VERSION);
    status = kOk;
  });
}

}  // namespace tether::apps
