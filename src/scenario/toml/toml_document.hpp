// A scenario file as a tree of located values, with the files it extends merged in and the
// overrides of the command line applied. What the values mean is up to Fields (fields.hpp).
//
//   TomlDocument document = TomlDocument::load("scenarios/delay.toml", find);
//   document.set("link.delay=0.05");
//   TomlFields fields(document);  describe(fields, scenario);  fields.finish();
//   log(document.dump());
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "tether/scenario/toml/toml_node.hpp"
#include "tether/scenario/toml/toml_text.hpp"

namespace tether::scenario {

// path of the scenario of that name, as written after `extends =`
using FindScenario = std::function<std::string(const std::string& name)>;

class TomlDocument {
 public:
  // the text of one document; `file` is how messages name it
  static TomlDocument parse(std::string_view text, const std::string& file,
                            std::size_t max_bytes = kMaxTomlBytes);

  // The file and, where it says `extends = "name"`, first the file that find(name) leads to: tables
  // merge, values and arrays replace. The key `extends` itself is gone afterwards; describe it as
  // a text field at top level all the same, so that it is listed and mistyped ones are recognised.
  static TomlDocument load(const std::string& path, const FindScenario& find);

  // One override "path=value", as after --set on the command line: the value is TOML, or a bare
  // word that stands for a string. Later overrides win. `option` is how messages begin.
  void set(std::string_view assignment, std::string_view option = "--set ");

  // where the value of a path like "coupling.stiffness" or "phases[2].to" stands; when it is not
  // given, the closest table around it
  core::SourceLocation locate(std::string_view path) const;

  // Everything as one canonical document without `extends`; reading it gives the same values again.
  // Call after TomlFields::finish(), which drops what an overridden kind left behind.
  std::string dump() const;

  const TomlNode& root() const noexcept { return root_; }
  TomlNode& root() noexcept { return root_; }

 private:
  explicit TomlDocument(TomlNode root) : root_(std::move(root)) {}

  TomlNode root_;
  int layer_ = 0;  // of the last file or override taken in
};

}  // namespace tether::scenario
