// Pages of the manual whose figures a command writes, with the version that they came from.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tether::study {

// A page with its measured part, which stands between two remarks that name the command ("study
// timing"), replaced; a page without such a part gets it at its end.
std::string with_measured_part(std::string_view page, std::string_view measured,
                               std::string_view command);

// the same with a file, which need not exist yet; core::IoError
void write_measured_part(const std::filesystem::path& page, std::string_view measured,
                         std::string_view command);

// the line that a measured part begins with: which version, and the whole command line
std::string measured_stamp(std::string_view version, std::string_view command_line);

// a heading and rows as a table of a page; all columns but the first end at the right
std::string markdown_table(const std::vector<std::vector<std::string>>& rows);

}  // namespace tether::study
