#include "tether/core/data_path.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tether/core/error.hpp"

namespace tether::core {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> data_directories() {
  std::vector<fs::path> directories;
  const char* chosen = std::getenv("TETHER_DATA_DIR");
  if (chosen != nullptr && *chosen != '\0') directories.emplace_back(chosen);
  std::error_code unknown;
  const fs::path program = fs::read_symlink("/proc/self/exe", unknown);
  if (!unknown) directories.push_back(program.parent_path().parent_path() / "share" / "tether");
#ifdef TETHER_SOURCE_DATA_DIR
  directories.emplace_back(TETHER_SOURCE_DATA_DIR);
#endif
#ifdef TETHER_INSTALLED_DATA_DIR
  directories.emplace_back(TETHER_INSTALLED_DATA_DIR);
#endif
  return directories;
}

}  // namespace

fs::path data_path(std::string_view relative) {
  std::vector<std::string> missed;
  for (const fs::path& directory : data_directories()) {
    fs::path candidate = directory / relative;
    std::error_code unreadable;
    if (fs::exists(candidate, unreadable)) return candidate;
    missed.push_back(directory.string());
  }
  throw InputError(fmt::format(
      "{} is not in {}; set TETHER_DATA_DIR to the directory that holds robots/ and scenarios/",
      relative, fmt::join(missed, ", ")));
}

bool is_shipped(const fs::path& file) {
  // a source tree holds more than is shipped
  constexpr std::array kShipped{"data", "multibody", "robots", "scenarios", "worlds"};
  return std::ranges::any_of(data_directories(), [&](const fs::path& directory) {
    const fs::path inside = file.lexically_relative(directory);
    return !inside.empty() && std::ranges::find(kShipped, *inside.begin()) != kShipped.end();
  });
}

}  // namespace tether::core
