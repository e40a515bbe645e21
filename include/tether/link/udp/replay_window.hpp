// Distinguishes datagrams that were seen from those that were not. Each carries a counter that its
// sender raises by one; the window remembers which of the last 1024 counters up to the highest one
// were seen, and takes older ones for seen. RFC 4303, section 3.4.3, with the bits in a ring of
// words as in RFC 6479, so that moving on clears words rather than shifting them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tether::link {

class ReplayWindow {
 public:
  static constexpr std::uint64_t kWidth = 1024;

  // not seen yet, as far as the window reaches; to be asked before the datagram is believed
  bool fresh(std::uint64_t counter) const noexcept {
    // no sender lives to use the last one
    if (counter >= end_) return counter != ~std::uint64_t{0};
    if (end_ - counter > kWidth) return false;
    return (word(counter) & bit(counter)) == 0;
  }

  // marks the counter of a datagram that is genuine; false when it was seen before
  bool mark(std::uint64_t counter) noexcept {
    if (!fresh(counter)) return false;
    if (counter >= end_) move_to(counter);
    word(counter) |= bit(counter);
    return true;
  }

 private:
  static constexpr std::uint64_t kBits = 64;
  // one word more than the window is wide, as it seldom begins with a word
  static constexpr std::uint64_t kWords = kWidth / kBits + 1;

  static std::uint64_t bit(std::uint64_t counter) noexcept {
    return std::uint64_t{1} << (counter % kBits);
  }
  std::uint64_t& word(std::uint64_t counter) noexcept { return words_[counter / kBits % kWords]; }
  const std::uint64_t& word(std::uint64_t counter) const noexcept {
    return words_[counter / kBits % kWords];
  }

  // clears the words that come into the window
  void move_to(std::uint64_t counter) noexcept {
    const std::uint64_t last = counter / kBits;
    std::uint64_t next = end_ == 0 ? 0 : (end_ - 1) / kBits + 1;
    if (last >= next + kWords) next = last - kWords + 1;
    for (; next <= last; ++next) words_[next % kWords] = 0;
    end_ = counter + 1;
  }

  std::uint64_t end_ = 0;  // one more than the highest counter seen
  std::array<std::uint64_t, kWords> words_{};
};

}  // namespace tether::link
