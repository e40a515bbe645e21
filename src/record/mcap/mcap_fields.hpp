// The fields of one record of a file that is not trusted: each is checked to lie within the record
// before it is looked at. What follows the last field asked for is left alone, since later versions
// of the format may add to the end of a record.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "tether/core/input_file.hpp"
#include "tether/core/time.hpp"
#include "tether/record/mcap/little_endian.hpp"
#include "tether/record/mcap/mcap_format.hpp"

namespace tether::record {

class McapFields {
 public:
  // `content` is that of a record found at `offset` of the file, or inside the chunk there
  McapFields(std::span<const std::byte> content, const core::InputFile& file,
             std::uint64_t offset) noexcept
      : content_(content), file_(&file), offset_(offset) {}

  template <Number T>
  T get() {
    return load<T>(bytes(sizeof(T)).data());
  }
  std::span<const std::byte> bytes(std::uint64_t count);
  std::string text();
  McapMap map();
  core::Time time();

  std::span<const std::byte> rest() const noexcept { return content_.subspan(at_); }
  // the content up to here
  std::span<const std::byte> passed() const noexcept { return content_.first(at_); }
  bool at_end() const noexcept { return at_ == content_.size(); }
  [[noreturn]] void fail(std::string_view what) const { file_->fail(offset_, what); }

 private:
  std::span<const std::byte> content_;
  const core::InputFile* file_;
  std::uint64_t offset_;
  std::size_t at_ = 0;
};

}  // namespace tether::record
