#include "tether/core/whole_file.hpp"

#include <cerrno>
#include <fstream>
#include <system_error>

#include "tether/core/error.hpp"

namespace tether::core {

void write_whole(const std::filesystem::path& path, std::string_view content) {
  std::filesystem::path unfinished = path;
  unfinished += ".unfinished";

  errno = 0;
  std::ofstream file(unfinished, std::ios::binary | std::ios::trunc);
  file.write(content.data(), static_cast<std::streamsize>(content.size()));
  file.close();
  const int write_error = errno;
  std::error_code rename_error;
  if (file) std::filesystem::rename(unfinished, path, rename_error);
  if (file && !rename_error) return;

  std::error_code ignored;
  std::filesystem::remove(unfinished, ignored);
  throw core::IoError("write", path.string(), file ? rename_error.value() : write_error);
}

void make_directory(const std::filesystem::path& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) throw core::IoError("create directory", directory.string(), error.value());
}

}  // namespace tether::core
