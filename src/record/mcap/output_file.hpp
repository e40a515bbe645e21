// A file that is written from front to back. The first failure is remembered and ends all writing;
// nothing throws after the file is open, so that a thread of its own may write it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <system_error>

namespace tether::record {

class OutputFile {
 public:
  // throws core::IoError
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::span<const std::byte> bytes) noexcept;
  // waits for the disk where `sync`, then closes
  void close(bool sync) noexcept;
  void fail(int error_number) noexcept;

  // bytes written so far, which is where the next ones go
  std::uint64_t offset() const noexcept { return offset_; }
  // CRC-32 of all bytes so far
  std::uint32_t crc() const noexcept { return crc_; }
  // any thread may ask
  bool failed() const noexcept { return error_.load(std::memory_order_relaxed) != 0; }
  std::error_code error() const noexcept;

 private:
  int descriptor_;
  std::uint64_t offset_ = 0;
  std::uint32_t crc_ = 0;
  std::atomic<int> error_{0};
};

// CRC-32 as in zlib and MCAP, continued from `crc`
std::uint32_t crc32_of(std::span<const std::byte> bytes, std::uint32_t crc = 0) noexcept;

}  // namespace tether::record
