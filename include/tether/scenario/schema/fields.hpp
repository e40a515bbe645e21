// The keys of one table, declared once and visited for different ends: TomlFields reads them from a
// document, ReferenceFields lists them. A parameter struct says what it consists of:
//
//   void describe(Fields& f, CouplingParams& p) {
//     f.choice("kind", p.kind, {{"position-force", Kind::position_force}}, {.help = "..."});
//     f.number("stiffness", p.stiffness, {.unit = "N/m", .min = 0, .max = 1e5, .help = "K_t"});
//     f.table("filter", [&](Fields& g) { describe(g, p.filter); });
//     f.list("phases", p.phases, [](Fields& g, Phase& phase) { describe(g, phase); });
//   }
//
// A key that is not given leaves its value alone, so the values before are the defaults. After a
// choice was declared its value is known, and the keys to declare next may depend on it.
#pragma once

#include <algorithm>
#include <concepts>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "tether/core/error.hpp"
#include "tether/core/time.hpp"
#include "tether/robot/joints.hpp"
#include "tether/scenario/schema/fields_spec.hpp"

namespace tether::scenario {

// what a matrix has to be besides 3x3: empty when it is, otherwise "must be ..."
using MatrixCheck = std::string (*)(const Eigen::Matrix3d&);
std::string must_be_rotation(const Eigen::Matrix3d& matrix);

// Contents of the files that values name, by path. Given ones, such as those in a log, stand for
// those on the disk.
using NamedFiles = std::map<std::string, std::shared_ptr<const std::string>>;

class Fields {
 public:
  Fields() = default;
  Fields(const Fields&) = delete;
  Fields& operator=(const Fields&) = delete;
  virtual ~Fields() = default;

  // the content of a file that a value names: the given one, else as it is read, and kept
  const std::string& file(const std::string& path, const std::function<std::string()>& read);
  NamedFiles& files() noexcept { return *files_; }

  // an empty optional has no default and stays empty when the key is not given
  template <class T>
  using Maybe = std::optional<T>;

  // finite; an integer in the file is taken for a number too
  void number(std::string_view key, double& value, const NumberSpec& spec = {});
  void number(std::string_view key, Maybe<double>& value, const NumberSpec& spec = {});
  // a number of seconds in the file
  void duration(std::string_view key, core::Duration& value, const NumberSpec& spec = {});
  void vector3(std::string_view key, Eigen::Vector3d& value, const NumberSpec& spec = {});
  void vector3(std::string_view key, Maybe<Eigen::Vector3d>& value, const NumberSpec& spec = {});
  // three rows of three
  void matrix3(std::string_view key, Eigen::Matrix3d& value, const NumberSpec& spec = {},
               MatrixCheck property = nullptr);
  void matrix3(std::string_view key, Maybe<Eigen::Matrix3d>& value, const NumberSpec& spec = {},
               MatrixCheck property = nullptr);
  // rows of three
  void points(std::string_view key, std::vector<Eigen::Vector3d>& value, const NumberSpec& spec,
              Count count);
  void joints(std::string_view key, robot::JointVector& value, const NumberSpec& spec = {},
              Count count = {1, robot::kMaxJoints});
  void joints(std::string_view key, Maybe<robot::JointVector>& value, const NumberSpec& spec = {},
              Count count = {1, robot::kMaxJoints});
  void numbers(std::string_view key, std::vector<double>& value, const NumberSpec& spec = {},
               Count count = {0, 1000});
  void boolean(std::string_view key, bool& value, const TextSpec& spec = {});
  void boolean(std::string_view key, Maybe<bool>& value, const TextSpec& spec = {});
  void text(std::string_view key, std::string& value, const TextSpec& spec = {});
  void text(std::string_view key, Maybe<std::string>& value, const TextSpec& spec = {});
  void texts(std::string_view key, std::vector<std::string>& value, const TextSpec& spec = {},
             Count count = {0, 1000});

  template <std::integral T>
  void integer(std::string_view key, T& value, IntegerSpec spec = {});
  template <std::integral T>
  void integer(std::string_view key, Maybe<T>& value, IntegerSpec spec = {});

  // one of some names
  template <class E>
  using Choices = std::initializer_list<std::pair<std::string_view, std::type_identity_t<E>>>;
  template <class E>
  requires std::is_enum_v<E>
  void choice(std::string_view key, E& value, Choices<E> choices, const ChoiceSpec& spec = {});
  template <class E>
  requires std::is_enum_v<E>
  void choice(std::string_view key, Maybe<E>& value, Choices<E> choices,
              const ChoiceSpec& spec = {});
  void choice(std::string_view key, std::string& value, const std::vector<std::string>& names,
              const ChoiceSpec& spec = {});

  using Describe = std::function<void(Fields&)>;
  // A table within this one. When it is not given, its fields are visited all the same and keep
  // their defaults; what is required of them is then missing.
  void table(std::string_view key, const Describe& describe, const TextSpec& spec = {});
  // a table that means something by being there: describe(Fields&, T&)
  template <class T, class DescribeItem>
  void optional_table(std::string_view key, Maybe<T>& value, DescribeItem describe,
                      const TextSpec& spec = {});
  // an array of tables, which replaces the default list as a whole: describe(Fields&, T&)
  template <class T, class DescribeItem>
  void list(std::string_view key, std::vector<T>& items, DescribeItem describe,
            const ListSpec& spec = {});
  // tables under names that the user makes up: describe(Fields&, T&)
  template <class T, class DescribeItem>
  void named(std::string_view key, std::map<std::string, T>& items, DescribeItem describe,
             const ListSpec& spec = {});

  // at most one of the keys may be given; declare them first, as for required()
  virtual void exclusive(std::initializer_list<std::string_view> keys) = 0;
  // at least one of the keys must be given
  virtual void required(std::initializer_list<std::string_view> keys) = 0;

  // whether the key is given; a reference of keys takes every key for given
  virtual bool has(std::string_view key) const = 0;
  // the text that the key is given; empty when it is none, and in a reference of keys
  virtual std::string given_text(std::string_view key) const = 0;
  // where the key's value stands, or this table when it is not given
  virtual core::SourceLocation locate(std::string_view key) const = 0;
  // throws "place of the key: message" unless ok; says nothing in a reference of keys
  virtual void check(bool ok, std::string_view key, std::string_view message) const = 0;

 protected:
  struct Key {
    std::string_view name;
    bool has_default = true;
  };
  struct Shape {
    Count rows;   // at most 0: a flat array
    Count count;  // numbers, or numbers in a row

    bool flat() const noexcept { return rows.max == 0; }
  };
  using DescribeAt = std::function<void(Fields&, std::size_t)>;
  using DescribeNamed = std::function<void(Fields&, const std::string&)>;

  // each returns whether the key was given; `value` holds the default before
  virtual bool visit(Key key, double& value, const NumberSpec& spec) = 0;
  virtual bool visit(Key key, std::vector<double>& values, const NumberSpec& spec, Shape shape) = 0;
  virtual bool visit(Key key, std::int64_t& value, const IntegerSpec& spec) = 0;
  virtual bool visit(Key key, bool& value, const TextSpec& spec) = 0;
  virtual bool visit(Key key, std::string& value, const TextSpec& spec) = 0;
  virtual bool visit(Key key, std::vector<std::string>& values, const TextSpec& spec,
                     Count count) = 0;
  // index into names
  virtual bool visit(Key key, std::size_t& index, const std::vector<std::string>& names,
                     const ChoiceSpec& spec) = 0;
  // if_given: visit the table's fields only when it is given
  virtual bool visit_table(std::string_view key, const Describe& describe, const TextSpec& spec,
                           bool if_given) = 0;
  virtual void visit_list(std::string_view key, const std::function<void(std::size_t)>& resize,
                          const DescribeAt& describe, const ListSpec& spec) = 0;
  virtual void visit_named(std::string_view key, const DescribeNamed& describe,
                           const ListSpec& spec) = 0;

  std::shared_ptr<NamedFiles> files_ = std::make_shared<NamedFiles>();  // one for all tables

 private:
  template <class T>
  bool visit_integer(Key key, T& value, IntegerSpec spec);
  void check_fits(std::string_view key, std::int64_t value, IntegerSpec limits) const;
  template <class E>
  bool visit_choice(Key key, E& value, Choices<E> choices, const ChoiceSpec& spec);
};

// bodies of the templates

template <class T>
bool Fields::visit_integer(Key key, T& value, IntegerSpec spec) {
  if constexpr (std::is_unsigned_v<T>) spec.min = std::max(spec.min, std::int64_t{0});
  auto given = static_cast<std::int64_t>(value);
  if (!visit(key, given, spec)) return false;
  // the bounds of narrow types are no part of the declaration, but hold
  if constexpr (sizeof(T) < sizeof(given)) {
    check_fits(key.name, given,
               {.min = std::numeric_limits<T>::min(), .max = std::numeric_limits<T>::max()});
  }
  value = static_cast<T>(given);
  return true;
}

template <std::integral T>
void Fields::integer(std::string_view key, T& value, IntegerSpec spec) {
  visit_integer({key}, value, spec);
}

template <std::integral T>
void Fields::integer(std::string_view key, Maybe<T>& value, IntegerSpec spec) {
  T given = value.value_or(T{});
  if (visit_integer({key, value.has_value()}, given, spec)) value = given;
}

template <class E>
bool Fields::visit_choice(Key key, E& value, Choices<E> choices, const ChoiceSpec& spec) {
  std::vector<std::string> names;
  std::size_t index = choices.size();
  for (const auto& [name, choice] : choices) {
    if (choice == value && index == choices.size()) index = names.size();
    names.emplace_back(name);
  }
  if (index == choices.size()) {
    if (key.has_default) throw std::logic_error("the default is none of the choices");
    index = 0;
  }
  const bool given = visit(key, index, names, spec);
  value = (choices.begin() + index)->second;
  return given;
}

template <class E>
requires std::is_enum_v<E>
void Fields::choice(std::string_view key, E& value, Choices<E> choices, const ChoiceSpec& spec) {
  visit_choice<E>({key}, value, choices, spec);
}

template <class E>
requires std::is_enum_v<E>
void Fields::choice(std::string_view key, Maybe<E>& value, Choices<E> choices,
                    const ChoiceSpec& spec) {
  E given = value.value_or(E{});
  if (visit_choice<E>({key, value.has_value()}, given, choices, spec)) value = given;
}

template <class T, class DescribeItem>
void Fields::optional_table(std::string_view key, Maybe<T>& value, DescribeItem describe,
                            const TextSpec& spec) {
  T item = value.value_or(T{});
  const auto describe_item = [&](Fields& fields) { describe(fields, item); };
  if (visit_table(key, describe_item, spec, true)) value = std::move(item);
}

template <class T, class DescribeItem>
void Fields::list(std::string_view key, std::vector<T>& items, DescribeItem describe,
                  const ListSpec& spec) {
  visit_list(
      key, [&](std::size_t size) { items.assign(size, T{}); },
      [&](Fields& fields, std::size_t i) { describe(fields, items.at(i)); }, spec);
}

template <class T, class DescribeItem>
void Fields::named(std::string_view key, std::map<std::string, T>& items, DescribeItem describe,
                   const ListSpec& spec) {
  visit_named(
      key, [&](Fields& fields, const std::string& name) { describe(fields, items[name]); }, spec);
}

}  // namespace tether::scenario
