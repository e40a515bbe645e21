#include "tether/core/csv.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <memory>
#include <system_error>

#include <fmt/format.h>

#include "core/csv_scanner.hpp"
#include "tether/core/nearest.hpp"
#include "tether/core/trimmed.hpp"

namespace tether::core {
namespace {

// the whole content, but no more than `limit` and one byte
std::string content(const std::string& file, std::size_t limit) {
  const auto refuse = [&](int error_number) {
    throw core::InputError(
        {.file = file},
        fmt::format("cannot be read: {}", std::generic_category().message(error_number)));
  };
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(file.c_str(), "rb"),
                                                               &std::fclose);
  if (!stream) refuse(errno);
  std::string text;
  std::array<char, 65536> buffer{};
  while (text.size() <= limit) {
    const std::size_t wanted = std::min(buffer.size(), limit + 1 - text.size());
    const std::size_t count = std::fread(buffer.data(), 1, wanted, stream.get());
    text.append(buffer.data(), count);
    if (count < wanted) {
      if (std::ferror(stream.get()) != 0) refuse(errno);
      break;
    }
  }
  return text;
}

// names of the columns from the header row
std::vector<std::string> column_names(const std::string& file, const std::vector<CsvCell>& header) {
  std::vector<std::string> names;
  std::vector<std::string> sorted;
  for (const CsvCell& cell : header) {
    const core::SourceLocation where{file, cell.line, cell.column};
    if (cell.text.find_first_of("\r\n") != std::string::npos) {
      throw core::InputError(where, "the name of a column must stand on one line");
    }
    const std::string_view name = trimmed(cell.text);
    names.push_back(name.empty() ? fmt::format("column {}", names.size() + 1) : std::string(name));
    const auto place = std::lower_bound(sorted.begin(), sorted.end(), names.back());
    if (place != sorted.end() && *place == names.back()) {
      throw core::InputError(where, fmt::format("a second column \"{}\"", excerpt(names.back())));
    }
    sorted.insert(place, names.back());
  }
  return names;
}

// a spreadsheet of a country with decimal commas separates by semicolons
void refuse_other_separator(const std::string& file, const std::vector<CsvCell>& header) {
  if (header.size() != 1) return;
  const CsvCell& cell = header.front();
  for (const char separator : {';', '\t'}) {
    if (cell.text.find(separator) == std::string::npos) continue;
    throw core::InputError({file, cell.line, cell.column},
                           fmt::format("cells must be separated by commas, found {}",
                                       separator == ';' ? "semicolons" : "tabs"));
  }
}

}  // namespace

std::string excerpt(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  std::string result(text.substr(0, kLongest));
  // never half a character
  if (text.size() > kLongest) {
    std::size_t end = kLongest;
    while (end > 0 && is_continuation(text[end])) --end;
    result.resize(end);
    result += "...";
  }
  std::replace_if(
      result.begin(), result.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; },
      ' ');
  return result;
}

CsvTable CsvTable::parse(std::string_view text, const std::string& file, const CsvLimits& limits) {
  if (text.size() > limits.bytes) {
    throw core::InputError(
        {.file = file}, fmt::format("larger than {} bytes, which is no small table", limits.bytes));
  }
  CsvScanner scanner(text, file, limits);
  CsvTable table;
  table.file_ = file;
  std::vector<CsvCell> row;
  if (!scanner.next_row(row))
    throw core::InputError({.file = file}, "empty; expected a header row");
  refuse_other_separator(file, row);
  table.names_ = column_names(file, row);
  table.header_line_ = row.front().line;
  while (scanner.next_row(row)) {
    if (row.size() != table.names_.size()) {
      table.fail(row.back(), fmt::format("the row ends with cell {}, the header has {} columns",
                                         row.size(), table.names_.size()));
    }
    if (table.cells_.size() + row.size() > limits.cells) {
      table.fail(row.front(), fmt::format("more than {} cells", limits.cells));
    }
    std::move(row.begin(), row.end(), std::back_inserter(table.cells_));
  }
  return table;
}

CsvTable CsvTable::load(const std::string& file, const CsvLimits& limits) {
  return parse(content(file, limits.bytes), file, limits);
}

const CsvCell& CsvTable::cell(std::size_t row, std::size_t column) const {
  return cells_.at(row * names_.size() + column);
}

std::size_t CsvTable::column(std::string_view name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) {
    throw core::InputError(
        {file_, header_line_, 1},
        fmt::format("no column \"{}\"{}", excerpt(name), core::suggestion(name, names_)));
  }
  return static_cast<std::size_t>(found - names_.begin());
}

std::optional<double> CsvTable::number(std::size_t row, std::size_t column) const {
  const CsvCell& where = cell(row, column);
  std::string_view text = trimmed(where.text);
  if (text.empty()) return std::nullopt;
  if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::invalid_argument || end != text.data() + text.size()) {
    fail(where, fmt::format("expected a number, found \"{}\"", excerpt(where.text)));
  }
  if (error != std::errc{} || !std::isfinite(value)) {
    fail(where, fmt::format("expected a finite number, found \"{}\"", excerpt(where.text)));
  }
  return value;
}

void CsvTable::fail(const CsvCell& cell, std::string_view message) const {
  throw core::InputError({file_, cell.line, cell.column}, message);
}

std::string csv_line(std::span<const std::string> cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line += ',';
    const std::string& cell = cells[i];
    // a lone empty cell would be a blank line
    const bool plain =
        cell.find_first_of(",\"\r\n") == std::string::npos && !(cell.empty() && cells.size() == 1);
    if (plain) {
      line += cell;
      continue;
    }
    line += '"';
    for (const char c : cell) line.append(c == '"' ? 2 : 1, c);
    line += '"';
  }
  return line;
}

void append_csv_row(std::string& text, std::span<const std::string> cells) {
  text += csv_line(cells) + "\r\n";
}

}  // namespace tether::core
