// Fields of a CoLa A telegram from left to right: words with one blank between them. Numbers are
// hexadecimal, or decimal behind a sign; reals are the hexadecimal form of an IEEE 754 float. The
// first thing that does not fit is kept as the error; from then on every field reads as zero, so
// that a reader of many fields asks once, at the end.
// SICK, Telegram listing ranging sensors 8014631, 2.2 and 2.3.
#pragma once

#include <cstdint>
#include <string_view>

#include "tether/device/drivers/sick_tim/scan_error.hpp"

namespace tether::device {

class ColaTokens {
 public:
  explicit ColaTokens(std::string_view telegram) noexcept : rest_(telegram) {}

  // up to the next blank, never empty but after an error
  std::string_view word() noexcept;
  std::uint32_t number(std::uint32_t most) noexcept;
  std::uint8_t byte() noexcept { return static_cast<std::uint8_t>(number(0xFF)); }
  std::uint16_t half() noexcept { return static_cast<std::uint16_t>(number(0xFFFF)); }
  std::uint32_t whole() noexcept { return number(0xFFFFFFFF); }
  std::int32_t signed_whole() noexcept;  // hexadecimal in two's complement
  float real() noexcept;
  bool flag() noexcept;                                      // 0 or 1
  std::string_view text(std::uint32_t most_bytes) noexcept;  // its length, then its bytes

  void refuse(ScanError error) noexcept;
  // nothing but what was read is there
  void end() noexcept;
  bool good() const noexcept { return error_ == ScanError::none; }
  ScanError error() const noexcept { return error_; }

 private:
  std::string_view rest_;
  bool ended_ = false;  // no blank behind the last field
  ScanError error_ = ScanError::none;
};

}  // namespace tether::device
