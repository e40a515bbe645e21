// Numbers as they stand in a log: least significant byte first, at any address. Both MCAP and the
// CDR written here are little-endian, whatever the machine; floating-point bits pass unchanged.
#pragma once

#include <bit>
#include <cstddef>
#include <cstring>
#include <type_traits>

namespace tether::record {

static_assert(std::endian::native == std::endian::little,
              "logs are read and written by plain copies, which needs a little-endian machine");

// anything a log holds as one number; a bool is not, since most bytes are no valid bool
template <class T>
concept Number = std::is_arithmetic_v<T> && !std::is_same_v<T, bool> && sizeof(T) <= 8;

template <Number T>
void store(std::byte* to, T value) noexcept {
  std::memcpy(to, &value, sizeof value);
}

template <Number T>
T load(const std::byte* from) noexcept {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

}  // namespace tether::record
