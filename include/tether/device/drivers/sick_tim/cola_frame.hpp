// Telegrams of SICK's CoLa A out of a stream of bytes: STX, text, ETX. TCP cuts and joins them at
// will; a device that was pulled leaves one without an end. Whatever comes, the next STX begins a
// new telegram, memory is bounded, and all that was thrown away is counted.
// SICK, Telegram listing ranging sensors 8014631, 2.2.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tether::device {

inline constexpr char kStx = '\x02';
inline constexpr char kEtx = '\x03';
// two 16-bit channels of kMaxBeams and all that stands around them
inline constexpr std::size_t kMostTelegramBytes = 16384;

struct ColaFrameCounts {
  std::uint64_t telegrams = 0;   // whole ones
  std::uint64_t empty = 0;       // with nothing between STX and ETX
  std::uint64_t unfinished = 0;  // another STX, or the end of the stream, before ETX
  std::uint64_t too_long = 0;
  std::uint64_t strays = 0;  // bytes outside of telegrams
};

class ColaFrames {
 public:
  // Takes bytes from the front of `bytes` until a telegram is whole, and returns what stands
  // between its STX and ETX, good until the next call; empty once all bytes are taken.
  std::string_view take(std::string_view& bytes) noexcept;
  // the stream ends here; another begins
  void restart() noexcept;

  const ColaFrameCounts& counts() const noexcept { return counts_; }
  // a telegram has begun and waits for its end
  bool within() const noexcept { return within_; }

 private:
  void skip_strays(std::string_view& bytes) noexcept;

  std::array<char, kMostTelegramBytes> text_;
  std::size_t size_ = 0;
  bool within_ = false;
  ColaFrameCounts counts_;
};

std::string cola_frame(std::string_view text);

}  // namespace tether::device
