#include "record/mcap/mcap_chunk.hpp"

#include <new>
#include <string>

#include <fmt/format.h>
#include <zstd.h>

#include "record/mcap/output_file.hpp"
#include "tether/record/mcap/little_endian.hpp"

namespace tether::record {

McapChunk::McapChunk() : zstd_(ZSTD_createDCtx(), &ZSTD_freeDCtx) {
  if (zstd_ == nullptr) throw std::bad_alloc();
}

void McapChunk::open(McapFields fields, std::uint64_t offset, std::size_t limit) {
  offset_ = offset;
  fields.time();
  fields.time();
  const auto size = fields.get<std::uint64_t>();
  const auto crc = fields.get<std::uint32_t>();
  const std::string compression = fields.text();
  const auto packed = fields.bytes(fields.get<std::uint64_t>());
  if (size > limit) {
    fields.fail(fmt::format("a chunk of {} bytes is more than the limit of {}", size, limit));
  }

  at_ = 0;
  records_ = {};
  if (compression.empty()) {
    if (packed.size() != size) fields.fail("a chunk has not the size it claims");
    unpacked_.assign(packed.begin(), packed.end());
  } else if (compression == "zstd") {
    unpack_zstd(packed, size, fields);
  } else {
    fields.fail(fmt::format(
        "a chunk is compressed with \"{}\"; only zstd and uncompressed chunks can be read",
        compression));
  }
  if (crc != 0 && crc != crc32_of(unpacked_)) fields.fail("a chunk does not match its checksum");
  records_ = unpacked_;
}

void McapChunk::unpack_zstd(std::span<const std::byte> packed, std::uint64_t size,
                            const McapFields& fields) {
  // checked before memory is taken for it
  const auto claimed = ZSTD_getFrameContentSize(packed.data(), packed.size());
  const bool known = claimed != ZSTD_CONTENTSIZE_UNKNOWN && claimed != ZSTD_CONTENTSIZE_ERROR;
  if (known && claimed > size) fields.fail("a chunk has not the size it claims");

  unpacked_.resize(size);
  const std::size_t written = ZSTD_decompressDCtx(zstd_.get(), unpacked_.data(), unpacked_.size(),
                                                  packed.data(), packed.size());
  if (ZSTD_isError(written) != 0) {
    fields.fail(fmt::format("a chunk cannot be decompressed: {}", ZSTD_getErrorName(written)));
  }
  if (written != size) fields.fail("a chunk has not the size it claims");
}

McapChunk::Record McapChunk::next(const core::InputFile& file) {
  McapFields fields(records_.subspan(at_), file, offset_);
  const auto op = fields.get<std::uint8_t>();
  const auto content = fields.bytes(fields.get<std::uint64_t>());
  at_ += kMcapRecordHeadBytes + content.size();
  return {McapOp{op}, content};
}

}  // namespace tether::record
