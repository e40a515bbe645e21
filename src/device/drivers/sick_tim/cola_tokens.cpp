#include "device/drivers/sick_tim/cola_tokens.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace tether::device {
namespace {

constexpr std::size_t kMostHexDigits = 8;
constexpr std::size_t kMostDecimalDigits = 10;
constexpr std::uint8_t kNoDigit = 16;

constexpr auto kDigits = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(kNoDigit);
  for (unsigned i = 0; i < 10; ++i) values['0' + i] = static_cast<std::uint8_t>(i);
  for (unsigned i = 0; i < 6; ++i) {
    values['A' + i] = values['a' + i] = static_cast<std::uint8_t>(10 + i);
  }
  return values;
}();

constexpr unsigned digit(char c) noexcept { return kDigits[static_cast<unsigned char>(c)]; }

struct Reading {
  std::int64_t value = 0;
  ScanError error = ScanError::none;
  bool sign = false;
};

Reading read(std::string_view word) noexcept {
  Reading reading;
  reading.sign = !word.empty() && (word.front() == '+' || word.front() == '-');
  const bool negative = reading.sign && word.front() == '-';
  if (reading.sign) word.remove_prefix(1);
  const unsigned base = reading.sign ? 10 : 16;
  if (word.empty()) reading.error = ScanError::not_a_number;
  if (word.size() > (reading.sign ? kMostDecimalDigits : kMostHexDigits)) {
    reading.error = ScanError::number_too_large;
  }
  if (reading.error != ScanError::none) return reading;
  for (const char c : word) {
    const unsigned next = digit(c);
    if (next >= base) {
      reading.error = ScanError::not_a_number;
      return reading;
    }
    reading.value = reading.value * base + next;
  }
  if (negative) reading.value = -reading.value;
  return reading;
}

}  // namespace

void ColaTokens::refuse(ScanError error) noexcept {
  if (good()) error_ = error;
}

std::string_view ColaTokens::word() noexcept {
  if (!good()) return {};
  if (ended_) {
    refuse(ScanError::ends_early);
    return {};
  }
  const std::size_t blank = rest_.find(' ');
  const std::string_view taken = rest_.substr(0, blank);
  ended_ = blank == std::string_view::npos;
  rest_.remove_prefix(ended_ ? rest_.size() : blank + 1);
  if (taken.empty()) refuse(ended_ ? ScanError::ends_early : ScanError::not_a_number);
  return taken;
}

std::uint32_t ColaTokens::number(std::uint32_t most) noexcept {
  // most fields are hexadecimal with a field behind them: one pass over the bytes
  std::uint32_t value = 0;
  std::size_t digits = 0;
  const std::size_t longest = std::min(kMostHexDigits, rest_.size());
  for (; digits < longest && digit(rest_[digits]) != kNoDigit; ++digits) {
    value = value << 4U | digit(rest_[digits]);
  }
  if (digits > 0 && digits < rest_.size() && rest_[digits] == ' ' && good() && value <= most) {
    rest_.remove_prefix(digits + 1);
    return value;
  }
  // the last one, a decimal one, and all that is wrong
  const std::string_view taken = word();
  if (!good()) return 0;
  const Reading reading = read(taken);
  if (reading.error != ScanError::none) {
    refuse(reading.error);
  } else if (reading.value < 0 || reading.value > static_cast<std::int64_t>(most)) {
    refuse(ScanError::number_too_large);
  }
  return good() ? static_cast<std::uint32_t>(reading.value) : 0;
}

std::int32_t ColaTokens::signed_whole() noexcept {
  const std::string_view taken = word();
  if (!good()) return 0;
  const Reading reading = read(taken);
  if (reading.error != ScanError::none) {
    refuse(reading.error);
    return 0;
  }
  if (!reading.sign) return std::bit_cast<std::int32_t>(static_cast<std::uint32_t>(reading.value));
  using Limits = std::numeric_limits<std::int32_t>;
  if (reading.value < Limits::min() || reading.value > Limits::max()) {
    refuse(ScanError::number_too_large);
    return 0;
  }
  return static_cast<std::int32_t>(reading.value);
}

float ColaTokens::real() noexcept { return std::bit_cast<float>(whole()); }

bool ColaTokens::flag() noexcept {
  const std::uint16_t value = half();
  if (value > 1) refuse(ScanError::bad_flag);
  return value == 1;
}

std::string_view ColaTokens::text(std::uint32_t most_bytes) noexcept {
  const std::uint32_t size = half();
  if (!good()) return {};
  if (size > most_bytes) refuse(ScanError::bad_text);
  // the blank behind the length stands before an empty text too
  if (ended_ || size > rest_.size()) refuse(ScanError::ends_early);
  if (!good()) return {};
  const std::string_view taken = rest_.substr(0, size);
  rest_.remove_prefix(size);
  if (std::any_of(taken.begin(), taken.end(),
                  [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7F'; })) {
    refuse(ScanError::bad_text);
  }
  ended_ = rest_.empty();
  if (ended_) return taken;
  if (rest_.front() != ' ') refuse(ScanError::bad_text);
  rest_.remove_prefix(1);
  return taken;
}

void ColaTokens::end() noexcept {
  if (!ended_) refuse(ScanError::too_much);
}

const char* describe(ScanError error) noexcept {
  switch (error) {
    case ScanError::none:
      return "a scan";
    case ScanError::not_scan_data:
      return "no scan data";
    case ScanError::ends_early:
      return "ends early";
    case ScanError::not_a_number:
      return "not a number";
    case ScanError::number_too_large:
      return "number too large";
    case ScanError::device_error:
      return "error of the device";
    case ScanError::too_many_channels:
      return "too many channels";
    case ScanError::too_many_values:
      return "too many values";
    case ScanError::bad_channel_name:
      return "bad channel name";
    case ScanError::no_distances:
      return "no channel of distances";
    case ScanError::bad_scale:
      return "bad scale";
    case ScanError::bad_angles:
      return "bad angles";
    case ScanError::bad_flag:
      return "neither there nor absent";
    case ScanError::bad_text:
      return "bad text";
    case ScanError::bad_date:
      return "bad date";
    case ScanError::too_much:
      return "more than a scan";
  }
  return "?";
}

}  // namespace tether::device
