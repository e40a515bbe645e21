#include "tether/report/text_table.hpp"

#include <algorithm>
#include <sstream>

#include "tether/core/text_width.hpp"

namespace tether::report {

std::string padded(std::string_view text, std::size_t columns, bool before) {
  const std::string blanks(columns - std::min(columns, core::text_width(text)), ' ');
  return before ? blanks + std::string(text) : std::string(text) + blanks;
}

std::string aligned(const std::vector<std::vector<std::string>>& rows, std::size_t names,
                    bool words_last) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], core::text_width(row[i]));
    }
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool words = i < names || (words_last && i + 1 == row.size());
      line += padded(row[i], widths[i], !words) + "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

std::string wrapped(const std::string& text, std::size_t width, std::size_t indent) {
  std::istringstream words(text);
  std::string lines;
  std::size_t column = indent;
  for (std::string word; words >> word;) {
    const std::size_t size = core::text_width(word);
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

}  // namespace tether::report
