#include "apps/tether/command_line/help_page.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

#include <fmt/format.h>

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
    page += wrapped(text, kHelpColumns, column) + "\n";
  }
  return page;
}

// prose may be written in lines of any length
std::string refilled(const std::string& prose) {
  std::string page;
  std::string paragraph;
  const auto flush = [&] {
    if (!paragraph.empty()) page += wrapped(paragraph, kHelpColumns) + "\n";
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

std::string wrapped(const std::string& text, std::size_t width, std::size_t indent) {
  std::istringstream words(text);
  std::string lines;
  std::size_t column = indent;
  for (std::string word; words >> word;) {
    // columns, not bytes: continuation bytes of UTF-8 take no room
    const auto size = static_cast<std::size_t>(
        std::count_if(word.begin(), word.end(), [](char c) { return (c & 0xC0) != 0x80; }));
    if (column > indent && column + 1 + size > width) {
      lines += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      lines += ' ';
      ++column;
    }
    lines += word;
    column += size;
  }
  return lines;
}

std::string help_page(const Command& command) {
  std::string page =
      wrapped(command.text, kHelpColumns) + "\n" + fmt::format("Usage: {}\n", usage(command));
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
