// tether man: the manual page, as troff source for man(1).
#include <sstream>

#include <fmt/format.h>

#include "apps/tether/command_line/command_tree.hpp"
#include "apps/tether/commands.hpp"
#include "tether/core/version.hpp"

namespace tether::apps {
namespace {

constexpr std::string_view kEnd = R"(.SH EXIT STATUS
.TP
.B 0
Done; of a session: all bounds that its scenario expects hold.
.TP
.B 1
Done, but a bound or a property does not hold, or a replay differs.
.TP
.B 2
Bad input: an option, a scenario, a file; one line says what and where.
.TP
.B 3
A fault, a safety stop, or a disk that cannot be written.
.TP
.B 130
Stopped by Ctrl\-C.
.SH ENVIRONMENT
.TP
.B TETHER_DATA_DIR
The directory of shipped files, in place of those beside the program.
.SH FILES
.TP
.I share/tether
Beside the program's directory: scenarios, robots, worlds, multibody systems and data of studies.
.TP
.I out
In the working directory: what sessions, sweeps and studies leave, unless \-\-out says otherwise.
)";

// the code point at `at`, which moves behind it; bytes that are no UTF-8 count as themselves
unsigned code_point(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(at++);
  const unsigned more = first >= 0xF0 ? 3U : first >= 0xE0 ? 2U : first >= 0xC0 ? 1U : 0U;
  unsigned value = more == 0 ? first : first & (0x3FU >> more);
  for (unsigned i = 0; i < more && at < text.size(); ++i)
    value = value << 6U | (byte(at++) & 0x3FU);
  return value;
}

std::string escaped(std::string_view text) {
  std::string result;
  // a line that starts with one of these would be an instruction
  if (text.starts_with('.') || text.starts_with('\'')) result = "\\&";
  for (std::size_t at = 0; at < text.size();) {
    const unsigned c = code_point(text, at);
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else if (c == '\'') {
      result += "\\(aq";
    } else if (c == '^' || c == '~' || c == '`') {
      result += c == '^' ? "\\(ha" : c == '~' ? "\\(ti" : "\\(ga";
    } else if (c >= 0x80) {
      result += fmt::format("\\[u{:04X}]", c);
    } else {
      result += static_cast<char>(c);
    }
  }
  return result;
}

// for an argument of a macro
std::string in_quotes(std::string_view text) {
  std::string result = "\"";
  for (const char c : escaped(text)) result += c == '"' ? std::string("\\(dq") : std::string(1, c);
  return result + "\"";
}

std::string prose(const std::string& text) {
  std::string page;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    page += line.empty() ? ".PP\n" : escaped(line) + "\n";
  }
  return page;
}

std::string verbatim(const std::string& text) {
  std::string page = ".PP\n.nf\n";
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) page += escaped(line) + "\n";
  return page + ".fi\n";
}

std::string section_of(const Command& command) {
  std::string page = fmt::format(".SS {}\n{}.\n", in_quotes(usage(command)), escaped(command.text));
  for (const auto* list : {&command.arguments, &command.options}) {
    for (const Argument& argument : *list) {
      // every command has it
      if (argument.names == std::vector<std::string>{"-h", "--help"}) continue;
      page +=
          fmt::format(".TP\n.B {}\n{}\n", in_quotes(shown(argument)), escaped(explained(argument)));
    }
  }
  const Footer footer = parts_of(command.footer);
  if (!footer.prose.empty()) page += ".PP\n" + prose(footer.prose);
  if (!footer.examples.empty()) page += verbatim(footer.examples);
  return page;
}

std::string man_page(const Command& program, const std::string& version) {
  std::string page = fmt::format(
      ".TH TETHER 1 \"\" {} \"User Commands\"\n.SH NAME\ntether \\- haptic bilateral "
      "teleoperation\n.SH SYNOPSIS\n.B tether\n.I COMMAND\n[\\fIOPTIONS\\fR]\n.br\n.B tether "
      "\\-\\-version\n.br\n.B tether\n[\\fICOMMAND\\fR]\n.B \\-\\-help\n.SH DESCRIPTION\n{}\n.PP\n"
      "Every command shows its options and an example with \\fB\\-\\-help\\fR, as does \\fBtether "
      "help\\fR \\fICOMMAND\\fR.\n.SH COMMANDS\n",
      in_quotes("tether " + version), escaped(program.text));
  for_each_command(program, [&](const Command& command) {
    if (command.path != program.path) page += section_of(command);
  });
  page += kEnd;
  std::string examples;
  for (const Command& command : program.commands) {
    const auto commands = example_commands(command);
    if (!commands.empty()) examples += commands.front() + "\n";
  }
  return page + ".SH EXAMPLES\n" + verbatim(examples);
}

}  // namespace

void add_man(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("man", "Print the manual page, for man(1) to show");
  command->footer("Example:  tether man | man -l -");
  command->callback([&app, &status] {
    fmt::print("{}", man_page(describe(app), TETHER_VERSION));
    status = kOk;
  });
}

}  // namespace tether::apps
