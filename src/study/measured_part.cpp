#include "tether/study/measured_part.hpp"

#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "tether/study/whole_file.hpp"

namespace tether::study {

std::string with_measured_part(std::string_view page, std::string_view measured,
                               std::string_view study) {
  constexpr std::string_view kEnd = "<!-- measured: to here -->\n";
  const std::string first =
      fmt::format("<!-- measured: from here on written by tether study {} --markdown -->\n", study);
  const std::string part = fmt::format("{}{}{}", first, measured, kEnd);
  const std::size_t begin = page.find(first);
  const std::size_t end = begin == page.npos ? page.npos : page.find(kEnd, begin);
  if (end == page.npos) {
    return fmt::format("{}{}{}", page, page.empty() || page.ends_with("\n\n") ? "" : "\n", part);
  }
  return fmt::format("{}{}{}", page.substr(0, begin), part, page.substr(end + kEnd.size()));
}

void write_measured_part(const std::filesystem::path& page, std::string_view measured,
                         std::string_view study) {
  std::ifstream file(page, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(file), {}};
  write_whole(page, with_measured_part(content, measured, study));
}

}  // namespace tether::study
