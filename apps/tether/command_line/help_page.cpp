#include "apps/tether/command_line/help_page.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "tether/report/text_table.hpp"

namespace tether::apps {
namespace {

using Rows = std::vector<std::pair<std::string, std::string>>;

constexpr std::size_t kWidestName = 24;  // longer ones have a line of their own

std::string table(const Rows& rows) {
  std::size_t column = 0;
  for (const auto& [name, text] : rows) {
    if (name.size() <= kWidestName) column = std::max(column, name.size());
  }
  column += 4;
  std::string page;
  for (const auto& [name, text] : rows) {
    page += "  " + name;
    if (name.size() + 4 > column) {
      page += "\n" + std::string(column, ' ');
    } else {
      page += std::string(column - name.size() - 2, ' ');
    }
    page += report::wrapped(text, kHelpColumns, column) + "\n";
  }
  return page;
}

// prose may be written in lines of any length
std::string refilled(const std::string& prose) {
  std::string page;
  std::string paragraph;
  const auto flush = [&] {
    if (!paragraph.empty()) page += report::wrapped(paragraph, kHelpColumns) + "\n";
    paragraph.clear();
  };
  std::istringstream lines(prose);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.starts_with(' ')) {
      flush();
      page += line + "\n";
    } else {
      paragraph += (paragraph.empty() ? "" : " ") + line;
    }
  }
  flush();
  return page;
}

}  // namespace

std::string help_page(const Command& command) {
  std::string page = report::wrapped(command.text, kHelpColumns) + "\n" +
                     fmt::format("Usage: {}\n", usage(command));
  if (!command.commands.empty()) {
    Rows rows;
    for (const Command& sub : command.commands) rows.emplace_back(sub.name, sub.text);
    page += "Commands:\n" + table(rows);
  }
  Rows rows;
  for (const auto* list : {&command.arguments, &command.options}) {
    for (const Argument& argument : *list) rows.emplace_back(shown(argument), explained(argument));
  }
  page += "\n" + table(rows);
  const Footer footer = parts_of(command.footer);
  if (!footer.prose.empty()) page += "\n" + refilled(footer.prose);
  if (!footer.examples.empty()) page += "\n" + footer.examples + "\n";
  return page;
}

}  // namespace tether::apps
