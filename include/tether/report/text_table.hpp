// Tables and paragraphs for a terminal, on which every character is one column wide.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tether::report {

// of space, as tables and plots name them
inline constexpr std::array kAxes{"x", "y", "z"};

// with blanks up to that many columns, behind the text or before it
std::string padded(std::string_view text, std::size_t columns, bool before = false);

// A line per row. The first `names` columns begin at the left and so does the last one if it holds
// words; figures end at the right.
std::string aligned(const std::vector<std::vector<std::string>>& rows, std::size_t names = 1,
                    bool words_last = true);

// in lines of at most `width` columns, broken at blanks; lines after the first are indented
std::string wrapped(const std::string& text, std::size_t width, std::size_t indent = 0);

}  // namespace tether::report
