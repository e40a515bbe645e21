// Every key that the reference lists is accepted by a scenario: with its default, or where it has
// none with a value of its type and range, in a scenario for which the key exists.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "tether/core/error.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/scenario/schema/fields_reference.hpp"

namespace tether::scenario {
namespace {

using Rows = std::vector<FieldRow>;

const Rows& scenario_rows() {
  static const Rows rows = reference_of([](Fields& fields) {
    Scenario scenario;
    describe(fields, scenario);
  });
  return rows;
}

// a file beside the test, of the least content that is one
std::string file_with(const char* name, const char* content) {
  const auto path = std::filesystem::path(::testing::TempDir()) / name;
  std::ofstream(path) << content;
  return "\"" + path.string() + "\"";
}

// what only a person knows: files that exist, points apart, as many joints as an arm has
const std::map<std::string, std::string, std::less<>>& chosen_values() {
  static const std::map<std::string, std::string, std::less<>> values{
      {"leader.posture", "[0.0, -0.8, 0.0, -2.4, 0.0, 1.6, 0.8]"},
      {"follower.posture", "[-1.0441, 1.42078, -0.55881, 1.4127, 1.06432, 1.08382, -1.29954]"},
      {"multibody.model", "\"" TETHER_SOURCE_DIR "/multibody/pendulum.xml\""},
      {"assist.file", file_with("scenario_keys_fixtures.toml",
                                "[[fixtures]]\nid = 9\nlaw = \"wall\"\nshape = \"sphere\"\n"
                                "centre = [0.0, 0.0, 0.0]\nradius = 0.1\n")},
      {"assist.gateway", "\"127.0.0.1:7410\""},
      {"assist.fixtures[].file",
       file_with("scenario_keys_mesh.obj",
                 "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")},
      {"assist.fixtures[].points", "[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]"},
      {"assist.fixtures[].normal", "[1.0, 0.0, 0.0]"},
      {"assist.fixtures[].law", "\"wall\""},
      {"expect[].phase", "\"\""},
  };
  return values;
}

// the first number that a range such as "in (0, 100]", "above 0" or "at least 0" surely holds
std::string number_within(const std::string& range, bool whole) {
  static const std::regex bounds(R"(in [\[(]([-\d.e]+), ([-\d.e]+)[\])])");
  std::smatch found;
  if (!std::regex_match(range, found, bounds)) return whole ? "1" : "1.0";
  const double low = std::stod(found[1]), high = std::stod(found[2]);
  const double within = low <= 1 && 1 <= high ? 1 : (low + high) / 2;
  return whole ? fmt::format("{:.0f}", within) : fmt::format("{:f}", within);
}

// "3 numbers", "1 to 8 numbers", "3x3 numbers", "2 to 100000x3 numbers", the least of them
std::string numbers_within(const FieldRow& row) {
  static const std::regex shape(R"((\d+)(?: to \d+)?(?:x(\d+))? numbers)");
  std::smatch found;
  if (!std::regex_match(row.type, found, shape)) return "[]";
  const std::string one = number_within(row.range, false);
  const auto flat = [&](int n) {
    return fmt::format("[{}]",
                       fmt::join(std::vector<std::string>(static_cast<std::size_t>(n), one), ", "));
  };
  if (!found[2].matched) return flat(std::max(1, std::stoi(found[1])));
  const auto rows = static_cast<std::size_t>(std::max(1, std::stoi(found[1])));
  return fmt::format("[{}]", fmt::join(std::vector(rows, flat(std::stoi(found[2]))), ", "));
}

std::string last_name(const std::string& path) { return path.substr(path.rfind('.') + 1); }

std::string value_of(const FieldRow& row) {
  const auto chosen = chosen_values().find(row.path);
  if (chosen != chosen_values().end()) return chosen->second;
  if (!row.default_value.empty()) return row.default_value;
  if (last_name(row.path) == "to" && row.type == "number") return "2.0";  // after from
  if (row.type == "number") return number_within(row.range, false);
  if (row.type == "integer") return number_within(row.range, true);
  if (row.type == "choice") return row.range.substr(0, row.range.find(','));
  if (row.type == "text") return "\"text\"";
  if (row.type == "boolean") return "true";
  return numbers_within(row);
}

bool is_table(const FieldRow& row) { return row.type.find("table") != std::string::npos; }

// "assist.fixtures" of "assist.fixtures[].id"; empty when the key is in no list
std::string list_of(const std::string& path) {
  const std::size_t end = path.rfind("[].");
  return end == std::string::npos ? "" : path.substr(0, end);
}

// the choices that a condition names, with the first value of each
std::map<std::string, std::string> choices_of(const std::string& condition) {
  static const std::regex choice(R"(([\w.\[\]]+) = ("[^"]*"))");
  std::map<std::string, std::string> choices;
  for (std::sregex_iterator i(condition.begin(), condition.end(), choice), end; i != end; ++i) {
    choices.emplace((*i)[1], (*i)[2]);
  }
  return choices;
}

std::string default_of(const std::string& path) {
  const auto row = std::find_if(scenario_rows().begin(), scenario_rows().end(),
                                [&](const FieldRow& r) { return r.path == path; });
  return row != scenario_rows().end() ? value_of(*row) : "";
}

// a fixture's law and shape go together: guides and channels are along curves, walls are bodies
std::string with_law_and_shape(const FieldRow& row) {
  const std::string law = "assist.fixtures[].law", shape = "assist.fixtures[].shape";
  auto choices = choices_of(row.condition);
  if (row.path == law) choices[law] = value_of(row);
  if (row.path == shape) choices[shape] = value_of(row);
  const auto names = [&](const std::string& choice, const char* a, const char* b) {
    return choices[choice] == fmt::format("\"{}\"", a) ||
           choices[choice] == fmt::format("\"{}\"", b);
  };
  const bool curve = names(law, "guide", "channel") || names(shape, "polyline", "spline");
  if (choices[law].empty()) choices[law] = curve ? "\"guide\"" : "\"wall\"";
  if (choices[shape].empty()) choices[shape] = curve ? "\"polyline\"" : "\"box\"";
  std::vector<std::string> conditions;
  for (const auto& [path, value] : choices) conditions.push_back(path + " = " + value);
  return fmt::format("{}", fmt::join(conditions, ", "));
}

// keys of the same table that must be given besides, with their values
std::map<std::string, std::string> companions(const FieldRow& row) {
  const std::string table = row.path.substr(0, row.path.rfind('.') + 1);
  std::map<std::string, std::string> values = choices_of(row.condition);
  const auto choices = values;
  bool one_of_several = !row.alternatives.empty();
  for (const FieldRow& other : scenario_rows()) {
    const bool beside = other.path != row.path && other.path.rfind(table, 0) == 0 &&
                        other.path.find_first_of(".[", table.size()) == std::string::npos;
    if (!beside || is_table(other) || table.empty()) continue;
    const bool alternative = !other.alternatives.empty() && !one_of_several;
    if (!other.required && !alternative) continue;
    // of a sibling with a condition only when this row's choices meet it
    const auto wants = choices_of(other.condition);
    const bool exists = std::all_of(wants.begin(), wants.end(), [&](const auto& want) {
      const auto given = choices.find(want.first);
      const std::string value = given != choices.end() ? given->second : default_of(want.first);
      return other.condition.find(value) != std::string::npos;
    });
    if (!exists) continue;
    one_of_several = one_of_several || alternative;
    values.emplace(other.path, value_of(other));
  }
  return values;
}

// "key=value" for all of them; those of a list become one inline table
std::vector<std::string> assignments(FieldRow row) {
  if (list_of(row.path) == "assist.fixtures") row.condition = with_law_and_shape(row);
  std::map<std::string, std::string> values = companions(row);
  values[row.path] = value_of(row);
  if (row.path == "multibody.model") values["follower.robot"] = "\"multibody\"";
  if (row.path == "link.udp.secret") values["link.udp.peer"] = "\"text\"";  // a pair
  if (row.path == "link.udp.peer") values["link.udp.secret"] = "\"text\"";
  std::vector<std::string> result;
  std::map<std::string, std::vector<std::string>> lists;
  for (const auto& [path, value] : values) {
    const std::string list = list_of(path);
    if (!list.empty()) {
      lists[list].push_back(fmt::format("{} = {}", last_name(path), value));
    } else {
      result.push_back(std::regex_replace(path, std::regex("<name>"), "one") + "=" + value);
    }
  }
  for (const auto& [list, pairs] : lists) {
    result.push_back(fmt::format("{}=[{{ {} }}]", list, fmt::join(pairs, ", ")));
  }
  return result;
}

// shipped scenarios, one of every kind, in which a key is tried; the error of the first if none
// does
std::string refusal(const std::vector<std::string>& changes) {
  std::string first;
  for (const char* scenario :
       {"omega_lwr_wall", "panda_lwr_haptic", "lwr_sine_low", "falcon_ropod_corridor",
        "panda_pendulum", "peg_in_hole", "phantom_whman_tool_pickup"}) {
    try {
      load_scenario(scenario, changes);
      return "";
    } catch (const core::InputError& error) {
      if (first.empty()) first = error.what();
    }
  }
  return first;
}

// keys that exist in every scenario are tried some at a time: loading one reads robots anew
std::vector<Rows> handfuls() {
  constexpr std::size_t kHandful = 12;
  std::vector<Rows> groups;
  bool open = false;
  for (const FieldRow& row : scenario_rows()) {
    if (is_table(row) || row.path == "extends") continue;  // files resolve what they extend
    const bool separate = !row.condition.empty() || !list_of(row.path).empty();
    if (separate || !open || groups.back().size() == kHandful) groups.emplace_back();
    groups.back().push_back(row);
    open = !separate;
  }
  return groups;
}

TEST(ScenarioKeys, AreAllAcceptedWithTheirDefaultOrAValueOfTheirTypeAndRange) {
  std::size_t tried = 0;
  for (const Rows& group : handfuls()) {
    tried += group.size();
    std::vector<std::string> together;
    for (const FieldRow& row : group) {
      for (const std::string& change : assignments(row)) together.push_back(change);
    }
    if (refusal(together).empty()) continue;
    for (const FieldRow& row : group) {
      const auto changes = assignments(row);
      EXPECT_EQ(refusal(changes), "") << fmt::format("{}", fmt::join(changes, "\n"));
    }
  }
  EXPECT_GT(tried, 300U);
}

TEST(ScenarioKeys, AllSayWhatTheyMean) {
  for (const FieldRow& row : scenario_rows()) {
    const bool inner_table = is_table(row) && row.path.find('.') != std::string::npos;
    EXPECT_TRUE(inner_table || !row.help.empty()) << row.path;
  }
}

}  // namespace
}  // namespace tether::scenario
