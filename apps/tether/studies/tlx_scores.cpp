#include "apps/tether/studies/tlx_scores.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "apps/tether/commands.hpp"
#include "apps/tether/studies/stats_table.hpp"
#include "tether/core/error.hpp"
#include "tether/study/comparison.hpp"
#include "tether/study/task_load.hpp"

namespace tether::apps {
namespace {

using study::Condition;

// conditions in the order of the table, those without a score left out
std::vector<Condition> scored(const core::CsvTable& table, const std::string& score) {
  auto conditions =
      study::long_conditions(table, {.value = score, .by = "condition", .pair = "participant"});
  std::erase_if(conditions, [](const Condition& c) { return c.present().empty(); });
  return conditions;
}

void print_scales(const core::CsvTable& table) {
  fmt::print("\nMeans per condition\n\n{:<16}", "");
  const auto first = scored(table, "raw");
  for (const Condition& c : first) fmt::print(" {:>14.14}", core::excerpt(c.name));
  fmt::print("\n");
  const auto row = [&](std::string_view title, const std::string& column) {
    fmt::print("{:<16}", title);
    const auto conditions =
        study::long_conditions(table, {.value = column, .by = "condition", .pair = "participant"});
    for (const Condition& c : conditions) {
      const auto values = c.present();
      fmt::print(" {:>14}",
                 values.empty() ? "-" : fmt::format("{:.1f}", study::moments(values).mean));
    }
    fmt::print("\n");
  };
  for (const auto& scale : study::kScales) row(scale.title, std::string(scale.name));
  row("overall", "overall");
  row("raw", "raw");
}

std::size_t pairs(const Condition& a, const Condition& b) {
  std::size_t complete = 0;
  for (std::size_t i = 0; i < std::min(a.values.size(), b.values.size()); ++i) {
    complete += a.values[i] && b.values[i] ? 1U : 0U;
  }
  return complete;
}

// every later condition against the first
void print_comparisons(const core::CsvTable& table, const std::string& score) {
  const auto conditions = scored(table, score);
  std::vector<study::Comparison> tests;
  for (std::size_t i = 1; i < conditions.size(); ++i) {
    if (pairs(conditions[0], conditions[i]) < 2) {
      fmt::print("\n{}: fewer than two people answered under both {} and {}: no test\n", score,
                 core::excerpt(conditions[0].name), core::excerpt(conditions[i].name));
      continue;
    }
    tests.push_back(study::compare(conditions[0], conditions[i], study::Pairing::paired));
  }
  if (tests.empty()) return;
  fmt::print("\n{} load", score == "raw" ? "Raw" : "Overall");
  print_tests(tests);
  for (const auto& test : tests) {
    if (test.left_out == 0) continue;
    fmt::print("left out of {} and {}: {} who answered under one of them only\n",
               core::excerpt(test.reference), core::excerpt(test.fresh), test.left_out);
  }
}

}  // namespace

int print_task_loads(const std::string& file) {
  const auto table = core::CsvTable::load(file);
  const auto loads = study::task_loads(table);
  if (loads.empty()) throw core::InputError({.file = file}, "no task loads in this table yet");
  std::map<std::pair<std::string, std::string>, int> answers;
  for (const auto& load : loads) ++answers[{load.participant, load.condition}];
  fmt::print("{}, {} rows\n", file, loads.size());
  print_scales(table);
  if (answers.size() < loads.size()) {
    fmt::print("\nof several rows of one participant and condition the mean counts, once\n");
  }
  print_comparisons(table, "overall");
  print_comparisons(table, "raw");
  return kOk;
}

}  // namespace tether::apps
