#include "tether/record/mcap/mcap_writer.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <pthread.h>

#include "record/mcap/mcap_file.hpp"
#include "tether/core/error.hpp"
#include "tether/record/mcap/little_endian.hpp"

namespace tether::record {

namespace {

// how often a thread that waits for the other one looks again
constexpr std::chrono::milliseconds kPoll{1};

constexpr std::size_t kMaxIds = std::numeric_limits<std::uint16_t>::max();

// Ctrl-C and the like are for the threads that know what to do about them.
void block_signals() noexcept {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

}  // namespace

McapWriter::McapWriter(std::string path, const McapWriterOptions& options)
    : chunk_bytes_(options.chunk_bytes),
      path_(std::move(path)),
      file_(std::make_unique<McapFile>(path_, options)) {
  throw_if_failed();
  for (Buffer& buffer : buffers_) {
    // filled with zeros, so that its pages are there before the first tick
    buffer.bytes = std::make_unique<std::byte[]>(chunk_bytes_);
    free_.push(&buffer);
  }
  try {
    thread_ = std::thread([this] { run(); });
  } catch (const std::system_error& error) {
    throw core::IoError("start the writer of", path_, error.code().value());
  }
}

McapWriter::~McapWriter() { finish(); }

McapSchemaId McapWriter::add_schema(std::string_view name, std::string_view encoding,
                                    std::string_view data) {
  if (file_->schemas() == kMaxIds) {
    throw core::InputError(fmt::format("{}: more than {} schemas", path_, kMaxIds));
  }
  drain();
  const std::uint16_t id = file_->add_schema({.id = 0,
                                              .name = std::string(name),
                                              .encoding = std::string(encoding),
                                              .data = std::string(data)});
  throw_if_failed();
  return McapSchemaId{id};
}

McapChannelId McapWriter::add_channel(std::string_view topic, McapSchemaId schema,
                                      const McapMap& metadata, std::string_view encoding) {
  if (channels_ == kMaxIds) {
    throw core::InputError(fmt::format("{}: more than {} channels", path_, kMaxIds));
  }
  drain();
  ++channels_;
  file_->add_channel({.id = channels_,
                      .schema = static_cast<std::uint16_t>(schema),
                      .topic = std::string(topic),
                      .encoding = std::string(encoding),
                      .metadata = metadata});
  throw_if_failed();
  return McapChannelId{channels_};
}

void McapWriter::add_attachment(std::string_view name, std::string_view media_type,
                                std::span<const std::byte> data, core::Time log_time) {
  drain();
  file_->add_attachment({.log_time = log_time,
                         .create_time = {},
                         .name = std::string(name),
                         .media_type = std::string(media_type),
                         .data = {data.begin(), data.end()}});
  throw_if_failed();
}

void McapWriter::add_metadata(std::string_view name, const McapMap& values) {
  drain();
  file_->add_metadata({.name = std::string(name), .values = values});
  throw_if_failed();
}

std::span<std::byte> McapWriter::reserve(McapChannelId channel, std::uint32_t sequence,
                                         core::Time log_time, std::size_t payload_bytes) noexcept {
  const auto id = static_cast<std::uint16_t>(channel);
  const bool known = id != 0 && id <= channels_;
  if (!known || payload_bytes > chunk_bytes_ || !make_room(mcap_message_bytes(payload_bytes))) {
    count_drop();
    return {};
  }
  std::byte* to = current_->bytes.get() + current_->used;
  current_->used += mcap_message_bytes(payload_bytes);

  const auto time = static_cast<std::uint64_t>(
      std::max<core::Duration::rep>(0, log_time.time_since_epoch().count()));
  store(to, static_cast<std::uint8_t>(McapOp::message));
  store(to + 1, static_cast<std::uint64_t>(kMcapMessageHeadBytes + payload_bytes));
  to += kMcapRecordHeadBytes;
  store(to, id);
  store(to + 2, sequence);
  store(to + 6, time);
  store(to + 14, time);  // published when logged: both are the session time of the tick
  return {to + kMcapMessageHeadBytes, payload_bytes};
}

bool McapWriter::append(McapChannelId channel, std::uint32_t sequence, core::Time log_time,
                        std::span<const std::byte> payload) noexcept {
  const std::span<std::byte> room = reserve(channel, sequence, log_time, payload.size());
  if (room.data() == nullptr) return false;
  std::copy(payload.begin(), payload.end(), room.begin());
  return true;
}

bool McapWriter::ready_for(std::size_t bytes) noexcept {
  if (closed_ || bytes > chunk_bytes_ || file_->failed()) return false;
  if (current_ == nullptr && !free_.pop(current_)) return false;
  if (chunk_bytes_ - current_->used >= bytes) return true;
  // messages that together fit in one chunk fill at most the rest of this one and a spare one
  return spare_ != nullptr || free_.pop(spare_);
}

bool McapWriter::wait_until_ready() noexcept {
  while (!ready_for(chunk_bytes_)) {
    if (closed_ || file_->failed()) return false;
    std::this_thread::sleep_for(kPoll);
  }
  return true;
}

std::error_code McapWriter::error() const noexcept { return file_->error(); }

void McapWriter::close() {
  finish();
  throw_if_failed();
}

// A chunk ends where the next message does not fit, whatever the time and the load.
bool McapWriter::make_room(std::size_t bytes) noexcept {
  if (closed_ || bytes > chunk_bytes_ || file_->failed()) return false;
  if (current_ != nullptr) {
    if (chunk_bytes_ - current_->used >= bytes) return true;
    hand_over();
  }
  current_ = std::exchange(spare_, nullptr);
  return current_ != nullptr || free_.pop(current_);
}

void McapWriter::hand_over() noexcept {
  // there are as many places as buffers, so that this never finds the queue full
  full_.push(current_);
  current_ = nullptr;
  ++handed_over_;
}

void McapWriter::drain() noexcept {
  while (written_.load(std::memory_order_acquire) != handed_over_) {
    std::this_thread::sleep_for(kPoll);
  }
}

// The writer's thread. After a failure it goes on taking buffers and gives them back unwritten.
void McapWriter::run() noexcept {
  block_signals();
  for (;;) {
    // asked before looking: all that was handed over before the wish to stop is still found
    const bool stop = stop_.load(std::memory_order_acquire);
    Buffer* buffer = nullptr;
    if (full_.pop(buffer)) {
      file_->add_chunk({buffer->bytes.get(), buffer->used});
      buffer->used = 0;
      free_.push(buffer);
      written_.fetch_add(1, std::memory_order_release);
    } else if (stop) {
      return;
    } else {
      std::this_thread::sleep_for(kPoll);
    }
  }
}

void McapWriter::finish() noexcept {
  if (closed_) return;
  closed_ = true;
  if (current_ != nullptr) hand_over();
  stop_.store(true, std::memory_order_release);
  thread_.join();
  file_->finish();
}

void McapWriter::throw_if_failed() const {
  if (const std::error_code error = file_->error())
    throw core::IoError("write", path_, error.value());
}

void McapWriter::count_drop() noexcept {
  dropped_.store(dropped_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

}  // namespace tether::record
