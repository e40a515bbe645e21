// Bytes as they stand in a datagram: numbers least significant byte first, at any address, one
// after another. Both ends of a link agree on this whatever their machines are; floating-point bits
// pass unchanged.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

namespace tether::link {

using Bytes = std::span<const std::uint8_t>;
using Key = std::array<std::uint8_t, 32>;

static_assert(std::endian::native == std::endian::little,
              "datagrams are read and written by plain copies");

// a bool is none, since most bytes are no valid bool
template <class T>
concept WireNumber = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

// writes front to back; the caller has made room for all of it
class ByteWriter {
 public:
  explicit ByteWriter(std::uint8_t* to) noexcept : at_(to) {}

  template <WireNumber T>
  ByteWriter& put(T value) noexcept {
    std::memcpy(at_, &value, sizeof value);
    at_ += sizeof value;
    return *this;
  }
  ByteWriter& put(Bytes bytes) noexcept {
    at_ = std::copy(bytes.begin(), bytes.end(), at_);
    return *this;
  }

 private:
  std::uint8_t* at_;
};

// reads front to back; the caller has checked that there is enough
class ByteReader {
 public:
  explicit ByteReader(const std::uint8_t* from) noexcept : at_(from) {}

  template <WireNumber T>
  T take() noexcept {
    T value;
    std::memcpy(&value, at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  Key take_key() noexcept {
    Key key;
    std::copy_n(at_, key.size(), key.begin());
    at_ += key.size();
    return key;
  }

 private:
  const std::uint8_t* at_;
};

}  // namespace tether::link
