// Pages of the manual whose figures a study writes.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace tether::study {

// A page with its measured part, which stands between two remarks that name the study, replaced; a
// page without such a part gets it at its end.
std::string with_measured_part(std::string_view page, std::string_view measured,
                               std::string_view study);

// the same with a file, which need not exist yet; core::IoError
void write_measured_part(const std::filesystem::path& page, std::string_view measured,
                         std::string_view study);

}  // namespace tether::study
