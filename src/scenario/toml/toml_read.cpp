#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

#include <fmt/format.h>

#include "tether/scenario/toml/toml_text.hpp"

namespace tether::scenario {
namespace {

constexpr std::size_t kLongestPath = 4096;  // that Linux opens [bytes]

struct CloseFile {
  void operator()(std::FILE* file) const noexcept { std::fclose(file); }
};

}  // namespace

std::string read_toml_file(const std::string& path, std::string_view what, std::size_t max_bytes,
                           const std::optional<core::SourceLocation>& asked_at) {
  const auto refuse_reading = [&](int error_number) {
    // whole, or nobody knows which file; what is longer than any path is no path
    const std::string message = fmt::format(
        "cannot read {} {}: {}", what, path.size() < kLongestPath ? toml_string(path) : shown(path),
        std::generic_category().message(error_number));
    if (asked_at) throw core::InputError(*asked_at, message);
    throw core::InputError(message);
  };
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
  if (!file) refuse_reading(errno);
  // one byte more than allowed is enough to see that it is too long, even of an endless device
  std::string text;
  std::size_t size = 0;
  while (size <= max_bytes) {
    static constexpr std::size_t kPiece = std::size_t{1} << 16U;
    text.resize(std::min(size + kPiece, max_bytes + 1));
    const std::size_t read = std::fread(text.data() + size, 1, text.size() - size, file.get());
    if (std::ferror(file.get()) != 0) refuse_reading(errno);
    if (read == 0) break;
    size += read;
  }
  text.resize(size);
  return text;
}

}  // namespace tether::scenario
