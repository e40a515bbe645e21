#include "tether/study/measured_part.hpp"

#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "tether/core/whole_file.hpp"

namespace tether::study {

std::string with_measured_part(std::string_view page, std::string_view measured,
                               std::string_view command) {
  constexpr std::string_view kEnd = "<!-- measured: to here -->\n";
  const std::string first =
      fmt::format("<!-- measured: from here on written by tether {} --markdown -->\n", command);
  const std::string part = fmt::format("{}{}{}", first, measured, kEnd);
  const std::size_t begin = page.find(first);
  const std::size_t end = begin == page.npos ? page.npos : page.find(kEnd, begin);
  if (end == page.npos) {
    return fmt::format("{}{}{}", page, page.empty() || page.ends_with("\n\n") ? "" : "\n", part);
  }
  return fmt::format("{}{}{}", page.substr(0, begin), part, page.substr(end + kEnd.size()));
}

void write_measured_part(const std::filesystem::path& page, std::string_view measured,
                         std::string_view command) {
  std::ifstream file(page, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(file), {}};
  core::write_whole(page, with_measured_part(content, measured, command));
}

std::string measured_stamp(std::string_view version, std::string_view command_line) {
  return fmt::format("Measured with tether {} by `{}`.\n\n", version, command_line);
}

std::string markdown_table(const std::vector<std::vector<std::string>>& rows) {
  std::string text;
  for (const auto& row : rows) {
    text += '|';
    for (const std::string& cell : row) text += cell.empty() ? " |" : fmt::format(" {} |", cell);
    text += '\n';
    if (&row != &rows.front()) continue;
    text += "|---|";
    for (std::size_t i = 1; i < row.size(); ++i) text += "---:|";
    text += '\n';
  }
  return text;
}

}  // namespace tether::study
