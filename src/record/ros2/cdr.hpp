// Common Data Representation, the byte form of ROS 2 messages: every primitive stands at a multiple
// of its own size, counted from the end of a four-byte header that names the byte order.
//   string    uint32 length with the closing zero, then the bytes and that zero
//   sequence  uint32 count, then the elements; array: the elements alone
// Plain CDR, little-endian only (header 00 01 00 00). OMG DDSI-RTPS 2.3, ch. 10; CORBA 3.0,
// ch. 15.3.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tether/record/mcap/little_endian.hpp"

namespace tether::record {

inline constexpr std::size_t kCdrHeaderBytes = 4;

// Fills a buffer that someone else owns. Writing past its end leaves the buffer as it is and makes
// ok() false for good; so a sequence of puts needs one check, at its end.
class CdrWriter {
 public:
  explicit CdrWriter(std::span<std::byte> buffer) noexcept;
  // goes on behind the first `size` bytes, which stand there already
  CdrWriter(std::span<std::byte> buffer, std::size_t size) noexcept
      : buffer_(buffer), size_(size) {}

  template <Number T>
  void put(T value) noexcept {
    if (std::byte* to = claim(sizeof value, sizeof value)) store(to, value);
  }
  // a template, so that no pointer turns into a bool
  template <std::same_as<bool> T>
  void put(T value) noexcept {
    put(static_cast<std::uint8_t>(value ? 1 : 0));
  }
  void put(std::string_view text) noexcept;

  template <Number T>
  void put_array(std::span<const T> values) noexcept {
    // an empty array has no first element, so nothing is aligned either
    if (values.empty()) return;
    if (std::byte* to = claim(sizeof(T), values.size_bytes())) {
      std::memcpy(to, values.data(), values.size_bytes());
    }
  }
  template <Number T>
  void put_sequence(std::span<const T> values) noexcept {
    put(static_cast<std::uint32_t>(values.size()));
    put_array(values);
  }
  void put_sequence(std::span<const std::string> texts) noexcept;

  // everything so far, the header included
  std::span<const std::byte> bytes() const noexcept { return buffer_.first(size_); }
  std::size_t size() const noexcept { return size_; }
  bool ok() const noexcept { return ok_; }

 private:
  // room for `count` bytes at a multiple of `alignment`, with zeros before it; null when none is
  // left
  std::byte* claim(std::size_t alignment, std::size_t count) noexcept {
    // the header does not count; alignments are powers of two
    const std::size_t zeros = (kCdrHeaderBytes - size_) & (alignment - 1);
    if (!ok_ || size_ + zeros + count > buffer_.size()) {
      ok_ = false;
      return nullptr;
    }
    std::byte* const from = buffer_.data() + size_;
    std::memset(from, 0, zeros);
    size_ += zeros + count;
    return from + zeros;
  }

  std::span<std::byte> buffer_;
  std::size_t size_ = 0;
  bool ok_ = true;
};

// Reads bytes of unknown origin. Every length is checked before it is used; what does not fit
// throws core::InputError with the byte it was found at.
class CdrReader {
 public:
  explicit CdrReader(std::span<const std::byte> bytes);

  template <Number T>
  T get() {
    return load<T>(take(sizeof(T), sizeof(T)));
  }
  bool get_bool() { return get<std::uint8_t>() != 0; }
  std::string get_string();

  template <Number T>
  void get_array(std::span<T> values) {
    if (values.empty()) return;
    std::memcpy(values.data(), take(sizeof(T), values.size_bytes()), values.size_bytes());
  }
  template <Number T>
  std::vector<T> get_sequence() {
    std::vector<T> values(checked_count(sizeof(T)));
    get_array(std::span<T>(values));
    return values;
  }
  std::vector<std::string> get_string_sequence();

  std::size_t position() const noexcept { return position_; }

 private:
  const std::byte* take(std::size_t alignment, std::size_t count);
  // the count of a sequence whose elements need at least `element` bytes each
  std::size_t checked_count(std::size_t element);
  [[noreturn]] void fail(std::string_view what) const;

  std::span<const std::byte> bytes_;
  std::size_t position_ = kCdrHeaderBytes;
};

}  // namespace tether::record
