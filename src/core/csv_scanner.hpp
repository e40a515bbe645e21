// Cuts the text of a CSV file into rows of cells and remembers where each began.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tether/core/csv.hpp"

namespace tether::core {

// a byte within a UTF-8 character, not its first
constexpr bool is_continuation(char c) noexcept {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

class CsvScanner {
 public:
  CsvScanner(std::string_view text, const std::string& file, const CsvLimits& limits);

  // the next row that is not blank; false at the end
  bool next_row(std::vector<CsvCell>& row);

 private:
  CsvCell next_cell();
  void quoted(CsvCell& cell);
  void plain(CsvCell& cell);
  bool at_end() const noexcept { return at_ == text_.size(); }
  // at LF, CRLF or the end of the text
  bool at_line_end() const noexcept;
  void skip_line_end() noexcept;
  // adds the character here, of one or more bytes, to the cell
  void take(std::string& to);
  [[noreturn]] void fail(std::string_view message) const;

  std::string_view text_;
  std::string file_;
  CsvLimits limits_;
  std::size_t at_ = 0;
  int line_ = 1;
  int column_ = 1;
};

}  // namespace tether::core
