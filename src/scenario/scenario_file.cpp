#include "tether/scenario/scenario_file.hpp"

#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenario/schema/fields_toml.hpp"
#include "scenario/toml/toml_document.hpp"
#include "tether/core/data_path.hpp"
#include "tether/core/error.hpp"
#include "tether/core/nearest.hpp"
#include "tether/scenario/extensions.hpp"

namespace tether::scenario {
namespace {

namespace fs = std::filesystem;

// how a resolved text begins that names parts which are not built in
constexpr std::string_view kExtensionsNote = "# extensions: ";

std::string note_of_extensions(const Scenario& scenario) {
  const auto used = extensions_used(scenario);
  return used.empty() ? "" : fmt::format("{}{}\n", kExtensionsNote, fmt::join(used, ", "));
}

void refuse_missing(const std::string& text, const std::string& file,
                    const Extensions& extensions) {
  if (!text.starts_with(kExtensionsNote)) return;
  std::vector<std::string> used{""};
  for (const char c :
       text.substr(kExtensionsNote.size(), text.find('\n') - kExtensionsNote.size())) {
    if (c == ',')
      used.emplace_back();
    else if (c != ' ' || !used.back().empty())
      used.back() += c;
  }
  const auto missing = missing_extensions(used, extensions);
  if (missing.empty()) return;
  throw core::InputError(
      {file}, fmt::format("needs the {}, which {} not built in; load {} with "
                          "--plugin FILE, as the session did",
                          fmt::join(missing, " and the "), missing.size() == 1 ? "is" : "are",
                          missing.size() == 1 ? "it" : "them"));
}

Scenario read(TomlDocument document, const std::string& name, const SharedExtensions& extensions,
              NamedFiles files = {}) {
  Scenario scenario;
  scenario.name = name;
  scenario.extensions = extensions;
  TomlFields fields(document, std::move(files));
  describe(fields, scenario);
  fields.finish();
  scenario.files = fields.files();
  const std::string text = document.dump();

  // every change stands on those before it
  double last = 0;
  for (std::size_t i = 0; i < scenario.changes.size(); ++i) {
    Change& change = scenario.changes[i];
    if (change.at < last) {
      throw core::InputError(document.locate(fmt::format("changes[{}].at", i)),
                             "changes must be in order of time");
    }
    last = change.at;
    for (const std::string& assignment : change.assignments) document.set(assignment);
    auto to = std::make_shared<Scenario>();
    to->name = name;
    to->extensions = extensions;
    TomlFields changed(document, scenario.files);
    describe(changed, *to);
    changed.finish();
    scenario.files = changed.files();
    change.to = std::move(to);
  }
  scenario.text = note_of_extensions(scenario) + text;
  return scenario;
}

// by name, from all folders of scenarios/
std::map<std::string, fs::path> shipped() {
  std::map<std::string, fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(core::data_path("scenarios"))) {
    if (entry.path().extension() == ".toml") found.emplace(entry.path().stem(), entry.path());
  }
  return found;
}

}  // namespace

std::vector<std::string> shipped_scenarios() {
  std::vector<std::string> names;
  for (const auto& [name, path] : shipped()) names.push_back(name);
  return names;
}

std::string find_scenario(const std::string& name_or_path) {
  const bool is_path =
      name_or_path.find('/') != std::string::npos || fs::path(name_or_path).extension() == ".toml";
  if (is_path) return name_or_path;
  const auto known = shipped();
  const auto found = known.find(name_or_path);
  if (found == known.end()) {
    throw core::InputError(fmt::format("unknown scenario \"{}\"{}", name_or_path,
                                       core::suggestion(name_or_path, shipped_scenarios())));
  }
  return found->second.string();
}

Scenario load_scenario(const std::string& name_or_path, const std::vector<std::string>& overrides,
                       const SharedExtensions& extensions) {
  const std::string path = find_scenario(name_or_path);
  TomlDocument document = TomlDocument::load(path, find_scenario);
  for (const std::string& assignment : overrides) document.set(assignment);
  Scenario scenario = read(std::move(document), fs::path(path).stem().string(), extensions);
  scenario.file = path;
  return scenario;
}

Scenario load_scenario(const std::string& name_or_path, const std::vector<std::string>& overrides,
                       const Extensions& extensions) {
  return load_scenario(name_or_path, overrides, std::make_shared<const Extensions>(extensions));
}

Scenario parse_scenario(const std::string& text, const std::string& file,
                        const SharedExtensions& extensions, NamedFiles files) {
  refuse_missing(text, file, *extensions);
  return read(TomlDocument::parse(text, file), fs::path(file).stem().string(), extensions,
              std::move(files));
}

Scenario changed(const Scenario& scenario, const std::vector<std::string>& assignments) {
  const std::string file = scenario.file.empty() ? scenario.name + ".toml" : scenario.file;
  TomlDocument document = TomlDocument::parse(scenario.text, file);
  for (const std::string& assignment : assignments) document.set(assignment, "");
  Scenario changed = read(std::move(document), scenario.name, scenario.extensions, scenario.files);
  changed.file = scenario.file;
  return changed;
}

}  // namespace tether::scenario
