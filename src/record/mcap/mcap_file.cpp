#include "record/mcap/mcap_file.hpp"

#include <algorithm>
#include <cerrno>
#include <new>

#include <zstd.h>

namespace tether::record {

namespace {

std::uint64_t nanoseconds(core::Time time) noexcept {
  return static_cast<std::uint64_t>(
      std::max<core::Duration::rep>(0, time.time_since_epoch().count()));
}

// where a record of `length` bytes stands, as the attachment and metadata indexes give it
void put_place(McapRecords& to, std::uint64_t offset, std::size_t length) {
  to.put(offset);
  to.put(static_cast<std::uint64_t>(length));
}

}  // namespace

void McapFile::TimeRange::include(std::uint64_t time) noexcept {
  first = std::min(first, time);
  last = std::max(last, time);
}

McapFile::McapFile(const std::string& path, const McapWriterOptions& options)
    : options_(options), out_(path), zstd_(ZSTD_createCCtx(), &ZSTD_freeCCtx) {
  if (options_.compression == McapCompression::zstd) {
    if (zstd_ == nullptr) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(zstd_.get(), ZSTD_c_compressionLevel, options_.zstd_level);
    compressed_.resize(ZSTD_compressBound(options_.chunk_bytes));
  }
  records_.put(std::as_bytes(std::span(kMcapMagic)));
  const std::size_t record = records_.open_record(McapOp::header);
  records_.put(std::string_view(options_.profile));
  records_.put(std::string_view(options_.library));
  records_.close_record(record);
  write_records();
}

std::uint16_t McapFile::add_schema(McapSchema schema) {
  for (const McapSchema& known : schemas_) {
    schema.id = known.id;
    if (schema == known) return known.id;
  }
  schema.id = static_cast<std::uint16_t>(schemas_.size() + 1);
  put_record(records_, schema);
  write_records();
  schemas_.push_back(std::move(schema));
  return schemas_.back().id;
}

void McapFile::add_channel(const McapChannel& channel) {
  put_record(records_, channel);
  write_records();
  channels_.push_back({channel, 0, {}});
}

void McapFile::add_attachment(const McapAttachment& attachment) {
  const std::size_t record = records_.open_record(McapOp::attachment);
  const std::size_t content = records_.size();
  records_.put(nanoseconds(attachment.log_time));
  records_.put(nanoseconds(attachment.create_time));
  records_.put(std::string_view(attachment.name));
  records_.put(std::string_view(attachment.media_type));
  records_.put(static_cast<std::uint64_t>(attachment.data.size()));
  records_.put(std::span<const std::byte>(attachment.data));
  records_.put(crc32_of(records_.bytes().subspan(content)));
  records_.close_record(record);

  const std::size_t entry = attachment_indexes_.open_record(McapOp::attachment_index);
  put_place(attachment_indexes_, out_.offset(), records_.size());
  attachment_indexes_.put(nanoseconds(attachment.log_time));
  attachment_indexes_.put(nanoseconds(attachment.create_time));
  attachment_indexes_.put(static_cast<std::uint64_t>(attachment.data.size()));
  attachment_indexes_.put(std::string_view(attachment.name));
  attachment_indexes_.put(std::string_view(attachment.media_type));
  attachment_indexes_.close_record(entry);
  ++attachments_;
  write_records();
}

void McapFile::add_metadata(const McapMetadata& metadata) {
  const std::size_t record = records_.open_record(McapOp::metadata);
  records_.put(std::string_view(metadata.name));
  records_.put(metadata.values);
  records_.close_record(record);

  const std::size_t entry = metadata_indexes_.open_record(McapOp::metadata_index);
  put_place(metadata_indexes_, out_.offset(), records_.size());
  metadata_indexes_.put(std::string_view(metadata.name));
  metadata_indexes_.close_record(entry);
  ++metadata_;
  write_records();
}

void McapFile::add_chunk(std::span<const std::byte> messages) noexcept {
  if (messages.empty() || failed()) return;
  try {
    write_chunk(messages);
  } catch (const std::bad_alloc&) {
    out_.fail(ENOMEM);
  }
}

// The tick only copies messages; that they are found again is worked out here, off the tick.
McapFile::TimeRange McapFile::index_messages(std::span<const std::byte> messages) {
  TimeRange range;
  for (std::size_t at = 0; at < messages.size();) {
    const std::byte* const record = messages.data() + at;
    const auto channel = load<std::uint16_t>(record + kMcapRecordHeadBytes);
    const auto time = load<std::uint64_t>(record + kMcapRecordHeadBytes + 6);
    Summarised& summarised = channels_[channel - 1u];
    summarised.index.emplace_back(time, at);
    ++summarised.messages;
    range.include(time);
    at += kMcapRecordHeadBytes + load<std::uint64_t>(record + 1);
  }
  times_.include(range.first);
  times_.include(range.last);
  return range;
}

std::span<const std::byte> McapFile::compress(std::span<const std::byte> messages) {
  if (options_.compression == McapCompression::none) return messages;
  const std::size_t size = ZSTD_compress2(zstd_.get(), compressed_.data(), compressed_.size(),
                                          messages.data(), messages.size());
  // the room always suffices, so that only memory can have run out
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();
  return std::span(compressed_).first(size);
}

void McapFile::write_chunk(std::span<const std::byte> messages) {
  const TimeRange range = index_messages(messages);
  const std::span<const std::byte> stored = compress(messages);
  const std::string_view compression = options_.compression == McapCompression::zstd ? "zstd" : "";
  const std::uint64_t chunk_start = out_.offset();

  // the chunk: its head, with a length that covers what follows, then the messages
  const std::size_t record = records_.open_record(McapOp::chunk);
  records_.put(range.first);
  records_.put(range.last);
  records_.put(static_cast<std::uint64_t>(messages.size()));
  records_.put(crc32_of(messages));
  records_.put(compression);
  records_.put(static_cast<std::uint64_t>(stored.size()));
  records_.put(stored);
  records_.close_record(record);
  const std::uint64_t chunk_length = records_.size();

  // its entry in the summary, as far as known
  const std::size_t entry = chunk_indexes_.open_record(McapOp::chunk_index);
  chunk_indexes_.put(range.first);
  chunk_indexes_.put(range.last);
  put_place(chunk_indexes_, chunk_start, chunk_length);

  const std::size_t places = chunk_indexes_.open<std::uint32_t>();
  put_message_indexes(chunk_start);
  chunk_indexes_.close<std::uint32_t>(places);
  chunk_indexes_.put(static_cast<std::uint64_t>(records_.size()) - chunk_length);
  chunk_indexes_.put(compression);
  chunk_indexes_.put(static_cast<std::uint64_t>(stored.size()));
  chunk_indexes_.put(static_cast<std::uint64_t>(messages.size()));
  chunk_indexes_.close_record(entry);
  ++chunks_;
  write_records();
}

// One record for each channel that occurs in the chunk, and its place for the chunk's own index.
void McapFile::put_message_indexes(std::uint64_t chunk_start) {
  for (Summarised& summarised : channels_) {
    if (summarised.index.empty()) continue;
    chunk_indexes_.put(summarised.channel.id);
    chunk_indexes_.put(chunk_start + records_.size());

    const std::size_t record = records_.open_record(McapOp::message_index);
    records_.put(summarised.channel.id);
    const std::size_t length = records_.open<std::uint32_t>();
    for (const auto& [time, place] : summarised.index) {
      records_.put(time);
      records_.put(place);
    }
    records_.close<std::uint32_t>(length);
    records_.close_record(record);
    summarised.index.clear();
  }
}

void McapFile::finish() noexcept {
  try {
    write_summary();
  } catch (const std::bad_alloc&) {
    out_.fail(ENOMEM);
  }
  out_.close(options_.sync);
}

void McapFile::write_summary() {
  const std::size_t data_end = records_.open_record(McapOp::data_end);
  records_.put(out_.crc());
  records_.close_record(data_end);
  write_records();

  // groups of records of one kind, each with a note of where it stands
  const std::uint64_t start = out_.offset();
  McapRecords offsets;
  std::size_t group = 0;
  const auto end_group = [&](McapOp op) {
    if (records_.size() == group) return;
    const std::size_t record = offsets.open_record(McapOp::summary_offset);
    offsets.put(static_cast<std::uint8_t>(op));
    offsets.put(start + group);
    offsets.put(static_cast<std::uint64_t>(records_.size() - group));
    offsets.close_record(record);
    group = records_.size();
  };
  for (const McapSchema& schema : schemas_) put_record(records_, schema);
  end_group(McapOp::schema);
  for (const Summarised& summarised : channels_) put_record(records_, summarised.channel);
  end_group(McapOp::channel);
  records_.put(chunk_indexes_.bytes());
  end_group(McapOp::chunk_index);
  records_.put(attachment_indexes_.bytes());
  end_group(McapOp::attachment_index);
  records_.put(metadata_indexes_.bytes());
  end_group(McapOp::metadata_index);
  put_statistics(records_);
  end_group(McapOp::statistics);

  const std::uint64_t offsets_start = start + records_.size();
  records_.put(offsets.bytes());
  // its length comes first, since the checksum covers all of the footer before itself
  records_.put(static_cast<std::uint8_t>(McapOp::footer));
  records_.put(static_cast<std::uint64_t>(kMcapFooterBytes));
  records_.put(start);
  records_.put(offsets_start);
  records_.put(crc32_of(records_.bytes()));
  records_.put(std::as_bytes(std::span(kMcapMagic)));
  write_records();
}

void McapFile::put_statistics(McapRecords& to) const {
  std::uint64_t messages = 0;
  for (const Summarised& summarised : channels_) messages += summarised.messages;

  const std::size_t record = to.open_record(McapOp::statistics);
  to.put(messages);
  to.put(static_cast<std::uint16_t>(schemas_.size()));
  to.put(static_cast<std::uint32_t>(channels_.size()));
  to.put(attachments_);
  to.put(metadata_);
  to.put(chunks_);
  to.put(times_.first_or_zero());
  to.put(times_.last);
  const std::size_t counts = to.open<std::uint32_t>();
  for (const Summarised& summarised : channels_) {
    to.put(summarised.channel.id);
    to.put(summarised.messages);
  }
  to.close<std::uint32_t>(counts);
  to.close_record(record);
}

void McapFile::write_records() {
  out_.write(records_.bytes());
  records_.clear();
}

}  // namespace tether::record
