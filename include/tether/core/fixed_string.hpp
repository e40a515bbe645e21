// A text of bounded length that lives where it is declared: no heap, trivially copyable, so it can
// be made in a tick and travel through a queue. A text that does not fit is cut between two
// characters (UTF-8) and ends in "…"; nothing ever throws.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include <fmt/core.h>

namespace tether::core {

namespace detail {

inline constexpr std::string_view kEllipsis = "…";

// length of the text that remains when `full` bytes of text met the room of `capacity` bytes
std::size_t cut(char* text, std::size_t full, std::size_t capacity) noexcept;
// formats into `capacity` bytes; returns the length of what stands there
std::size_t format_bounded(char* text, std::size_t capacity, fmt::string_view format,
                           fmt::format_args args) noexcept;

}  // namespace detail

// at most Capacity bytes
template <std::size_t Capacity>
class FixedString {
  static_assert(Capacity > detail::kEllipsis.size());

 public:
  FixedString() = default;
  explicit FixedString(std::string_view text) noexcept { assign(text); }

  void assign(std::string_view text) noexcept {
    std::copy_n(text.data(), std::min(text.size(), Capacity), text_.data());
    size_ = detail::cut(text_.data(), text.size(), Capacity);
  }

  // The format is checked against its arguments when compiled. What cannot be formatted, such as a
  // width given at run time that is negative, leaves a text that says so.
  template <class... Args>
  void format(fmt::format_string<Args...> format, Args&&... args) noexcept {
    vformat(format, fmt::make_format_args(args...));
  }
  void vformat(fmt::string_view format, fmt::format_args args) noexcept {
    size_ = detail::format_bounded(text_.data(), Capacity, format, args);
  }

  std::string_view view() const noexcept { return {text_.data(), size_}; }
  // a text passes as one: NOLINTNEXTLINE(google-explicit-constructor)
  operator std::string_view() const noexcept { return view(); }
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  static constexpr std::size_t capacity() noexcept { return Capacity; }

  friend bool operator==(const FixedString& a, const FixedString& b) noexcept {
    return a.view() == b.view();
  }
  friend bool operator==(const FixedString& a, std::string_view b) noexcept {
    return a.view() == b;
  }

 private:
  std::size_t size_ = 0;
  std::array<char, Capacity> text_{};
};

}  // namespace tether::core
