#include "scenario/schema/fields_toml.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenario/schema/fields_values.hpp"
#include "tether/core/nearest.hpp"
#include "tether/scenario/toml/toml_text.hpp"

namespace tether::scenario {

namespace {

// in the order of the layers, and of the text within one
bool comes_before(const TomlEntry& a, const TomlEntry& b) {
  return std::tie(a.layer, a.key.line, a.key.column) < std::tie(b.layer, b.key.line, b.key.column);
}

// "line 10", or with the file where that is another one
std::string place_seen_from(const core::SourceLocation& here, const core::SourceLocation& there) {
  if (here.file == there.file && there.line > 0) return fmt::format("line {}", there.line);
  return core::to_string(there);
}

std::string last_name(const std::string& path) { return path.substr(path.rfind('.') + 1); }

}  // namespace

TomlFields::TomlFields(TomlDocument& document, NamedFiles files)
    : TomlFields(document.root().table(), document.root().where, {"", "at top level"}) {
  *files_ = std::move(files);
}

TomlFields::TomlFields(TomlTable* table, core::SourceLocation where, Section section)
    : table_(table), where_(std::move(where)), section_(std::move(section)) {}

void TomlFields::finish() {
  if (table_ != nullptr) refuse_unknown_keys();
  if (missing_) throw core::InputError(*missing_);
}

void TomlFields::refuse_unknown_keys() const {
  std::erase_if(*table_, [this](const auto& entry) {
    return !is_declared(entry.first) && entry.second.layer < choice_layer_;
  });
  const TomlTable::value_type* first = nullptr;
  for (const auto& entry : *table_) {
    if (is_declared(entry.first)) continue;
    if (first == nullptr || comes_before(entry.second, first->second)) first = &entry;
  }
  if (first != nullptr) throw unknown(*first);
}

void TomlFields::exclusive(std::initializer_list<std::string_view> keys) {
  std::vector<std::string_view> given;
  std::copy_if(keys.begin(), keys.end(), std::back_inserter(given),
               [this](std::string_view key) { return has(key); });
  if (given.size() < 2) return;
  const TomlEntry* first = find(given[0]);
  const TomlEntry* second = find(given[1]);
  if (comes_before(*second, *first)) std::swap(first, second);
  throw core::InputError(second->key,
                         fmt::format("\"{}\" and \"{}\" exclude each other; both are given (the "
                                     "other at {})",
                                     given[0], given[1], place_seen_from(second->key, first->key)));
}

void TomlFields::required(std::initializer_list<std::string_view> keys) {
  if (missing_ || std::any_of(keys.begin(), keys.end(), [this](auto key) { return has(key); })) {
    return;
  }
  missing_ = core::InputError(
      where_, fmt::format("missing key \"{}\" {}", fmt::join(keys, "\" or \""), section_.words));
}

bool TomlFields::has(std::string_view key) const { return find(key) != nullptr; }

std::string TomlFields::given_text(std::string_view key) const {
  const TomlEntry* entry = find(key);
  const std::string* text = entry != nullptr ? entry->node.text() : nullptr;
  return text != nullptr ? *text : "";
}

core::SourceLocation TomlFields::locate(std::string_view key) const {
  const TomlEntry* entry = find(key);
  return entry != nullptr ? entry->node.where : where_;
}

void TomlFields::check(bool ok, std::string_view key, std::string_view message) const {
  if (ok) return;
  // the value in question may be the default of what is missing
  if (missing_) throw core::InputError(*missing_);
  throw core::InputError(locate(key), message);
}

bool TomlFields::visit(Key key, double& value, const NumberSpec& spec) {
  const TomlNode* node = declare(key.name, spec.required);
  if (node != nullptr) value = read_number(*node, key.name, spec);
  return node != nullptr;
}

bool TomlFields::visit(Key key, std::vector<double>& values, const NumberSpec& spec, Shape shape) {
  const TomlNode* node = declare(key.name, spec.required);
  if (node == nullptr) return false;
  values = shape.flat() ? read_numbers(*node, key.name, spec, shape.count)
                        : read_rows(*node, key.name, spec, shape.rows, shape.count);
  return true;
}

bool TomlFields::visit(Key key, std::int64_t& value, const IntegerSpec& spec) {
  const TomlNode* node = declare(key.name, spec.required);
  if (node != nullptr) value = read_integer(*node, key.name, spec);
  return node != nullptr;
}

bool TomlFields::visit(Key key, bool& value, const TextSpec& spec) {
  const TomlNode* node = declare(key.name, spec.required);
  if (node != nullptr) value = read_boolean(*node);
  return node != nullptr;
}

bool TomlFields::visit(Key key, std::string& value, const TextSpec& spec) {
  const TomlNode* node = declare(key.name, spec.required);
  if (node != nullptr) value = read_text(*node);
  return node != nullptr;
}

bool TomlFields::visit(Key key, std::vector<std::string>& values, const TextSpec& spec,
                       Count count) {
  const TomlNode* node = declare(key.name, spec.required);
  if (node != nullptr) values = read_texts(*node, count);
  return node != nullptr;
}

bool TomlFields::visit(Key key, std::size_t& index, const std::vector<std::string>& names,
                       const ChoiceSpec& spec) {
  const TomlNode* node = declare(key.name, spec.required);
  if (node == nullptr) {
    if (spec.required) refuse_missing_choice(key.name);
    return false;
  }
  std::string noun(spec.noun.empty() ? key.name : spec.noun);
  if (spec.noun.empty() && key.name == "kind" && !section_.path.empty()) {
    noun = last_name(section_.path);
  }
  index = read_choice(*node, names, noun);
  choice_layer_ = std::max(choice_layer_, find(key.name)->layer);
  return true;
}

bool TomlFields::visit_table(std::string_view key, const Describe& describe, const TextSpec& spec,
                             bool if_given) {
  TomlNode* node = declare(key, spec.required);
  if (node == nullptr && if_given) return false;
  if (node != nullptr && node->table() == nullptr) {
    throw core::InputError(node->where, fmt::format("expected a table, found {}", kind_of(*node)));
  }
  const std::string path = inner_path(key);
  describe_inner(node != nullptr ? node->table() : nullptr, node != nullptr ? node->where : where_,
                 {path, fmt::format("in [{}]", path)}, describe);
  return node != nullptr;
}

void TomlFields::visit_list(std::string_view key, const std::function<void(std::size_t)>& resize,
                            const DescribeAt& describe, const ListSpec& spec) {
  TomlNode* node = declare(key, spec.required);
  if (node == nullptr) return;
  const std::string path = inner_path(key);
  TomlArray* items = node->array();
  if (items == nullptr) {
    throw core::InputError(node->where, fmt::format("expected a list of tables ([[{}]]), found {}",
                                                    path, kind_of(*node)));
  }
  if (items->size() < spec.min || items->size() > spec.max) {
    throw core::InputError(node->where,
                           fmt::format("{} takes {} items, found {}", key,
                                       to_string(Count{spec.min, spec.max}), items->size()));
  }
  resize(items->size());
  for (std::size_t i = 0; i < items->size(); ++i) {
    TomlNode& item = (*items)[i];
    if (item.table() == nullptr) {
      throw core::InputError(item.where, fmt::format("expected a table, found {}", kind_of(item)));
    }
    describe_inner(item.table(), item.where, {path, fmt::format("in [[{}]]", path)},
                   [&](Fields& fields) { describe(fields, i); });
  }
}

void TomlFields::visit_named(std::string_view key, const DescribeNamed& describe,
                             const ListSpec& spec) {
  const auto describe_entries = [&](Fields& inner) {
    auto& fields = static_cast<TomlFields&>(inner);
    if (fields.table_ == nullptr) return;
    if (fields.table_->size() < spec.min || fields.table_->size() > spec.max) {
      throw core::InputError(
          fields.where_, fmt::format("{} takes {} tables, found {}", key,
                                     to_string(Count{spec.min, spec.max}), fields.table_->size()));
    }
    for (const auto& [name, entry] : *fields.table_) {
      fields.visit_table(
          name, [&, &item = name](Fields& g) { describe(g, item); }, {}, true);
    }
  };
  visit_table(key, describe_entries, {.help = spec.help, .required = spec.required}, true);
}

TomlEntry* TomlFields::find(std::string_view key) const {
  if (table_ == nullptr) return nullptr;
  const auto found = table_->find(key);
  return found != table_->end() ? &found->second : nullptr;
}

TomlNode* TomlFields::declare(std::string_view key, bool required) {
  if (!is_declared(key)) declared_.emplace_back(key);
  if (required) this->required({key});
  TomlEntry* entry = find(key);
  return entry != nullptr ? &entry->node : nullptr;
}

bool TomlFields::is_declared(std::string_view key) const {
  return std::find(declared_.begin(), declared_.end(), key) != declared_.end();
}

std::string TomlFields::inner_path(std::string_view key) const {
  const std::string name = one_line(key);
  return section_.path.empty() ? name : section_.path + "." + name;
}

core::InputError TomlFields::unknown(const TomlTable::value_type& entry) const {
  // only the start of an endless word is worth comparing
  static constexpr std::size_t kMaxCompared = 100;
  const auto& [key, value] = entry;
  return {value.key, fmt::format("unknown key {} {}{}", shown(key), section_.words,
                                 core::suggestion(key.substr(0, kMaxCompared), declared_))};
}

// Which keys are known depends on the choice, so going on without it would blame the wrong ones.
void TomlFields::refuse_missing_choice(std::string_view key) const {
  if (table_ == nullptr) return;
  std::vector<std::string> others;
  for (const auto& [name, entry] : *table_) {
    if (!is_declared(name)) others.push_back(name);
  }
  if (const auto mistyped = core::nearest(key, others)) throw unknown(*table_->find(*mistyped));
  throw core::InputError(*missing_);
}

void TomlFields::describe_inner(TomlTable* table, const core::SourceLocation& where,
                                Section section, const Describe& describe) {
  TomlFields inner(table, where, std::move(section));
  inner.files_ = files_;
  describe(inner);
  // a table that is not given may only have its name mistyped, which finish() of this one sees
  if (table == nullptr && !missing_) missing_ = std::exchange(inner.missing_, std::nullopt);
  if (table != nullptr) inner.finish();
}

}  // namespace tether::scenario
