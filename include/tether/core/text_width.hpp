// How wide a text is on a terminal: in characters, of which UTF-8 may take several bytes each.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace tether::core {

inline std::size_t text_width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace tether::core
