#include "scenario/toml/toml_path.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "tether/scenario/toml/toml_text.hpp"

namespace tether::scenario {

namespace {

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-';
}

class PathReader {
 public:
  PathReader(std::string_view text, const core::SourceLocation& where)
      : rest_(text), where_(where) {}

  TomlPath read() {
    TomlPath path;
    path.emplace_back(name());
    while (!rest_.empty()) {
      if (take('[')) {
        path.emplace_back(index());
      } else if (take('.')) {
        path.emplace_back(name());
      } else {
        fail();
      }
      if (path.size() > static_cast<std::size_t>(kMaxTomlNesting)) {
        throw core::InputError(where_,
                               fmt::format("nested deeper than {} levels", kMaxTomlNesting));
      }
    }
    return path;
  }

 private:
  [[noreturn]] void fail() const {
    throw core::InputError(where_, "expected a path like coupling.stiffness or phases[0].to");
  }

  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  std::string name() {
    for (const char quote : {'"', '\''}) {
      if (!take(quote)) continue;
      const std::size_t end = rest_.find(quote);
      if (end == std::string_view::npos) fail();
      std::string result(rest_.substr(0, end));
      rest_.remove_prefix(end + 1);
      return result;
    }
    const auto end = std::find_if_not(rest_.begin(), rest_.end(), is_name_character);
    if (end == rest_.begin()) fail();
    std::string result(rest_.begin(), end);
    rest_.remove_prefix(result.size());
    return result;
  }

  std::size_t index() {
    std::size_t result = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), result);
    if (error != std::errc()) fail();
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    if (!take(']')) fail();
    return result;
  }

  std::string_view rest_;
  const core::SourceLocation& where_;
};

// how many levels of values the node holds
// recursive, as deep as nodes nest: at most kMaxTomlNesting
int depth_of(const TomlNode& node) {
  int inner = 0;
  if (const TomlTable* table = node.table()) {
    for (const auto& [key, entry] : *table) inner = std::max(inner, 1 + depth_of(entry.node));
  } else if (const TomlArray* array = node.array()) {
    for (const TomlNode& item : *array) inner = std::max(inner, 1 + depth_of(item));
  }
  return inner;
}

// what the steps up to `count` lead to
TomlPath start_of(const TomlPath& path, std::size_t count) {
  return {path.begin(), path.begin() + static_cast<std::ptrdiff_t>(count)};
}

std::string place_name(const TomlPath& path, std::size_t count) {
  return count == 0 ? "the document" : shown(to_string(start_of(path, count)));
}

}  // namespace

TomlPath parse_path(std::string_view text, const core::SourceLocation& where) {
  return PathReader(text, where).read();
}

std::string to_string(const TomlPath& path) {
  std::string text;
  for (const TomlStep& step : path) {
    if (const auto* index = std::get_if<std::size_t>(&step)) {
      text += fmt::format("[{}]", *index);
    } else {
      text += (text.empty() ? "" : ".") + std::get<std::string>(step);
    }
  }
  return text;
}

core::SourceLocation locate(const TomlNode& root, const TomlPath& path) {
  const TomlNode* node = &root;
  for (const TomlStep& step : path) {
    const TomlNode* next = nullptr;
    if (const auto* index = std::get_if<std::size_t>(&step)) {
      const TomlArray* array = node->array();
      if (array != nullptr && *index < array->size()) next = &(*array)[*index];
    } else if (const TomlTable* table = node->table()) {
      const auto found = table->find(std::get<std::string>(step));
      if (found != table->end()) next = &found->second.node;
    }
    if (next == nullptr) break;
    node = next;
  }
  return node->where;
}

void assign(TomlNode& root, const TomlPath& path, TomlNode value, int layer) {
  const core::SourceLocation where = value.where;
  if (static_cast<int>(path.size()) + depth_of(value) > kMaxTomlNesting) {
    throw core::InputError(where, fmt::format("nested deeper than {} levels", kMaxTomlNesting));
  }
  TomlNode* node = &root;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (const auto* index = std::get_if<std::size_t>(&path[i])) {
      TomlArray* array = node->array();
      if (array == nullptr) {
        throw core::InputError(
            where, fmt::format("{} is {}, not an array", place_name(path, i), kind_of(*node)));
      }
      if (*index >= array->size()) {
        throw core::InputError(
            where, fmt::format("{} has {} item{}, counted from [0]", place_name(path, i),
                               array->size(), array->size() == 1 ? "" : "s"));
      }
      node = &(*array)[*index];
      continue;
    }
    TomlTable* table = node->table();
    if (table == nullptr) {
      throw core::InputError(
          where, fmt::format("{} is {}, not a table", place_name(path, i), kind_of(*node)));
    }
    const auto [entry, is_new] = table->try_emplace(
        std::get<std::string>(path[i]), TomlEntry{where, layer, TomlNode{TomlTable{}, where}});
    node = &entry->second.node;
    const bool is_last = i + 1 == path.size();
    if (is_last && !is_new && !same_value(*node, value)) entry->second.layer = layer;
    if (is_last) entry->second.key = where;
  }
  *node = std::move(value);
}

}  // namespace tether::scenario
