// Puts records of an MCAP file together in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "tether/record/mcap/little_endian.hpp"
#include "tether/record/mcap/mcap_format.hpp"

namespace tether::record {

// Bytes that grow at their end. A length that is known only later is left open, then closed.
class McapRecords {
 public:
  template <Number T>
  void put(T value) {
    const std::size_t at = bytes_.size();
    bytes_.resize(at + sizeof value);
    store(bytes_.data() + at, value);
  }
  void put(std::span<const std::byte> bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  void put(std::string_view text) {
    put(static_cast<std::uint32_t>(text.size()));
    put(std::as_bytes(std::span(text)));
  }
  void put(const McapMap& map) {
    const std::size_t length = open<std::uint32_t>();
    for (const auto& [key, value] : map) {
      put(std::string_view(key));
      put(std::string_view(value));
    }
    close<std::uint32_t>(length);
  }

  // a length of type T that is not known yet; returns its place
  template <Number T>
  std::size_t open() {
    put(T{0});
    return bytes_.size() - sizeof(T);
  }
  // the length at `place` is all that was put since
  template <Number T>
  void close(std::size_t place) {
    store(bytes_.data() + place, static_cast<T>(bytes_.size() - place - sizeof(T)));
  }

  std::size_t open_record(McapOp op) {
    put(static_cast<std::uint8_t>(op));
    return open<std::uint64_t>();
  }
  void close_record(std::size_t place) { close<std::uint64_t>(place); }

  std::span<const std::byte> bytes() const noexcept { return bytes_; }
  std::size_t size() const noexcept { return bytes_.size(); }
  void clear() noexcept { bytes_.clear(); }

 private:
  std::vector<std::byte> bytes_;
};

// these stand in the data section and once more in the summary
inline void put_record(McapRecords& to, const McapSchema& schema) {
  const std::size_t record = to.open_record(McapOp::schema);
  to.put(schema.id);
  to.put(std::string_view(schema.name));
  to.put(std::string_view(schema.encoding));
  to.put(std::string_view(schema.data));
  to.close_record(record);
}

inline void put_record(McapRecords& to, const McapChannel& channel) {
  const std::size_t record = to.open_record(McapOp::channel);
  to.put(channel.id);
  to.put(channel.schema);
  to.put(std::string_view(channel.topic));
  to.put(std::string_view(channel.encoding));
  to.put(channel.metadata);
  to.close_record(record);
}

}  // namespace tether::record
