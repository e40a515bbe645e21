// The records of one chunk of a file that is not trusted, unpacked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "record/mcap/mcap_fields.hpp"
#include "tether/record/mcap/mcap_format.hpp"

struct ZSTD_DCtx_s;

namespace tether::record {

class McapChunk {
 public:
  struct Record {
    McapOp op{};
    std::span<const std::byte> content;
  };

  McapChunk();

  // unpacks the chunk record with these fields, which stands at `offset`; checks size and checksum
  void open(McapFields fields, std::uint64_t offset, std::size_t limit);
  void clear() noexcept { at_ = records_.size(); }
  bool at_end() const noexcept { return at_ == records_.size(); }
  Record next(const core::InputFile& file);
  // of the chunk in the file
  std::uint64_t offset() const noexcept { return offset_; }

 private:
  void unpack_zstd(std::span<const std::byte> packed, std::uint64_t size, const McapFields& fields);

  std::unique_ptr<ZSTD_DCtx_s, std::size_t (*)(ZSTD_DCtx_s*)> zstd_;
  std::vector<std::byte> unpacked_;
  std::span<const std::byte> records_;  // empty until found sound
  std::size_t at_ = 0;
  std::uint64_t offset_ = 0;
};

}  // namespace tether::record
