#include "tether/core/fixed_string.hpp"

#include <cstdint>

namespace tether::core::detail {
namespace {

// the second and later bytes of a character in UTF-8 are 10xxxxxx
bool continues_character(char byte) noexcept {
  return (static_cast<std::uint8_t>(byte) & 0xC0) == 0x80;
}

}  // namespace

std::size_t cut(char* text, std::size_t full, std::size_t capacity) noexcept {
  if (full <= capacity) return full;
  std::size_t end = capacity - kEllipsis.size();
  while (end > 0 && continues_character(text[end])) --end;
  std::copy(kEllipsis.begin(), kEllipsis.end(), text + end);
  return end + kEllipsis.size();
}

std::size_t format_bounded(char* text, std::size_t capacity, fmt::string_view format,
                           fmt::format_args args) noexcept {
  try {
    return cut(text, fmt::vformat_to_n(text, capacity, format, args).size, capacity);
  } catch (...) {
    constexpr std::string_view kFailed = "(a message that cannot be formatted)";
    std::copy_n(kFailed.data(), std::min(kFailed.size(), capacity), text);
    return cut(text, kFailed.size(), capacity);
  }
}

}  // namespace tether::core::detail
