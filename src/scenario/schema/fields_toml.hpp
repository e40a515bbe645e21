// Fields that take their values from a document. Whatever does not fit is one core::InputError at
// the place of the value or the key: wrong type, out of bounds, not finite, unknown name, unknown
// or missing or conflicting key.
#pragma once

#include "scenario/toml/toml_document.hpp"
#include "tether/scenario/schema/fields.hpp"

namespace tether::scenario {

class TomlFields final : public Fields {
 public:
  // the top level of the document, which must outlive this, and files that stand for those it names
  explicit TomlFields(TomlDocument& document, NamedFiles files = {});

  // After the top level was described: throws on a key that nobody asked for, or on a required one
  // that is missing. (Tables within do this on their own.) When a file or an override changed a
  // choice, keys that only its former value knew were not meant for it: they are removed.
  void finish();

  void exclusive(std::initializer_list<std::string_view> keys) override;
  void required(std::initializer_list<std::string_view> keys) override;
  bool has(std::string_view key) const override;
  std::string given_text(std::string_view key) const override;
  core::SourceLocation locate(std::string_view key) const override;
  void check(bool ok, std::string_view key, std::string_view message) const override;

 protected:
  bool visit(Key key, double& value, const NumberSpec& spec) override;
  bool visit(Key key, std::vector<double>& values, const NumberSpec& spec, Shape shape) override;
  bool visit(Key key, std::int64_t& value, const IntegerSpec& spec) override;
  bool visit(Key key, bool& value, const TextSpec& spec) override;
  bool visit(Key key, std::string& value, const TextSpec& spec) override;
  bool visit(Key key, std::vector<std::string>& values, const TextSpec& spec, Count count) override;
  bool visit(Key key, std::size_t& index, const std::vector<std::string>& names,
             const ChoiceSpec& spec) override;
  bool visit_table(std::string_view key, const Describe& describe, const TextSpec& spec,
                   bool if_given) override;
  void visit_list(std::string_view key, const std::function<void(std::size_t)>& resize,
                  const DescribeAt& describe, const ListSpec& spec) override;
  void visit_named(std::string_view key, const DescribeNamed& describe,
                   const ListSpec& spec) override;

 private:
  // which table this is, for messages
  struct Section {
    std::string path;   // "operator.waypoints", empty at top level
    std::string words;  // "in [[operator.waypoints]]", "at top level"
  };
  TomlFields(TomlTable* table, core::SourceLocation where, Section section);

  TomlEntry* find(std::string_view key) const;
  // the key's value, null when it is not given; notes that the key exists
  TomlNode* declare(std::string_view key, bool required);
  std::string inner_path(std::string_view key) const;
  core::InputError unknown(const TomlTable::value_type& entry) const;
  void refuse_unknown_keys() const;
  void refuse_missing_choice(std::string_view key) const;
  bool is_declared(std::string_view key) const;
  void describe_inner(TomlTable* table, const core::SourceLocation& where, Section section,
                      const Describe& describe);

  TomlTable* table_;  // null when the file does not give this table
  core::SourceLocation where_;
  Section section_;
  std::vector<std::string> declared_;
  int choice_layer_ = 0;                     // of the choice in this table that was changed last
  std::optional<core::InputError> missing_;  // the first required key that is not given
};

}  // namespace tether::scenario
