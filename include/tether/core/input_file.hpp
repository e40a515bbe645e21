// A file of known size that is read at any place; small neighbouring reads cost one system call
// together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tether::core {

class InputFile {
 public:
  // throws core::IoError, and core::InputError for what is not a plain file
  explicit InputFile(const std::string& path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  const std::string& path() const noexcept { return path_; }
  std::uint64_t size() const noexcept { return size_; }

  // fills `to` from the bytes at `offset`, all of which must lie within size()
  void read(std::uint64_t offset, std::span<std::byte> to);
  // throws core::InputError: "log.mcap: byte 42: what is wrong"
  [[noreturn]] void fail(std::uint64_t offset, std::string_view what) const;

 private:
  void read_from_disk(std::uint64_t offset, std::span<std::byte> to);

  std::string path_;
  int descriptor_;
  std::uint64_t size_ = 0;
  std::vector<std::byte> window_;  // what was read last
  std::uint64_t window_start_ = 0;
};

}  // namespace tether::core
