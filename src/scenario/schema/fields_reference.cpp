#include "tether/scenario/schema/fields_reference.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tether/scenario/toml/toml_text.hpp"

namespace tether::scenario {

namespace {

// what one visit found
struct Listing {
  std::vector<FieldRow> rows;
  std::map<std::string, std::vector<std::string>> choices;  // by path
};

// choice paths with the index of the value that they are given
using Forced = std::map<std::string, std::size_t>;

std::string default_text(double value) { return std::isfinite(value) ? toml_number(value) : ""; }

// width_of_row: numbers in a row; 0 = a flat array
std::string default_text(const std::vector<double>& values, std::size_t width_of_row) {
  const auto width = static_cast<std::ptrdiff_t>(width_of_row == 0 ? values.size() : width_of_row);
  std::vector<std::string> lines;
  for (auto row = values.begin(); row != values.end(); row += width) {
    std::vector<std::string> figures;
    std::transform(row, row + width, std::back_inserter(figures), toml_number);
    lines.push_back(fmt::format("[{}]", fmt::join(figures, ", ")));
  }
  if (lines.empty()) return "[]";
  return width_of_row == 0 ? lines.front() : fmt::format("[{}]", fmt::join(lines, ", "));
}

std::string default_text(const std::vector<std::string>& values) {
  std::vector<std::string> quoted;
  std::transform(values.begin(), values.end(), std::back_inserter(quoted), toml_string);
  return fmt::format("[{}]", fmt::join(quoted, ", "));
}

// Lists the fields of one table into a listing that all tables share.
class ReferenceFields final : public Fields {
 public:
  ReferenceFields(Listing& listing, const Forced& forced, std::string prefix)
      : listing_(listing), forced_(forced), prefix_(std::move(prefix)) {}

  void exclusive(std::initializer_list<std::string_view> keys) override {
    for (const std::string_view key : keys) append_others(key, keys, row(key).excludes);
  }
  void required(std::initializer_list<std::string_view> keys) override {
    if (keys.size() == 1) {
      FieldRow& only = row(*keys.begin());
      only.required = true;
      only.default_value.clear();
    }
    for (const std::string_view key : keys) append_others(key, keys, row(key).alternatives);
  }
  bool has(std::string_view /*key*/) const override { return true; }
  std::string given_text(std::string_view /*key*/) const override { return ""; }
  core::SourceLocation locate(std::string_view /*key*/) const override { return {}; }
  void check(bool /*ok*/, std::string_view /*key*/, std::string_view /*message*/) const override {}

 protected:
  bool visit(Key key, double& value, const NumberSpec& spec) override {
    add(key, spec, "number", default_text(value), bounds(spec)).unit = spec.unit;
    return false;
  }
  bool visit(Key key, std::vector<double>& values, const NumberSpec& spec, Shape shape) override {
    const std::string count = to_string(shape.count);
    const std::string type = shape.flat()
                                 ? fmt::format("{} numbers", count)
                                 : fmt::format("{}x{} numbers", to_string(shape.rows), count);
    add(key, spec, type, default_text(values, shape.flat() ? 0 : shape.count.max), bounds(spec))
        .unit = spec.unit;
    return false;
  }
  bool visit(Key key, std::int64_t& value, const IntegerSpec& spec) override {
    add(key, spec, "integer", fmt::format("{}", value), bounds(spec)).unit = spec.unit;
    return false;
  }
  bool visit(Key key, bool& value, const TextSpec& spec) override {
    add(key, spec, "boolean", value ? "true" : "false", "");
    return false;
  }
  bool visit(Key key, std::string& value, const TextSpec& spec) override {
    add(key, spec, "text", toml_string(value), "");
    return false;
  }
  bool visit(Key key, std::vector<std::string>& values, const TextSpec& spec,
             Count count) override {
    add(key, spec, fmt::format("{} texts", to_string(count)), default_text(values), "");
    return false;
  }

  bool visit(Key key, std::size_t& index, const std::vector<std::string>& names,
             const ChoiceSpec& spec) override {
    add(key, spec, "choice", toml_string(names.at(index)),
        fmt::format("\"{}\"{}", fmt::join(names, "\", \""),
                    spec.or_file.empty() ? "" : fmt::format(", or a file *{}", spec.or_file)));
    listing_.choices.emplace(path(key.name), names);
    const auto forced = forced_.find(path(key.name));
    if (forced == forced_.end()) return false;
    index = forced->second;
    return true;
  }

  bool visit_table(std::string_view key, const Describe& describe, const TextSpec& spec,
                   bool /*if_given*/) override {
    add({key, false}, spec, "table", "", "");
    describe_inner(path(key) + ".", describe);
    return false;
  }
  void visit_list(std::string_view key, const std::function<void(std::size_t)>& resize,
                  const DescribeAt& describe, const ListSpec& spec) override {
    add({key, false}, spec, "list of tables", "", "");
    resize(1);
    describe_inner(path(key) + "[].", [&](Fields& fields) { describe(fields, 0); });
  }
  void visit_named(std::string_view key, const DescribeNamed& describe,
                   const ListSpec& spec) override {
    add({key, false}, spec, "named tables", "", "");
    describe_inner(path(key) + ".<name>.", [&](Fields& fields) { describe(fields, "<name>"); });
  }

 private:
  std::string path(std::string_view key) const { return prefix_ + std::string(key); }

  template <class Spec>
  FieldRow& add(Key key, const Spec& spec, std::string type, std::string default_value,
                std::string range) {
    FieldRow row;
    row.path = path(key.name);
    row.type = std::move(type);
    row.range = std::move(range);
    row.help = spec.help;
    row.required = spec.required;
    if (key.has_default && !spec.required) row.default_value = std::move(default_value);
    return listing_.rows.emplace_back(std::move(row));
  }

  FieldRow& row(std::string_view key) {
    const auto found = std::find_if(listing_.rows.begin(), listing_.rows.end(),
                                    [&](const FieldRow& r) { return r.path == path(key); });
    if (found == listing_.rows.end()) {
      throw std::logic_error(fmt::format("key \"{}\" was not declared before", key));
    }
    return *found;
  }

  void append_others(std::string_view key, std::initializer_list<std::string_view> keys,
                     std::vector<std::string>& paths) const {
    for (const std::string_view other : keys) {
      if (other != key) paths.push_back(path(other));
    }
  }

  void describe_inner(const std::string& prefix, const Describe& describe) {
    ReferenceFields inner(listing_, forced_, prefix);
    describe(inner);
  }

  Listing& listing_;
  const Forced& forced_;
  std::string prefix_;
};

std::string condition_text(const std::string& choice, const std::vector<std::string>& names,
                           const std::vector<bool>& holds) {
  std::vector<std::string> values;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (holds[i]) values.push_back(toml_string(names[i]));
  }
  return fmt::format("{} = {}", choice, fmt::join(values, " or "));
}

// which rows there are for every value of one choice
class Variants {
 public:
  Variants(std::string choice, std::vector<std::string> names)
      : choice_(std::move(choice)), names_(std::move(names)) {}

  const std::vector<std::string>& names() const noexcept { return names_; }
  void add(std::vector<FieldRow> rows) { rows_.push_back(std::move(rows)); }

  // takes the new rows over and says of every row when it exists
  void merge_into(std::vector<FieldRow>& all) const {
    for (FieldRow& row : all) state_condition(row);
    for (const std::vector<FieldRow>& rows : rows_) {
      auto after = all.begin();  // a new row goes behind the one that it follows in its variant
      for (const FieldRow& row : rows) {
        const auto same = std::find_if(all.begin(), all.end(),
                                       [&](const FieldRow& other) { return same_key(other, row); });
        if (same != all.end()) {
          after = same + 1;
        } else {
          FieldRow added = row;
          state_condition(added);
          after = all.insert(after, added) + 1;
        }
      }
    }
  }

 private:
  // the same key with the same default, whenever it exists; the path first, as it differs soonest
  static bool same_key(const FieldRow& a, const FieldRow& b) {
    const auto all_but_condition = [](const FieldRow& row) {
      return std::tie(row.path, row.default_value, row.type, row.unit, row.range, row.help,
                      row.required, row.excludes, row.alternatives);
    };
    return all_but_condition(a) == all_but_condition(b);
  }

  void state_condition(FieldRow& row) const {
    std::vector<bool> holds;
    for (const std::vector<FieldRow>& rows : rows_) {
      holds.push_back(std::any_of(rows.begin(), rows.end(),
                                  [&](const FieldRow& other) { return same_key(other, row); }));
    }
    if (std::find(holds.begin(), holds.end(), false) == holds.end()) return;
    // a row that none of the values brings about is another choice's, and not for this one to judge
    if (std::find(holds.begin(), holds.end(), true) == holds.end()) return;
    const std::string mine = condition_text(choice_, names_, holds);
    row.condition = row.condition.empty() ? mine : mine + ", " + row.condition;
  }

  std::string choice_;
  std::vector<std::string> names_;
  std::vector<std::vector<FieldRow>> rows_;  // by index of the name
};

// recursive: once per choice that another choice brings about
std::vector<FieldRow> explore(const Fields::Describe& describe, const Forced& forced,
                              std::set<std::string> known) {
  Listing listing;
  ReferenceFields fields(listing, forced, "");
  describe(fields);

  std::vector<Variants> all_variants;
  std::vector<std::string> fresh;
  for (const auto& [choice, names] : listing.choices) {
    if (known.insert(choice).second) fresh.push_back(choice);
  }
  for (const std::string& choice : fresh) {
    Variants variants(choice, listing.choices.at(choice));
    for (std::size_t i = 0; i < variants.names().size(); ++i) {
      Forced with = forced;
      with[choice] = i;
      variants.add(explore(describe, with, known));
    }
    all_variants.push_back(std::move(variants));
  }
  for (const Variants& variants : all_variants) variants.merge_into(listing.rows);
  return listing.rows;
}

// as explore, for the keys alone
void gather(const Fields::Describe& describe, const Forced& forced, std::set<std::string> known,
            std::set<std::string>& keys) {
  Listing listing;
  ReferenceFields fields(listing, forced, "");
  describe(fields);
  for (const FieldRow& row : listing.rows) {
    const bool has_value = !row.type.ends_with("table") && !row.type.ends_with("tables");
    const bool has_own_path = row.path.find_first_of("[<") == std::string::npos;
    if (has_value && has_own_path) keys.insert(row.path);
  }
  std::vector<std::string> fresh;
  for (const auto& [choice, names] : listing.choices) {
    if (known.insert(choice).second) fresh.push_back(choice);
  }
  for (const std::string& choice : fresh) {
    for (std::size_t i = 0; i < listing.choices.at(choice).size(); ++i) {
      Forced with = forced;
      with[choice] = i;
      gather(describe, with, known, keys);
    }
  }
}

}  // namespace

std::vector<std::string> keys_of(const Fields::Describe& describe) {
  std::set<std::string> keys;
  gather(describe, {}, {}, keys);
  return {keys.begin(), keys.end()};
}

std::vector<FieldRow> reference_of(const Fields::Describe& describe) {
  return explore(describe, {}, {});
}

}  // namespace tether::scenario
