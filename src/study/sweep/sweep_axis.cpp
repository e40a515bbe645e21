#include "tether/study/sweep/sweep_axis.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "tether/core/error.hpp"
#include "tether/core/trimmed.hpp"

namespace tether::study {
namespace {

constexpr std::size_t kMaxValues = 100'000;  // of one axis

[[noreturn]] void refuse(std::string_view axis, const std::string& message) {
  throw core::InputError({fmt::format("--vary {}", axis), 0, 0}, message);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  for (std::size_t end = text.find(separator); end != std::string_view::npos;
       end = text.find(separator, begin)) {
    parts.push_back(core::trimmed(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  parts.push_back(core::trimmed(text.substr(begin)));
  return parts;
}

// the items between commas that stand in no quotes and no inner brackets
std::vector<std::string_view> split_items(std::string_view text) {
  std::vector<std::string_view> items;
  std::size_t begin = 0;
  int depth = 0;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[' || c == '{') {
      ++depth;
    } else if (c == ']' || c == '}') {
      --depth;
    } else if (c == ',' && depth == 0) {
      items.push_back(core::trimmed(text.substr(begin, i - begin)));
      begin = i + 1;
    }
  }
  items.push_back(core::trimmed(text.substr(begin)));
  return items;
}

template <class Number>
std::optional<Number> parsed_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  Number value{};
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || at != end) return std::nullopt;
  return value;
}

double bound(std::string_view axis, std::string_view text) {
  const auto value = parsed_number<double>(text);
  if (!value || !std::isfinite(*value)) {
    refuse(axis,
           fmt::format("expected a:b:n, a:b:n:log or [v1,v2,...]; \"{}\" is no number", text));
  }
  return *value;
}

AxisRange parse_range(std::string_view axis, std::string_view text) {
  std::vector<std::string_view> parts = split(text, ':');
  if (parts.size() < 2) {
    refuse(axis, fmt::format("expected a:b:n, a:b:n:log or [v1,v2,...], found \"{}\"", text));
  }
  AxisRange range;
  range.from = bound(axis, parts[0]);
  range.to = bound(axis, parts[1]);
  if (parts.back() == "log") {
    range.log = true;
    parts.pop_back();
  }
  if (parts.size() > 3) {
    refuse(axis, fmt::format("expected \"log\" or nothing after a:b:n, found \"{}\"", parts[3]));
  }
  if (parts.size() == 3) {
    const auto count = parsed_number<std::size_t>(parts[2]);
    if (!count || *count < 2 || *count > kMaxValues) {
      refuse(axis, fmt::format("expected 2 to {} values, found \"{}\"", kMaxValues, parts[2]));
    }
    range.count = *count;
  }
  if (range.from == range.to) refuse(axis, "the range is empty: both ends are the same");
  if (range.log && (range.from <= 0 || range.to <= 0)) {
    refuse(axis, "a logarithmic range has both ends above 0");
  }
  return range;
}

// A word needs no quotes in an override; without them a table reads better. What would then be
// taken for something else than a string keeps them.
std::string unquoted(std::string_view item) {
  const bool quoted = item.size() > 2 && item.front() == item.back() &&
                      (item.front() == '"' || item.front() == '\'');
  if (!quoted) return std::string(item);
  const std::string_view word = item.substr(1, item.size() - 2);
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const bool plain = is_letter(word.front()) && std::all_of(word.begin(), word.end(), [&](char c) {
                       return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-';
                     });
  const bool keyword = word == "true" || word == "false" || word == "nan" || word == "inf";
  return std::string(plain && !keyword ? word : item);
}

std::vector<std::string> parse_list(std::string_view axis, std::string_view text) {
  if (text.size() < 2 || text.back() != ']') refuse(axis, "the list has no closing bracket");
  std::vector<std::string> items;
  for (const std::string_view item : split_items(text.substr(1, text.size() - 2))) {
    if (item.empty()) refuse(axis, "the list has an empty place");
    const auto value = parsed_number<double>(item);
    items.push_back(value && std::isfinite(*value) ? axis_number(*value) : unquoted(item));
    if (std::count(items.begin(), items.end(), items.back()) > 1) {
      refuse(axis, fmt::format("{} is given twice", items.back()));
    }
  }
  return items;
}

}  // namespace

double AxisRange::at(double share) const {
  // the ends are met exactly
  if (share <= 0) return from;
  if (share >= 1) return to;
  if (log) return std::exp((1 - share) * std::log(from) + share * std::log(to));
  return (1 - share) * from + share * to;
}

SweepAxis parse_axis(std::string_view text) {
  // every line of the table and of the journal is one job
  if (text.find_first_of("\r\n") != std::string_view::npos) refuse("", "expected one line");
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || core::trimmed(text.substr(0, equals)).empty()) {
    refuse(text, "expected key=a:b:n, key=a:b:n:log or key=[v1,v2,...]");
  }
  SweepAxis axis;
  axis.key = core::trimmed(text.substr(0, equals));
  axis.text = text;
  const std::string_view values = core::trimmed(text.substr(equals + 1));
  if (values.starts_with('[')) {
    axis.items = parse_list(text, values);
  } else {
    axis.range = parse_range(text, values);
  }
  return axis;
}

std::string axis_number(double value) {
  const std::string rounded = fmt::format("{:.12g}", value);
  double nearest = value;
  std::from_chars(rounded.data(), rounded.data() + rounded.size(), nearest);
  return fmt::format("{}", nearest);
}

std::vector<std::string> grid_values(const SweepAxis& axis) {
  if (!axis.range) return axis.items;
  if (axis.range->count == 0) {
    refuse(axis.text, "a grid needs the number of values: a:b:n (or give --samples)");
  }
  std::vector<std::string> values;
  for (std::size_t i = 0; i < axis.range->count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(axis.range->count - 1);
    values.push_back(axis_number(axis.range->at(share)));
  }
  return values;
}

}  // namespace tether::study
