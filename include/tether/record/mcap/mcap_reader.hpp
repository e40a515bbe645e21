// Reads MCAP logs from front to back: ours, and those of other writers, chunked or not, compressed
// with zstd or not at all. Nothing in a file is believed before it is checked; what is wrong with
// it throws core::InputError with the file and the byte, and no length in it makes the reader take
// more memory than its limit allows. Checksums are verified where the file has them.
//
// A log whose end is missing, as a session leaves it that was killed, is read up to its last whole
// record, and truncated() says so.
//
//   McapReader log("out/x/log.mcap");
//   McapMessage message;
//   while (log.next(message)) replay(message.channel->topic, message.payload);
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tether/core/input_file.hpp"
#include "tether/core/time.hpp"
#include "tether/record/mcap/mcap_format.hpp"

namespace tether::record {

struct McapReaderLimits {
  // the largest record, and the largest chunk after decompression [bytes]
  std::size_t record_bytes = std::size_t{64} << 20;
};

struct McapMessage {
  const McapChannel* channel = nullptr;  // valid as long as the reader
  std::uint32_t sequence = 0;
  core::Time log_time;
  core::Time publish_time;
  std::span<const std::byte> payload;  // valid until the next call of next() or rewind()
};

class McapChunk;
class McapFields;

class McapReader {
 public:
  // Goes over the file once, without looking into chunks. Throws core::IoError where the file
  // cannot be read, core::InputError where it is not a sound log.
  explicit McapReader(const std::string& path, const McapReaderLimits& limits = {});
  ~McapReader();
  McapReader(const McapReader&) = delete;
  McapReader& operator=(const McapReader&) = delete;

  const std::string& profile() const noexcept { return profile_; }
  const std::string& library() const noexcept { return library_; }
  // By id. Those that a file without summary hides in its chunks appear as next() comes across
  // them.
  const std::map<std::uint16_t, McapSchema>& schemas() const noexcept { return schemas_; }
  const std::map<std::uint16_t, McapChannel>& channels() const noexcept { return channels_; }
  const std::vector<McapAttachment>& attachments() const noexcept { return attachments_; }
  const std::vector<McapMetadata>& metadata() const noexcept { return metadata_; }
  // the end of the file is missing
  bool truncated() const noexcept { return truncated_; }

  // the next message in file order; false after the last
  bool next(McapMessage& message);
  // back to the first message
  void rewind() noexcept;

 private:
  struct Head {
    McapOp op{};
    std::uint64_t length = 0;  // of the content
  };

  void scan();
  bool ends_in_footer();
  bool read_head(std::uint64_t offset, Head& head);
  std::span<const std::byte> read_content(std::uint64_t offset, const Head& head);
  void learn(const Head& head, std::uint64_t offset);
  void learn_header(McapFields fields);
  void learn_schema(McapFields fields);
  void learn_channel(McapFields fields);
  void learn_attachment(McapFields fields);
  void learn_metadata(McapFields fields);
  void check_summary(McapFields fields, std::uint64_t footer);
  bool next_in_chunk(McapMessage& message);
  void read_message(McapFields fields, McapMessage& message) const;

  McapReaderLimits limits_;
  std::unique_ptr<core::InputFile> file_;
  std::unique_ptr<McapChunk> chunk_;  // the one being read
  std::vector<std::byte> content_;    // of the record being read
  bool complete_ = false;             // a footer stands where it should
  bool truncated_ = false;
  std::uint64_t at_ = 0;   // the next record
  std::uint64_t end_ = 0;  // the end of the data section, or of what there is of it

  std::string profile_;
  std::string library_;
  std::map<std::uint16_t, McapSchema> schemas_;
  std::map<std::uint16_t, McapChannel> channels_;
  std::vector<McapAttachment> attachments_;
  std::vector<McapMetadata> metadata_;
};

}  // namespace tether::record
