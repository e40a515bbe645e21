#include "scenario/toml/toml_document.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "scenario/toml/toml_path.hpp"

namespace tether::scenario {

namespace {

[[noreturn]] void refuse(const std::optional<core::SourceLocation>& asked_at,
                         const std::string& message) {
  if (asked_at) throw core::InputError(*asked_at, message);
  throw core::InputError(message);
}

// recursive, as deep as nodes nest: at most kMaxTomlNesting
void merge(TomlTable& base, TomlTable&& over, int layer) {
  for (auto& [key, entry] : over) {
    entry.layer = layer;
    const auto [found, is_new] = base.try_emplace(key, entry);
    if (is_new) continue;
    TomlEntry& old = found->second;
    TomlTable* old_table = old.node.table();
    TomlTable* new_table = entry.node.table();
    if (old_table != nullptr && new_table != nullptr) {
      merge(*old_table, std::move(*new_table), layer);
      old.node.where = entry.node.where;
      old.key = entry.key;
    } else {
      if (same_value(old.node, entry.node)) entry.layer = old.layer;
      old = std::move(entry);
    }
  }
}

// Loads a file and those it extends, the last one first.
class ExtendingLoad {
 public:
  explicit ExtendingLoad(const FindScenario& find) : find_(find) {}

  // recursive, but no file is loaded twice
  TomlNode load(const std::string& path, const std::optional<core::SourceLocation>& asked_at) {
    refuse_circle(path, asked_at);
    TomlNode root = parse_toml(read_toml_file(path, "scenario", kMaxTomlBytes, asked_at), path);
    TomlTable& table = *root.table();
    const auto extends = table.find("extends");
    if (extends == table.end()) return root;

    const TomlNode name = extends->second.node;
    if (name.text() == nullptr) {
      throw core::InputError(
          name.where, fmt::format("expected the name of a scenario, found {}", kind_of(name)));
    }
    table.erase(extends);
    TomlNode base = load(find(*name.text(), name.where), name.where);
    merge(*base.table(), std::move(table), ++layer_);
    base.where = root.where;
    return base;
  }

  int layer() const noexcept { return layer_; }

 private:
  std::string find(const std::string& name, const core::SourceLocation& where) const {
    try {
      return find_(name);
    } catch (const core::InputError& error) {
      if (!error.where().file.empty()) throw;
      throw core::InputError(where, error.what());
    }
  }

  void refuse_circle(const std::string& path, const std::optional<core::SourceLocation>& asked_at) {
    std::error_code ignored;
    const std::string file = std::filesystem::weakly_canonical(path, ignored).string();
    const bool seen = std::find(files_.begin(), files_.end(), file) != files_.end();
    files_.push_back(file);
    way_ += (way_.empty() ? "" : " -> ") + one_line(path);
    if (seen) refuse(asked_at, fmt::format("scenarios extend each other in a circle: {}", way_));
  }

  const FindScenario& find_;
  std::vector<std::string> files_;
  std::string way_;
  int layer_ = 0;
};

// recursive, as deep as nodes nest: at most kMaxTomlNesting
void relocate(TomlNode& node, const core::SourceLocation& where, int layer) {
  node.where = where;
  if (TomlArray* array = node.array()) {
    for (TomlNode& item : *array) relocate(item, where, layer);
  } else if (TomlTable* table = node.table()) {
    for (auto& [key, entry] : *table) {
      entry.key = where;
      entry.layer = layer;
      relocate(entry.node, where, layer);
    }
  }
}

// position of the = that ends the path
std::size_t find_equals(std::string_view assignment) {
  char quote = 0;
  for (std::size_t i = 0; i < assignment.size(); ++i) {
    const char c = assignment[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '=') {
      return i;
    }
  }
  return std::string_view::npos;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// Words, paths and addresses need no quotes; what looks like a number has to be one.
bool is_bare_word(std::string_view text) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_-./:+").find(c) != std::string_view::npos;
  };
  if (text.empty() || !std::all_of(text.begin(), text.end(), is_plain)) return false;
  if (text.starts_with('+')) text.remove_prefix(1);
  double number = 0;
  const char* end = std::from_chars(text.data(), text.data() + text.size(), number).ptr;
  return end != text.data() + text.size();
}

TomlNode override_value(std::string_view text, const core::SourceLocation& where) {
  try {
    TomlNode root = parse_toml(fmt::format("value = {}", text), "value");
    TomlTable& table = *root.table();
    // a line break could smuggle in further keys
    if (table.size() == 1) return std::move(table.begin()->second.node);
  } catch (const core::InputError& error) {
    if (is_bare_word(text)) return TomlNode{std::string(text), where};
    // positions within the made-up text would only confuse
    const std::string message = error.what();
    throw core::InputError(where, message.substr(core::to_string(error.where()).size() + 2));
  }
  throw core::InputError(where, "expected one value");
}

}  // namespace

TomlDocument TomlDocument::parse(std::string_view text, const std::string& file,
                                 std::size_t max_bytes) {
  return TomlDocument(parse_toml(text, file, max_bytes));
}

TomlDocument TomlDocument::load(const std::string& path, const FindScenario& find) {
  ExtendingLoad extending(find);
  TomlDocument document(extending.load(path, std::nullopt));
  document.layer_ = extending.layer();
  return document;
}

void TomlDocument::set(std::string_view assignment, std::string_view option) {
  const core::SourceLocation where{std::string(option) + one_line(assignment), 0, 0};
  const std::size_t equals = find_equals(assignment);
  if (equals == std::string_view::npos) throw core::InputError(where, "expected path=value");
  const TomlPath path = parse_path(trimmed(assignment.substr(0, equals)), where);
  if (path.front() == TomlStep("extends")) {
    throw core::InputError(where, "\"extends\" has to stand in the scenario file itself");
  }
  TomlNode value = override_value(trimmed(assignment.substr(equals + 1)), where);
  ++layer_;
  relocate(value, where, layer_);
  assign(root_, path, std::move(value), layer_);
}

core::SourceLocation TomlDocument::locate(std::string_view path) const {
  return scenario::locate(root_, parse_path(path, root_.where));
}

std::string TomlDocument::dump() const { return dump_toml(*root_.table()); }

}  // namespace tether::scenario
