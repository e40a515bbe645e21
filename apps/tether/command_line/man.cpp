// tether man: the manual page.
#include <fmt/format.h>

#include "apps/tether/command_line/man_page.hpp"
#include "apps/tether/commands.hpp"
#include "tether/core/version.hpp"

namespace tether::apps {

void add_man(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("man", "Print the manual page, for man(1) to show");
  command->footer("Example:  tether man | man -l -");
  command->callback([&app, &status] {
    fmt::print("{}", man_page(describe(app), TETHER_VERSION));
    status = kOk;
  });
}

}  // namespace tether::apps
