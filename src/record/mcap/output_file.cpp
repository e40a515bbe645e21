#include "record/mcap/output_file.hpp"

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include "tether/core/error.hpp"

namespace tether::record {

namespace {
constexpr mode_t kMode = 0666;  // less the user's mask
}

OutputFile::OutputFile(const std::string& path)
    : descriptor_(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kMode)) {
  if (descriptor_ < 0) throw core::IoError("create", path, errno);
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void OutputFile::write(std::span<const std::byte> bytes) noexcept {
  crc_ = crc32_of(bytes, crc_);
  while (!bytes.empty() && !failed()) {
    const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
    if (count < 0) {
      if (errno == EINTR) continue;
      return fail(errno);
    }
    // a device that takes nothing and names no reason
    if (count == 0) return fail(EIO);
    offset_ += static_cast<std::uint64_t>(count);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
}

void OutputFile::close(bool sync) noexcept {
  if (descriptor_ < 0) return;
  // EINVAL, ENOTSUP: a pipe or a device, which has no disk to wait for
  if (sync && !failed() && ::fsync(descriptor_) != 0 && errno != EINVAL && errno != ENOTSUP) {
    fail(errno);
  }
  // after EINTR the descriptor is closed all the same
  if (::close(descriptor_) != 0 && errno != EINTR) fail(errno);
  descriptor_ = -1;
}

void OutputFile::fail(int error_number) noexcept {
  int none = 0;
  error_.compare_exchange_strong(none, error_number);
}

std::error_code OutputFile::error() const noexcept {
  return {error_.load(std::memory_order_relaxed), std::generic_category()};
}

std::uint32_t crc32_of(std::span<const std::byte> bytes, std::uint32_t crc) noexcept {
  // zlib takes a null pointer as the wish to start anew
  if (bytes.empty()) return crc;
  return static_cast<std::uint32_t>(::crc32_z(crc, reinterpret_cast<const Bytef*>(bytes.data()),
                                              bytes.size()));  // NOLINT(*-reinterpret-cast)
}

}  // namespace tether::record
