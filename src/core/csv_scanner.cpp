#include "core/csv_scanner.hpp"

#include <fmt/format.h>

namespace tether::core {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// bytes of the UTF-8 character at the start of text, 0 if it is none (RFC 3629)
std::size_t character_size(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t size = lead >= 0xC2 && lead <= 0xDF   ? 2
                           : lead >= 0xE0 && lead <= 0xEF ? 3
                           : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                          : 0;
  if (size == 0 || text.size() < size) return 0;
  for (std::size_t i = 1; i < size; ++i) {
    if (!is_continuation(text[i])) return 0;
  }
  // a control character, longer than need be, a surrogate, or beyond the last character
  const bool invalid = (lead == 0xC2 && byte(1) < 0xA0) || (lead == 0xE0 && byte(1) < 0xA0) ||
                       (lead == 0xED && byte(1) > 0x9F) || (lead == 0xF0 && byte(1) < 0x90) ||
                       (lead == 0xF4 && byte(1) > 0x8F);
  return invalid ? 0 : size;
}

}  // namespace

CsvScanner::CsvScanner(std::string_view text, const std::string& file, const CsvLimits& limits)
    : text_(text), file_(file), limits_(limits) {
  if (text_.starts_with(kByteOrderMark)) text_.remove_prefix(kByteOrderMark.size());
}

bool CsvScanner::next_row(std::vector<CsvCell>& row) {
  while (!at_end() && at_line_end()) skip_line_end();
  if (at_end()) return false;
  row.clear();
  row.push_back(next_cell());
  while (!at_line_end()) {
    if (row.size() == limits_.columns) fail(fmt::format("more than {} columns", limits_.columns));
    // the comma that ended the cell before
    ++at_;
    ++column_;
    row.push_back(next_cell());
  }
  skip_line_end();
  return true;
}

CsvCell CsvScanner::next_cell() {
  CsvCell cell{{}, line_, column_};
  if (!at_end() && text_[at_] == '"') {
    quoted(cell);
  } else {
    plain(cell);
  }
  if (cell.text.size() > limits_.cell_bytes) {
    throw core::InputError({file_, cell.line, cell.column},
                           fmt::format("a cell of more than {} bytes", limits_.cell_bytes));
  }
  return cell;
}

void CsvScanner::plain(CsvCell& cell) {
  while (!at_line_end() && text_[at_] != ',') {
    if (text_[at_] == '"') fail("a quote within a cell that does not begin with one");
    take(cell.text);
  }
}

void CsvScanner::quoted(CsvCell& cell) {
  const auto quote = [&] { return !at_end() && text_[at_] == '"'; };
  std::string dropped;
  take(dropped);
  while (true) {
    if (at_end()) {
      throw core::InputError({file_, cell.line, cell.column}, "a quote that is never closed");
    }
    if (!quote()) {
      take(cell.text);
      continue;
    }
    take(dropped);
    // two quotes stand for one
    if (!quote()) break;
    take(cell.text);
  }
  if (!at_line_end() && text_[at_] != ',') fail("expected a comma after the closing quote");
}

bool CsvScanner::at_line_end() const noexcept {
  const std::string_view rest = text_.substr(at_);
  return rest.empty() || rest.front() == '\n' || rest.starts_with("\r\n");
}

void CsvScanner::skip_line_end() noexcept {
  if (at_end()) return;
  at_ += text_[at_] == '\r' ? 2U : 1U;
  ++line_;
  column_ = 1;
}

void CsvScanner::take(std::string& to) {
  const char c = text_[at_];
  if (c == '\n') {
    to += c;
    skip_line_end();
    return;
  }
  // a line end within quotes keeps its CR
  const bool line_end = at_line_end();
  const bool control = (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7F;
  const std::size_t size = character_size(text_.substr(at_));
  if ((control && !line_end) || size == 0) {
    fail(fmt::format("not text: byte 0x{:02x}", static_cast<unsigned char>(c)));
  }
  to.append(text_.substr(at_, size));
  at_ += size;
  ++column_;
}

void CsvScanner::fail(std::string_view message) const {
  throw core::InputError({file_, line_, column_}, message);
}

}  // namespace tether::core
