#include "tether/record/mcap/mcap_reader.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "record/mcap/mcap_chunk.hpp"
#include "record/mcap/mcap_fields.hpp"
#include "record/mcap/output_file.hpp"
#include "tether/core/input_file.hpp"
#include "tether/record/mcap/little_endian.hpp"

namespace tether::record {

namespace {

constexpr std::uint64_t kFirstRecord = kMcapMagic.size();
// footer and closing magic
constexpr std::uint64_t kTailBytes = kMcapRecordHeadBytes + kMcapFooterBytes + kMcapMagic.size();

bool is_magic_at(core::InputFile& file, std::uint64_t offset) {
  std::array<std::byte, kMcapMagic.size()> bytes{};
  file.read(offset, bytes);
  return std::ranges::equal(bytes, std::as_bytes(std::span(kMcapMagic)));
}

// a record that occurs again, such as in the summary, must be the same again
template <class Record>
void learn_once(std::map<std::uint16_t, Record>& known, Record record, const McapFields& fields) {
  const auto [place, is_new] = known.try_emplace(record.id, record);
  if (!is_new && place->second != record) {
    fields.fail(fmt::format("id {} is given to two different things", record.id));
  }
}

}  // namespace

McapReader::McapReader(const std::string& path, const McapReaderLimits& limits)
    : limits_(limits),
      file_(std::make_unique<core::InputFile>(path)),
      chunk_(std::make_unique<McapChunk>()) {
  if (file_->size() < kFirstRecord || !is_magic_at(*file_, 0)) file_->fail(0, "not an MCAP file");
  complete_ = ends_in_footer();
  scan();
  rewind();
}

McapReader::~McapReader() = default;

bool McapReader::ends_in_footer() {
  if (file_->size() < kFirstRecord + kTailBytes) return false;
  const std::uint64_t tail = file_->size() - kTailBytes;
  std::array<std::byte, kMcapRecordHeadBytes> head{};
  file_->read(tail, head);
  return McapOp{load<std::uint8_t>(head.data())} == McapOp::footer &&
         load<std::uint64_t>(head.data() + 1) == kMcapFooterBytes &&
         is_magic_at(*file_, file_->size() - kMcapMagic.size());
}

// All records from front to back, except that chunks and messages are left for next().
void McapReader::scan() {
  std::uint64_t at = kFirstRecord;
  bool in_data = true;
  Head head;
  while (read_head(at, head)) {
    if ((at == kFirstRecord) != (head.op == McapOp::header)) {
      file_->fail(at, "a header is missing at the beginning, or stands elsewhere");
    }
    if (head.op == McapOp::data_end) {
      in_data = false;
      end_ = at;
    } else if (head.op != McapOp::message && head.op != McapOp::chunk) {
      learn(head, at);
    } else if (!in_data) {
      file_->fail(at, "a message stands after the end of the data");
    }
    at += kMcapRecordHeadBytes + head.length;
    if (head.op == McapOp::footer) break;
  }
  if (in_data) end_ = at;
  if (complete_ && at != file_->size() - kMcapMagic.size()) {
    file_->fail(at, "a footer stands before the end of the file");
  }
  truncated_ = !complete_;
}

// False where the file ends before the record does. In a file that has its footer, that is not the
// fault of the end but of the length.
bool McapReader::read_head(std::uint64_t offset, Head& head) {
  const std::uint64_t left = file_->size() - offset;
  if (left < kMcapRecordHeadBytes) {
    if (complete_) file_->fail(offset, "a record goes past the end of the file");
    return false;
  }
  std::array<std::byte, kMcapRecordHeadBytes> bytes{};
  file_->read(offset, bytes);
  head.op = McapOp{load<std::uint8_t>(bytes.data())};
  head.length = load<std::uint64_t>(bytes.data() + 1);
  if (head.op == McapOp{0}) file_->fail(offset, "no record is of kind 0");
  if (head.length > limits_.record_bytes) {
    file_->fail(offset, fmt::format("a record of {} bytes is more than the limit of {}",
                                    head.length, limits_.record_bytes));
  }
  if (head.length > left - kMcapRecordHeadBytes) {
    if (complete_) file_->fail(offset, "a record goes past the end of the file");
    return false;
  }
  return true;
}

std::span<const std::byte> McapReader::read_content(std::uint64_t offset, const Head& head) {
  content_.resize(head.length);
  file_->read(offset + kMcapRecordHeadBytes, content_);
  return content_;
}

void McapReader::learn(const Head& head, std::uint64_t offset) {
  const auto fields = [&] { return McapFields(read_content(offset, head), *file_, offset); };
  switch (head.op) {
    case McapOp::header:
      return learn_header(fields());
    case McapOp::schema:
      return learn_schema(fields());
    case McapOp::channel:
      return learn_channel(fields());
    case McapOp::attachment:
      return learn_attachment(fields());
    case McapOp::metadata:
      return learn_metadata(fields());
    case McapOp::footer:
      return check_summary(fields(), offset);
    default:
      return;  // indexes, which reading from front to back does not need, and kinds not known yet
  }
}

void McapReader::learn_header(McapFields fields) {
  profile_ = fields.text();
  library_ = fields.text();
}

void McapReader::learn_schema(McapFields fields) {
  McapSchema schema;
  schema.id = fields.get<std::uint16_t>();
  schema.name = fields.text();
  schema.encoding = fields.text();
  schema.data = fields.text();
  // the format asks readers to overlook it
  if (schema.id == 0) return;
  learn_once(schemas_, std::move(schema), fields);
}

void McapReader::learn_channel(McapFields fields) {
  McapChannel channel;
  channel.id = fields.get<std::uint16_t>();
  channel.schema = fields.get<std::uint16_t>();
  channel.topic = fields.text();
  channel.encoding = fields.text();
  channel.metadata = fields.map();
  learn_once(channels_, std::move(channel), fields);
}

void McapReader::learn_attachment(McapFields fields) {
  McapAttachment attachment;
  attachment.log_time = fields.time();
  attachment.create_time = fields.time();
  attachment.name = fields.text();
  attachment.media_type = fields.text();
  const auto data = fields.bytes(fields.get<std::uint64_t>());
  attachment.data.assign(data.begin(), data.end());
  const std::uint32_t computed = crc32_of(fields.passed());
  const auto crc = fields.get<std::uint32_t>();
  if (crc != 0 && crc != computed) {
    fields.fail(fmt::format("attachment {} does not match its checksum", attachment.name));
  }
  attachments_.push_back(std::move(attachment));
}

void McapReader::learn_metadata(McapFields fields) {
  std::string name = fields.text();
  metadata_.push_back({std::move(name), fields.map()});
}

void McapReader::check_summary(McapFields fields, std::uint64_t footer) {
  const auto start = fields.get<std::uint64_t>();
  fields.get<std::uint64_t>();
  const std::uint64_t covered = footer + kMcapRecordHeadBytes + fields.passed().size();
  const auto crc = fields.get<std::uint32_t>();
  if (start == 0 || crc == 0) return;
  if (start < kFirstRecord || start > footer) fields.fail("the summary is not inside the file");

  // piece by piece, since a hostile file may call all of itself the summary
  std::array<std::byte, 4096> piece{};
  std::uint32_t computed = 0;
  for (std::uint64_t at = start; at < covered;) {
    const auto part = std::span(piece).first(std::min<std::uint64_t>(piece.size(), covered - at));
    file_->read(at, part);
    computed = crc32_of(part, computed);
    at += part.size();
  }
  if (crc != computed) fields.fail("the summary does not match its checksum");
}

void McapReader::rewind() noexcept {
  at_ = kFirstRecord;
  chunk_->clear();
}

bool McapReader::next(McapMessage& message) {
  for (;;) {
    while (!chunk_->at_end()) {
      if (next_in_chunk(message)) return true;
    }
    Head head;
    if (at_ >= end_ || !read_head(at_, head)) return false;
    const std::uint64_t offset = std::exchange(at_, at_ + kMcapRecordHeadBytes + head.length);
    if (head.op == McapOp::chunk) {
      chunk_->open({read_content(offset, head), *file_, offset}, offset, limits_.record_bytes);
    } else if (head.op == McapOp::message) {
      read_message({read_content(offset, head), *file_, offset}, message);
      return true;
    }
  }
}

bool McapReader::next_in_chunk(McapMessage& message) {
  const McapChunk::Record record = chunk_->next(*file_);
  const McapFields fields(record.content, *file_, chunk_->offset());
  if (record.op == McapOp::schema) learn_schema(fields);
  if (record.op == McapOp::channel) learn_channel(fields);
  if (record.op != McapOp::message) return false;
  read_message(fields, message);
  return true;
}

void McapReader::read_message(McapFields fields, McapMessage& message) const {
  const auto id = fields.get<std::uint16_t>();
  const auto channel = channels_.find(id);
  if (channel == channels_.end()) {
    fields.fail(fmt::format("a message is of channel {}, which is not there", id));
  }
  // not asked earlier: the summary may name a channel whose schema stands in a chunk only
  if (channel->second.schema != 0 && !schemas_.contains(channel->second.schema)) {
    fields.fail(fmt::format("a message of {} is of schema {}, which is not there",
                            channel->second.topic, channel->second.schema));
  }
  message.channel = &channel->second;
  message.sequence = fields.get<std::uint32_t>();
  message.log_time = fields.time();
  message.publish_time = fields.time();
  message.payload = fields.rest();
}

}  // namespace tether::record
