// An independent view of an MCAP file for tests: records straight from the bytes, without the code
// under test. Trusts the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <zstd.h>

namespace tether::record::mcap {

using Bytes = std::vector<std::byte>;

inline Bytes bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

inline Bytes read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  return bytes_of(text);
}

inline void write_file(const std::string& path, std::span<const std::byte> bytes) {
  // anew, since some file systems wait for the disk when an old file is emptied and filled
  std::filesystem::remove(path);
  std::ofstream out(path, std::ios::binary);
  const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  out << text;
}

// takes values off the front
class Cursor {
 public:
  explicit Cursor(std::span<const std::byte> bytes) : bytes_(bytes) {}
  template <class T>
  T get() {
    T value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  std::span<const std::byte> take(std::size_t count) {
    const auto front = bytes_.first(count);
    bytes_ = bytes_.subspan(count);
    return front;
  }
  std::string text() {
    const auto bytes = take(get<std::uint32_t>());
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
  bool empty() const { return bytes_.empty(); }

 private:
  std::span<const std::byte> bytes_;
};

struct Record {
  int op = 0;
  std::uint64_t offset = 0;  // in what was split
  std::uint64_t length = 0;  // with its head
  std::span<const std::byte> content;
};

inline Record record_at(std::span<const std::byte> bytes, std::uint64_t offset) {
  Cursor cursor(bytes.subspan(offset));
  Record record;
  record.op = cursor.get<std::uint8_t>();
  record.offset = offset;
  const auto length = cursor.get<std::uint64_t>();
  record.length = 9 + length;
  record.content = cursor.take(length);
  return record;
}

inline std::vector<Record> split_records(std::span<const std::byte> bytes, std::uint64_t from,
                                         std::uint64_t to) {
  std::vector<Record> records;
  while (from < to) {
    records.push_back(record_at(bytes, from));
    from += records.back().length;
  }
  return records;
}

// all records of a whole file
inline std::vector<Record> split_file(std::span<const std::byte> file) {
  return split_records(file, 8, file.size() - 8);
}

inline std::vector<Record> of_kind(const std::vector<Record>& records, int op) {
  std::vector<Record> found;
  for (const Record& record : records) {
    if (record.op == op) found.push_back(record);
  }
  return found;
}

struct Chunk {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint32_t crc = 0;
  std::string compression;
  Bytes records;
  std::uint64_t packed = 0;
};

inline Chunk unpack(const Record& record) {
  Cursor cursor(record.content);
  Chunk chunk;
  chunk.first = cursor.get<std::uint64_t>();
  chunk.last = cursor.get<std::uint64_t>();
  chunk.records.resize(cursor.get<std::uint64_t>());
  chunk.crc = cursor.get<std::uint32_t>();
  chunk.compression = cursor.text();
  const auto packed = cursor.take(cursor.get<std::uint64_t>());
  chunk.packed = packed.size();
  if (chunk.compression.empty()) {
    chunk.records.assign(packed.begin(), packed.end());
  } else if (ZSTD_decompress(chunk.records.data(), chunk.records.size(), packed.data(),
                             packed.size()) != chunk.records.size()) {
    throw std::runtime_error("a chunk does not unpack");
  }
  return chunk;
}

// Puts a file together by hand, as another writer might have written it.
class HandMade {
 public:
  HandMade() { magic(); }
  HandMade& magic() { return raw(std::string_view("\x89MCAP0\r\n", 8)); }
  HandMade& raw(std::string_view text) { return raw(bytes_of(text)); }
  HandMade& raw(const Bytes& bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return *this;
  }
  template <class T>
  HandMade& number(T value) {
    Bytes bytes(sizeof value);
    std::memcpy(bytes.data(), &value, sizeof value);
    return raw(bytes);
  }
  HandMade& text(std::string_view text) {
    number(static_cast<std::uint32_t>(text.size()));
    return raw(text);
  }
  HandMade& record(int op, const Bytes& content) {
    number(static_cast<std::uint8_t>(op));
    number(static_cast<std::uint64_t>(content.size()));
    return raw(content);
  }
  HandMade& header() { return record(1, fields().text("").text("by hand").bytes()); }
  HandMade& footer() { return record(2, Bytes(20)).magic(); }

  // a row of fields without magic
  static HandMade fields() {
    HandMade empty;
    empty.bytes_.clear();
    return empty;
  }
  static Bytes schema(std::uint16_t id) {
    return fields().number(id).text("a/msg/B").text("ros2msg").text("bool c\n").bytes();
  }
  static Bytes channel(std::uint16_t id, std::uint16_t schema, std::string_view topic = "/a") {
    return fields().number(id).number(schema).text(topic).text("cdr").text("").bytes();
  }
  static Bytes message(std::uint16_t channel, std::uint64_t time, std::string_view payload) {
    return fields().number(channel).number(7u).number(time).number(time + 1).raw(payload).bytes();
  }
  static Bytes chunk(std::string_view compression, const Bytes& records, std::uint64_t size,
                     std::uint32_t crc = 0) {
    return fields()
        .number(std::uint64_t{0})
        .number(std::uint64_t{0})
        .number(size)
        .number(crc)
        .text(compression)
        .number(static_cast<std::uint64_t>(records.size()))
        .raw(records)
        .bytes();
  }

  const Bytes& bytes() const { return bytes_; }

 private:
  Bytes bytes_;
};

}  // namespace tether::record::mcap
