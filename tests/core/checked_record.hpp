// A record that can say whether it was seen half written: each of its words follows from the
// first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tether::core {

struct CheckedRecord {
  std::uint64_t sequence = 0;
  std::array<std::uint64_t, 24> words{};  // several cache lines, so that a copy takes time

  static std::uint64_t word(std::uint64_t sequence, std::size_t i) noexcept {
    return (sequence + 1) * 0x9E3779B97F4A7C15U + i;
  }
  void fill(std::uint64_t s) noexcept {
    sequence = s;
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = word(s, i);
  }
  static CheckedRecord of(std::uint64_t sequence) noexcept {
    CheckedRecord record;
    record.fill(sequence);
    return record;
  }
  bool intact() const noexcept {
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i] != word(sequence, i)) return false;
    }
    return true;
  }
};

}  // namespace tether::core
