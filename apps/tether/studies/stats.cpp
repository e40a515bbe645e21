// tether stats: t-tests and margins of non-inferiority from a table of results.
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "apps/tether/command_line/common_options.hpp"
#include "apps/tether/commands.hpp"
#include "apps/tether/studies/stats_table.hpp"
#include "tether/core/error.hpp"
#include "tether/core/nearest.hpp"
#include "tether/study/comparison.hpp"

namespace tether::apps {
namespace {

using ColumnPairs = std::vector<std::pair<std::string, std::string>>;

struct StatsArguments {
  std::string file;
  ColumnPairs paired, unpaired;  // reference, new
  ColumnPairs non_inferior;      // new, reference
  bool independent = false;
  study::LongFormat columns;
  std::string reference;
  std::optional<double> delta;
  bool higher_is_better = false;
  bool json = false;
};

// what there is to show
struct Findings {
  std::vector<study::Condition> conditions;
  std::vector<study::Comparison> paired, unpaired, margins;
  study::NonInferiority test;
  std::vector<std::string> notes;
};

study::Comparison compare_columns(const core::CsvTable& table, const std::string& reference,
                                  const std::string& fresh, study::Pairing pairing) {
  const auto before = study::column_condition(table, reference);
  const auto after = study::column_condition(table, fresh);
  return study::compare(before, after, pairing);
}

// columns X_without and X_with, in the order of the table
ColumnPairs guess_pairs(const core::CsvTable& table) {
  constexpr std::string_view kWithout = "_without";
  ColumnPairs pairs;
  for (const std::string& name : table.names()) {
    if (!name.ends_with(kWithout)) continue;
    const std::string with = name.substr(0, name.size() - kWithout.size()) + "_with";
    if (std::ranges::count(table.names(), with) > 0) pairs.emplace_back(name, with);
  }
  return pairs;
}

void find_in_columns(const core::CsvTable& table, const StatsArguments& arguments,
                     Findings& findings) {
  using study::Pairing;
  for (const auto& [reference, fresh] : arguments.paired) {
    findings.paired.push_back(compare_columns(table, reference, fresh, Pairing::paired));
  }
  for (const auto& [reference, fresh] : arguments.unpaired) {
    findings.unpaired.push_back(compare_columns(table, reference, fresh, Pairing::unpaired));
  }
  const Pairing pairing = arguments.independent ? Pairing::unpaired : Pairing::paired;
  for (const auto& [fresh, reference] : arguments.non_inferior) {
    findings.margins.push_back(compare_columns(table, reference, fresh, pairing));
  }
}

void find_in_groups(const core::CsvTable& table, const StatsArguments& arguments,
                    Findings& findings) {
  const auto conditions = study::long_conditions(table, arguments.columns);
  std::vector<std::string> names;
  names.reserve(conditions.size());
  for (const auto& condition : conditions) names.push_back(condition.name);
  if (names.size() < 2) {
    throw core::InputError({.file = arguments.file},
                           fmt::format("column \"{}\" must name at least two conditions, found {}",
                                       arguments.columns.by, names.size()));
  }
  const std::string reference = arguments.reference.empty() ? names.front() : arguments.reference;
  const auto found = std::find(names.begin(), names.end(), reference);
  if (found == names.end()) {
    throw core::InputError({.file = arguments.file},
                           fmt::format("no {} \"{}\"{}", arguments.columns.by, reference,
                                       core::suggestion(reference, names)));
  }
  const auto& standard = conditions[static_cast<std::size_t>(found - names.begin())];
  const bool paired = !arguments.columns.pair.empty();
  for (const auto& condition : conditions) {
    if (condition.name == reference) continue;
    auto& tests = paired ? findings.paired : findings.unpaired;
    tests.push_back(study::compare(standard, condition,
                                   paired ? study::Pairing::paired : study::Pairing::unpaired));
    findings.margins.push_back(tests.back());
  }
}

// what a reader of the figures should know about the rows behind them
void note_rows(const core::CsvTable& table, const StatsArguments& arguments, Findings& findings) {
  const auto& columns = arguments.columns;
  const auto& comparisons = findings.paired.empty() ? findings.margins : findings.paired;
  for (const auto& c : comparisons) {
    if (c.left_out == 0) continue;
    findings.notes.push_back(fmt::format("left out of {} and {}: {} with only one of the values",
                                         core::excerpt(c.reference), core::excerpt(c.fresh),
                                         c.left_out));
  }
  if (columns.pair.empty()) return;
  std::size_t counted = 0;
  for (const auto& condition : study::long_conditions(table, columns)) {
    counted += condition.present().size();
  }
  if (counted < study::column_condition(table, columns.value).present().size()) {
    findings.notes.push_back(fmt::format("of several rows of one {} and {} the mean counts, once",
                                         columns.pair, columns.by));
  }
}

// every column of numbers by itself
void describe_columns(const core::CsvTable& table, Findings& findings) {
  for (const std::string& name : table.names()) {
    try {
      auto condition = study::column_condition(table, name);
      if (!condition.present().empty()) findings.conditions.push_back(std::move(condition));
    } catch (const core::InputError& e) {
      findings.notes.push_back(fmt::format("left out {}: {}", core::excerpt(name), e.what()));
    }
  }
  if (findings.conditions.empty()) {
    throw core::InputError(
        {.file = table.file()},
        fmt::format("no column of numbers among {}",
                    core::excerpt(fmt::format("{}", fmt::join(table.names(), ", ")))));
  }
}

Findings find(const core::CsvTable& table, StatsArguments arguments) {
  Findings findings;
  findings.test = {arguments.higher_is_better ? study::Better::higher : study::Better::lower,
                   arguments.delta};
  const bool asked =
      !arguments.paired.empty() || !arguments.unpaired.empty() || !arguments.non_inferior.empty();
  if (!arguments.columns.value.empty()) {
    find_in_groups(table, arguments, findings);
  } else {
    if (!asked) arguments.paired = guess_pairs(table);
    find_in_columns(table, arguments, findings);
    if (findings.paired.empty() && !asked) describe_columns(table, findings);
  }
  note_rows(table, arguments, findings);
  return findings;
}

void print_json(const std::string& file, const Findings& findings) {
  nlohmann::ordered_json json{{"file", file}};
  for (const auto& condition : findings.conditions) {
    json["columns"].push_back(study::to_json(condition));
  }
  for (const auto* tests : {&findings.paired, &findings.unpaired}) {
    for (const auto& comparison : *tests) json["tests"].push_back(study::to_json(comparison));
  }
  for (const auto& comparison : findings.margins) {
    json["non_inferiority"].push_back(study::to_json(comparison, findings.test));
  }
  fmt::print("{}\n", json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

int stats(const StatsArguments& arguments) {
  const bool margin_asked = !arguments.non_inferior.empty() || !arguments.columns.value.empty();
  const bool margin_options =
      arguments.delta || arguments.higher_is_better || arguments.independent;
  if (margin_options && !margin_asked) {
    throw core::InputError(
        "--delta, --higher-is-better and --independent need --non-inferior NEW REFERENCE or "
        "--value COLUMN");
  }
  if (arguments.delta && !std::isfinite(*arguments.delta)) {
    throw core::InputError("--delta must be a finite number");
  }
  const auto table = core::CsvTable::load(arguments.file);
  const Findings findings = find(table, arguments);
  if (arguments.json) {
    print_json(arguments.file, findings);
    return kOk;
  }
  fmt::print("{}, {} rows\n", arguments.file, table.rows());
  if (!findings.conditions.empty()) print_conditions(findings.conditions);
  if (!findings.paired.empty()) print_tests(findings.paired);
  if (!findings.unpaired.empty()) print_tests(findings.unpaired);
  if (!findings.margins.empty()) print_margins(findings.margins, findings.test);
  for (const std::string& note : findings.notes) fmt::print("{}\n", note);
  return kOk;
}

void add_long_format(CLI::App& command, StatsArguments& arguments,
                     const std::vector<CLI::Option*>& wide) {
  auto& columns = arguments.columns;
  CLI::Option* value = command.add_option("--value", columns.value,
                                          "One row per session: the column that was measured");
  CLI::Option* by = command.add_option("--by", columns.by, "... the column of the condition");
  CLI::Option* pair = command.add_option("--pair", columns.pair,
                                         "... the column of the subject; without: unpaired");
  CLI::Option* reference = command.add_option("--reference", arguments.reference,
                                              "... the condition to compare with (the first)");
  value->type_name("COLUMN")->needs(by);
  by->type_name("COLUMN")->needs(value);
  pair->type_name("COLUMN")->needs(value);
  reference->type_name("NAME")->needs(value);
  for (CLI::Option* option : wide) value->excludes(option);
}

}  // namespace

void add_stats(CLI::App& app, int& status) {
  auto arguments = std::make_shared<StatsArguments>();
  CLI::App* command =
      app.add_subcommand("stats", "Compare conditions in a table of results by t-tests");
  command
      ->add_option("file", arguments->file,
                   "Table with a header row. Without options: compares columns X_without and "
                   "X_with, or describes every column of numbers")
      ->required()
      ->type_name("FILE.csv");
  const std::vector<CLI::Option*> wide{
      add_repeatable(*command, "--paired", arguments->paired, "REFERENCE NEW",
                     "t-test of two columns, rows are subjects; repeatable"),
      add_repeatable(*command, "--unpaired", arguments->unpaired, "REFERENCE NEW",
                     "Welch's t-test of two columns, rows are unrelated; repeatable"),
      add_repeatable(*command, "--non-inferior", arguments->non_inferior, "NEW REFERENCE",
                     "By how much NEW may be worse than REFERENCE; repeatable"),
      command->add_flag("--independent", arguments->independent,
                        "For --non-inferior: rows are unrelated, do not pair")};
  command->add_option("--delta", arguments->delta, "Test non-inferiority with this margin")
      ->type_name("D");
  command->add_flag("--higher-is-better", arguments->higher_is_better,
                    "For non-inferiority: a score, not an error or a time");
  add_long_format(*command, *arguments, wide);
  command->add_flag("--json", arguments->json, "Print everything as JSON");
  command->footer(
      "Exit status: 0 done, whatever p is; 2 bad input.\n\n"
      "Example:  tether stats times.csv --paired total_without total_with\n"
      "          tether stats out/positioning.csv --value error --by link \\\n"
      "            --pair operator --reference ideal --delta 0.004");
  command->callback([arguments, &status] { status = stats(*arguments); });
}

}  // namespace tether::apps
