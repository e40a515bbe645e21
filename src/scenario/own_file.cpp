#include "scenario/own_file.hpp"

#include <filesystem>

namespace tether::scenario {

std::string own_file(const Fields& fields, std::string_view key, const std::string& given) {
  namespace fs = std::filesystem;
  const fs::path beside = fs::path(fields.locate(key).file).parent_path() / given;
  std::error_code unreadable;
  return fs::exists(beside, unreadable) ? beside.string() : given;
}

}  // namespace tether::scenario
