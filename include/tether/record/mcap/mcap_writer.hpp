// Writes one MCAP log: chunked, compressed, indexed, with every checksum the format knows, and the
// same bytes for the same calls. Time in it is session time; nothing else of the machine enters.
//
// append() is for the tick: it copies into a buffer allocated beforehand and returns. A full buffer
// goes through a lock-free queue to a thread of the writer's own, which compresses and writes it
// and sends the buffer back. Where chunks end depends on their content alone.
//   real time     a disk that cannot follow costs messages: append() says false, dropped() counts
//   virtual time  wait_until_ready() between ticks waits for the disk, and nothing is ever dropped
// The tick neither wakes nor waits for that thread, which looks for work once a millisecond.
//
// All calls come from one thread, except error() and dropped(), which any may ask.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>

#include "tether/core/spsc_queue.hpp"
#include "tether/core/time.hpp"
#include "tether/record/mcap/mcap_format.hpp"

namespace tether::record {

enum class McapCompression : std::uint8_t { none, zstd };

struct McapWriterOptions {
  std::string profile = "ros2";    // what readers may expect of schemas and channels
  std::string library = "tether";  // who wrote the file
  McapCompression compression = McapCompression::zstd;
  int zstd_level = 1;                              // 1 (fast) to 19 (small)
  std::size_t chunk_bytes = std::size_t{1} << 20;  // of messages before compression
  bool sync = true;  // close() waits until the disk itself has the file
};

enum class McapSchemaId : std::uint16_t { none = 0 };
enum class McapChannelId : std::uint16_t {};

class McapFile;

class McapWriter {
 public:
  // buffers between the tick and the disk
  static constexpr std::size_t kBuffers = 8;

  // creates the file, or empties it; throws core::IoError
  explicit McapWriter(std::string path, const McapWriterOptions& options = {});
  // closes, but keeps quiet about errors; call close() to get them
  ~McapWriter();
  McapWriter(const McapWriter&) = delete;
  McapWriter& operator=(const McapWriter&) = delete;

  // Set-up, also allowed between ticks later on: each waits until full buffers are on disk, so that
  // the place in the file does not depend on timing. Throw core::IoError.
  // The same schema twice is one schema.
  McapSchemaId add_schema(std::string_view name, std::string_view encoding, std::string_view data);
  McapChannelId add_channel(std::string_view topic, McapSchemaId schema,
                            const McapMap& metadata = {}, std::string_view encoding = "cdr");
  void add_attachment(std::string_view name, std::string_view media_type,
                      std::span<const std::byte> data, core::Time log_time = {});
  void add_metadata(std::string_view name, const McapMap& values);

  // The tick. Room for one message that the caller fills at once; data() is null when it was
  // dropped: no buffer free, larger than a chunk, no such channel, closed, or the disk failed.
  // Times before the session began count as its beginning.
  std::span<std::byte> reserve(McapChannelId channel, std::uint32_t sequence, core::Time log_time,
                               std::size_t payload_bytes) noexcept;
  // the same with the payload copied; false when it was dropped
  bool append(McapChannelId channel, std::uint32_t sequence, core::Time log_time,
              std::span<const std::byte> payload) noexcept;
  // true when messages of so many bytes together (mcap_message_bytes each) will not be dropped
  bool ready_for(std::size_t bytes) noexcept;

  // Between ticks: sleeps until ready_for(one chunk). False when the disk failed.
  bool wait_until_ready() noexcept;

  std::uint64_t dropped() const noexcept { return dropped_.load(std::memory_order_relaxed); }
  // the first thing that went wrong with the disk; falsy while all is well
  std::error_code error() const noexcept;
  const std::string& path() const noexcept { return path_; }

  // Writes what is left, the indexes and the summary. Throws core::IoError when any byte of the
  // file may be missing. Doing it twice is doing it once.
  void close();

 private:
  // messages on their way to the disk
  struct Buffer {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t used = 0;
  };

  bool make_room(std::size_t bytes) noexcept;
  void hand_over() noexcept;
  void drain() noexcept;
  void run() noexcept;
  void finish() noexcept;
  void throw_if_failed() const;
  void count_drop() noexcept;

  core::SpscQueue<Buffer*, kBuffers> full_;
  core::SpscQueue<Buffer*, kBuffers> free_;
  std::array<Buffer, kBuffers> buffers_;
  Buffer* current_ = nullptr;  // being filled
  Buffer* spare_ = nullptr;    // next to be filled, if already taken
  std::size_t chunk_bytes_;
  std::uint64_t handed_over_ = 0;
  std::atomic<std::uint64_t> written_{0};
  std::atomic<std::uint64_t> dropped_{0};
  std::string path_;
  std::unique_ptr<McapFile> file_;  // touched by the caller only while the thread has nothing to do
  std::thread thread_;
  std::uint16_t channels_ = 0;
  bool closed_ = false;
  std::atomic<bool> stop_{false};
};

}  // namespace tether::record
