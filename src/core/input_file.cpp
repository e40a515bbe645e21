#include "tether/core/input_file.hpp"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tether/core/error.hpp"

namespace tether::core {

namespace {
constexpr std::size_t kWindowBytes = std::size_t{64} << 10;
}

InputFile::InputFile(const std::string& path)
    : path_(path), descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
  if (descriptor_ < 0) throw core::IoError("open", path_, errno);
  struct stat status {};
  const int error_number = ::fstat(descriptor_, &status) == 0 ? 0 : errno;
  if (error_number != 0 || !S_ISREG(status.st_mode)) {
    ::close(descriptor_);
    if (error_number != 0) throw core::IoError("read", path_, error_number);
    throw core::InputError({.file = path_}, "not a plain file");
  }
  size_ = static_cast<std::uint64_t>(status.st_size);
}

InputFile::~InputFile() { ::close(descriptor_); }

void InputFile::read(std::uint64_t offset, std::span<std::byte> to) {
  if (to.size() >= kWindowBytes) return read_from_disk(offset, to);
  const bool inside = offset >= window_start_ && offset - window_start_ <= window_.size() &&
                      to.size() <= window_.size() - (offset - window_start_);
  if (!inside) {
    window_.resize(std::min<std::uint64_t>(kWindowBytes, size_ - offset));
    window_start_ = offset;
    read_from_disk(offset, window_);
  }
  const auto from = std::span(window_).subspan(offset - window_start_, to.size());
  std::copy(from.begin(), from.end(), to.begin());
}

void InputFile::read_from_disk(std::uint64_t offset, std::span<std::byte> to) {
  while (!to.empty()) {
    const ssize_t count = ::pread(descriptor_, to.data(), to.size(), static_cast<off_t>(offset));
    if (count < 0) {
      if (errno == EINTR) continue;
      window_.clear();
      throw core::IoError("read", path_, errno);
    }
    if (count == 0) {
      window_.clear();
      fail(offset, "the file became shorter while it was read");
    }
    offset += static_cast<std::uint64_t>(count);
    to = to.subspan(static_cast<std::size_t>(count));
  }
}

void InputFile::fail(std::uint64_t offset, std::string_view what) const {
  throw core::InputError({.file = path_}, fmt::format("byte {}: {}", offset, what));
}

}  // namespace tether::core
