// The MCAP file itself: puts records and chunks into it one after the other, keeps account of where
// they stand, and ends it with indexes, statistics and checksums. One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "record/mcap/mcap_record.hpp"
#include "record/mcap/output_file.hpp"
#include "tether/record/mcap/mcap_format.hpp"
#include "tether/record/mcap/mcap_writer.hpp"

struct ZSTD_CCtx_s;

namespace tether::record {

class McapFile {
 public:
  // throws core::IoError
  McapFile(const std::string& path, const McapWriterOptions& options);

  // ids count from 1; an equal schema keeps the id it has
  std::uint16_t add_schema(McapSchema schema);
  std::size_t schemas() const noexcept { return schemas_.size(); }
  void add_channel(const McapChannel& channel);
  void add_attachment(const McapAttachment& attachment);
  void add_metadata(const McapMetadata& metadata);

  // a row of message records becomes one chunk, with its message indexes after it
  void add_chunk(std::span<const std::byte> messages) noexcept;

  // data end, summary, footer; then the file is closed
  void finish() noexcept;

  bool failed() const noexcept { return out_.failed(); }
  std::error_code error() const noexcept { return out_.error(); }

 private:
  struct TimeRange {
    std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t last = 0;
    void include(std::uint64_t time) noexcept;
    std::uint64_t first_or_zero() const noexcept { return first > last ? 0 : first; }
  };
  struct Summarised {
    McapChannel channel;
    std::uint64_t messages = 0;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> index;  // time and place, in this chunk
  };

  TimeRange index_messages(std::span<const std::byte> messages);
  std::span<const std::byte> compress(std::span<const std::byte> messages);
  void write_chunk(std::span<const std::byte> messages);
  void put_message_indexes(std::uint64_t chunk_start);
  void write_summary();
  void put_statistics(McapRecords& to) const;
  void write_records();

  McapWriterOptions options_;
  OutputFile out_;
  std::unique_ptr<ZSTD_CCtx_s, std::size_t (*)(ZSTD_CCtx_s*)> zstd_;
  std::vector<std::byte> compressed_;
  McapRecords records_;  // being put together, then written at once

  std::vector<McapSchema> schemas_;
  std::vector<Summarised> channels_;  // that of id n at n - 1
  McapRecords chunk_indexes_;
  McapRecords attachment_indexes_;
  McapRecords metadata_indexes_;
  TimeRange times_;
  std::uint32_t chunks_ = 0;
  std::uint32_t attachments_ = 0;
  std::uint32_t metadata_ = 0;
};

}  // namespace tether::record
