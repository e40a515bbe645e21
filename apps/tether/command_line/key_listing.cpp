#include "apps/tether/command_line/key_listing.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tether/core/error.hpp"
#include "tether/core/nearest.hpp"
#include "tether/scenario/scenario_file.hpp"

namespace tether::apps {
namespace {

bool is_table(const KeyEntry& key) {
  const std::string& type = key.row.type;
  return type == "table" || type == "list of tables" || type == "named tables";
}

// "link" of "link.udp.key" and of "link" itself; empty for keys outside of any table
std::string section_of(const KeyEntry& key) {
  const std::string& path = key.row.path;
  const std::size_t end = path.find_first_of(".[");
  if (end != std::string::npos) return path.substr(0, end);
  return is_table(key) ? path : "";
}

std::string kind_text(const scenario::FieldRow& row) {
  return row.unit.empty() ? row.type : fmt::format("{} [{}]", row.type, row.unit);
}

// `"switch" or "luna"` of `link.kind = "switch" or "luna", ...`
std::string values_of(const std::string& condition) {
  const std::size_t begin = condition.find(" = ");
  if (begin == std::string::npos) return condition;
  return condition.substr(begin + 3, condition.find(", ", begin) - begin - 3);
}

// "link.kind" of it
std::string choice_of(const std::string& condition) {
  return condition.substr(0, condition.find(" = "));
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
  return text;
}

// what must or may not be given besides
std::vector<std::string> remarks_of(const KeyEntry& key, const char* quote) {
  const auto quoted = [&](const std::string& text) { return quote + text + quote; };
  const auto joined = [&](const std::vector<std::string>& paths, const char* word) {
    std::vector<std::string> names;
    std::transform(paths.begin(), paths.end(), std::back_inserter(names), quoted);
    return fmt::format("{}", fmt::join(names, word));
  };
  std::vector<std::string> remarks;
  if (key.row.required) remarks.emplace_back("required");
  if (!key.row.alternatives.empty()) {
    remarks.push_back("this or " + joined(key.row.alternatives, " or ") + " is required");
  }
  if (!key.row.excludes.empty()) remarks.push_back("not with " + joined(key.row.excludes, ", "));
  if (key.defaults.size() == 1 && !key.defaults.front().condition.empty()) {
    remarks.push_back("with " + quoted(key.defaults.front().condition));
  }
  return remarks;
}

std::string terminal_defaults(const KeyEntry& key) {
  if (key.defaults.size() == 1) {
    const std::string& value = key.defaults.front().value;
    return value.empty() ? "" : ", default " + value;
  }
  std::vector<std::string> each;
  for (const KeyDefault& one : key.defaults) {
    each.push_back(fmt::format("{} for {}", one.value, values_of(one.condition)));
  }
  return fmt::format(", default by {}: {}", choice_of(key.defaults.front().condition),
                     fmt::join(each, "; "));
}

std::string markdown_defaults(const KeyEntry& key) {
  std::vector<std::string> each;
  for (const KeyDefault& one : key.defaults) {
    if (one.value.empty()) continue;
    const std::string when = values_of(one.condition);
    each.push_back(key.defaults.size() == 1 ? fmt::format("`{}`", one.value)
                                            : fmt::format("`{}` for {}", one.value, when));
  }
  if (key.defaults.size() == 1) return fmt::format("{}", fmt::join(each, ""));
  return fmt::format("by `{}`: {}", choice_of(key.defaults.front().condition),
                     fmt::join(each, "; "));
}

std::string markdown_range(const scenario::FieldRow& row) {
  if (row.path == "expect[].metric") return "a name of [metrics](../metrics.md)";
  if (row.type != "choice") return row.range;
  // `"a"`, `"b"`, or a file `*.xml`
  const std::size_t file = row.range.find(", or a file ");
  const std::string names = "`" + replaced(row.range.substr(0, file), ", ", "`, `") + "`";
  if (file == std::string::npos) return names;
  return names + replaced(row.range.substr(file), "*", "`*") + "`";
}

std::string sentence(std::string text) {
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text + ".";
}

std::string markdown_row(const KeyEntry& key) {
  std::string meaning = key.row.help;
  for (const std::string& remark : remarks_of(key, "`")) {
    meaning += (meaning.empty() ? "" : "; ") + remark;
  }
  return fmt::format("| `{}` | {} | {} | {} | {} |\n", key.row.path, kind_text(key.row),
                     markdown_defaults(key), markdown_range(key.row), meaning);
}

constexpr const char* kPageHead =
    "# Scenario keys\n\n"
    "<!-- printed by `tether list keys --markdown`; a test compares -->\n\n"
    "Every key that a scenario may have, as the program itself lists it: `tether list keys` lists "
    "them in a terminal, `tether list keys link` those of one table. How a scenario is written: "
    "[scenarios](../scenarios.md). Units are SI. A key with [] stands in each table of a list "
    "(`[[phases]]`), one with `<name>` in a table whose name you choose. Where nothing stands "
    "under default, the key may be left out and then does nothing, or what its meaning says.\n";

constexpr const char* kTableHead =
    "\n| key | type | default | range | meaning |\n|---|---|---|---|---|\n";

}  // namespace

std::vector<KeyEntry> scenario_keys(const scenario::SharedExtensions& extensions) {
  std::vector<KeyEntry> keys;
  const auto rows = scenario::reference_of([&](scenario::Fields& fields) {
    scenario::Scenario scenario;
    scenario.extensions = extensions;
    scenario::describe(fields, scenario);
  });
  for (const scenario::FieldRow& row : rows) {
    auto known = std::find_if(keys.begin(), keys.end(),
                              [&](const KeyEntry& key) { return key.row.path == row.path; });
    if (known == keys.end()) known = keys.insert(keys.end(), KeyEntry{row, {}});
    // variants are found last value first
    known->defaults.insert(known->defaults.begin(), {row.default_value, row.condition});
  }
  return keys;
}

std::vector<KeyEntry> keys_below(const std::vector<KeyEntry>& keys, const std::string& prefix) {
  std::vector<KeyEntry> below;
  std::copy_if(keys.begin(), keys.end(), std::back_inserter(below),
               [&](const KeyEntry& key) { return key.row.path.rfind(prefix, 0) == 0; });
  if (!below.empty()) return below;
  std::vector<std::string> known;
  known.reserve(keys.size());
  for (const KeyEntry& key : keys) known.push_back(key.row.path);
  const auto near = core::nearest(prefix, known);
  throw core::InputError(
      fmt::format("no key of a scenario begins with \"{}\"{}", prefix,
                  near ? fmt::format("; did you mean \"{}\"?", *near) : "; see tether list keys"));
}

std::string terminal_listing(const std::vector<KeyEntry>& keys) {
  std::string text;
  for (const KeyEntry& key : keys) {
    if (is_table(key) && !text.empty()) text += "\n";
    text += fmt::format("{}  {}{}{}\n", key.row.path, kind_text(key.row),
                        key.row.range.empty() ? "" : " " + key.row.range, terminal_defaults(key));
    if (!key.row.help.empty()) text += fmt::format("    {}\n", key.row.help);
    for (const std::string& remark : remarks_of(key, "")) text += fmt::format("    {}\n", remark);
  }
  return text;
}

std::string markdown_page(const std::vector<KeyEntry>& keys) {
  std::string text = kPageHead;
  std::string section = "none yet";
  // keys outside of any table stand together, wherever they were declared
  std::vector<KeyEntry> ordered = keys;
  std::stable_partition(ordered.begin(), ordered.end(),
                        [](const KeyEntry& key) { return section_of(key).empty(); });
  for (const KeyEntry& key : ordered) {
    if (section_of(key) != section) {
      section = section_of(key);
      text += section.empty() ? "\n## The session\n" : fmt::format("\n## {}\n", section);
      const bool heads = is_table(key) && key.row.path == section;
      if (heads && !key.row.help.empty()) text += "\n" + sentence(key.row.help) + "\n";
      text += kTableHead;
      if (heads) continue;
    }
    text += markdown_row(key);
  }
  return text;
}

}  // namespace tether::apps
