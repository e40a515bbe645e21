#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "tether/scenario/toml/toml_text.hpp"

namespace tether::scenario {

namespace {

bool is_bare(std::string_view key) {
  return !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
}

std::string toml_key(std::string_view key) {
  return is_bare(key) ? std::string(key) : toml_string(key);
}

// written with one [[header]] per item
bool is_list_of_tables(const TomlNode& node) {
  const TomlArray* array = node.array();
  return array != nullptr && !array->empty() &&
         std::all_of(array->begin(), array->end(),
                     [](const TomlNode& item) { return item.table() != nullptr; });
}

bool has_header(const TomlNode& node) { return node.table() != nullptr || is_list_of_tables(node); }

// recursive, as deep as nodes nest: at most kMaxTomlNesting
std::string inline_text(const TomlNode& node);

struct InlineText {
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const { return fmt::format("{}", value); }
  std::string operator()(double value) const { return toml_number(value); }
  std::string operator()(const std::string& value) const { return toml_string(value); }
  std::string operator()(const TomlDate& value) const { return value.text; }
  std::string operator()(const TomlArray& items) const {
    std::string text;
    for (const TomlNode& item : items) text += (text.empty() ? "" : ", ") + inline_text(item);
    return "[" + text + "]";
  }
  std::string operator()(const TomlTable& table) const {
    std::string text;
    for (const auto& [key, entry] : table) {
      text += (text.empty() ? "" : ", ") + toml_key(key) + " = " + inline_text(entry.node);
    }
    return text.empty() ? "{}" : "{ " + text + " }";
  }
};

std::string inline_text(const TomlNode& node) { return std::visit(InlineText{}, node.value); }

// plain values first: after a header, all keys belong to that header's table
void append_table(const TomlTable& table, const std::string& prefix, std::string& out) {
  for (const auto& [key, entry] : table) {
    if (has_header(entry.node)) continue;
    out += toml_key(key) + " = " + inline_text(entry.node) + "\n";
  }
  for (const auto& [key, entry] : table) {
    const std::string path = prefix + toml_key(key);
    if (const TomlTable* inner = entry.node.table()) {
      out += fmt::format("\n[{}]\n", path);
      append_table(*inner, path + ".", out);
    } else if (is_list_of_tables(entry.node)) {
      for (const TomlNode& item : *entry.node.array()) {
        out += fmt::format("\n[[{}]]\n", path);
        append_table(*item.table(), path + ".", out);
      }
    }
  }
}

std::string escape(char c) {
  switch (c) {
    case '\n':
      return "\\n";
    case '\t':
      return "\\t";
    case '\r':
      return "\\r";
    default:
      return fmt::format("\\u{:04X}", static_cast<unsigned char>(c));
  }
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

}  // namespace

std::string dump_toml(const TomlTable& root) {
  std::string text;
  append_table(root, "", text);
  if (text.starts_with('\n')) text.erase(0, 1);
  return text;
}

std::string one_line(std::string_view text) {
  std::string result;
  for (const char c : text) result += is_control(c) ? escape(c) : std::string(1, c);
  return result;
}

std::string toml_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += is_control(c) ? escape(c) : std::string(1, c);
  }
  return result + "\"";
}

std::string shown(std::string_view text) {
  static constexpr std::size_t kMaxShown = 60;  // bytes
  if (text.size() <= kMaxShown) return toml_string(text);
  std::size_t end = kMaxShown;
  // not in the middle of a character
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  std::string start = toml_string(text.substr(0, end));
  start.insert(start.size() - 1, "...");
  return start;
}

std::string toml_number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  std::string text = fmt::format("{}", value);
  // a TOML float has a point or an exponent
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

}  // namespace tether::scenario
