// Small tables of numbers and text as CSV (RFC 4180): one header row, cells separated by commas,
// quotes where a cell holds commas, quotes or line ends, LF or CRLF. An empty cell is a missing
// value. Spaces around a number do not count; blank lines are skipped.
// What is wrong is said with its place: `x.csv:3:9: expected a number, found "n/a"`.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tether/core/error.hpp"

namespace tether::core {

// beyond these a file is refused before it takes more memory
struct CsvLimits {
  std::size_t bytes = std::size_t{16} << 20U;
  std::size_t columns = 1000;
  std::size_t cells = 1'000'000;
  std::size_t cell_bytes = 4096;
};

struct CsvCell {
  std::string text;
  int line = 0;    // where it begins, from 1
  int column = 0;  // in characters, from 1
};

class CsvTable {
 public:
  // text as the content of `file`; core::InputError
  static CsvTable parse(std::string_view text, const std::string& file,
                        const core::CsvLimits& limits = {});
  // core::InputError also when the file cannot be read
  static CsvTable load(const std::string& file, const core::CsvLimits& limits = {});

  const std::string& file() const noexcept { return file_; }
  // names of the columns, all different; a blank one is called after its position, "column 3"
  const std::vector<std::string>& names() const noexcept { return names_; }
  std::size_t rows() const noexcept { return cells_.size() / names_.size(); }
  const core::CsvCell& cell(std::size_t row, std::size_t column) const;

  // index of a column; core::InputError with the nearest name
  std::size_t column(std::string_view name) const;

  // the number in a cell, or nothing where it is missing; core::InputError for other text
  std::optional<double> number(std::size_t row, std::size_t column) const;

  // throws core::InputError that points to the cell
  [[noreturn]] void fail(const core::CsvCell& cell, std::string_view message) const;

 private:
  std::string file_;
  std::vector<std::string> names_;
  int header_line_ = 1;
  std::vector<core::CsvCell> cells_;  // row by row
};

// a cell's text as a message quotes it: on one line and not long
std::string excerpt(std::string_view text);

// one row without its line end, with quotes where they are needed
std::string csv_line(std::span<const std::string> cells);

// adds one row, with quotes where they are needed and a line end (CRLF, as RFC 4180 has it)
void append_csv_row(std::string& text, std::span<const std::string> cells);

}  // namespace tether::core
