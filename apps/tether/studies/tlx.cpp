// tether tlx: asks a person how heavy the task was, scores the answers and keeps them.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "apps/tether/commands.hpp"
#include "apps/tether/studies/questionnaire.hpp"
#include "apps/tether/studies/stats_table.hpp"
#include "tether/core/error.hpp"
#include "tether/study/comparison.hpp"
#include "tether/study/task_load.hpp"

namespace tether::apps {
namespace {

using study::kLoadPairs;
using study::kLoadScales;
using study::kScales;

struct TlxArguments {
  std::string out = "tlx.csv";
  std::string participant, condition;
  bool raw = false;
  std::optional<std::uint64_t> seed;
  std::string score;
};

// what was asked so far; the pairs come first, then the ratings
class Interview {
 public:
  Interview(bool raw, std::uint64_t seed) : step_(raw ? kLoadPairs : 0), first_(step_) {
    std::mt19937_64 engine(seed);
    std::shuffle(pairs_.begin(), pairs_.end(), engine);
    for (auto& [left, right] : pairs_) {
      if (engine() % 2 == 0) std::swap(left, right);
    }
  }

  // false when the person left before the end
  bool run(Questionnaire& questionnaire) {
    introduce();
    while (step_ < kLoadPairs + kLoadScales) {
      if (step_ < kLoadPairs) {
        ask_pair(questionnaire);
      } else {
        ask_rating(questionnaire);
      }
      if (questionnaire.left() != NoAnswer::none) return false;
    }
    return true;
  }

  study::LoadRatings ratings() const { return ratings_; }
  study::LoadWeights weights() const { return study::load_weights(chosen_); }

 private:
  void introduce() const {
    fmt::print("\nSix things make up the load of a task:\n\n");
    for (const auto& scale : kScales) fmt::print("  {:<16} {}\n", scale.title, scale.meaning);
    if (first_ == 0) {
      fmt::print("\nFirst, fifteen pairs: which of the two weighed more in the task just done?\n");
    }
    fmt::print("b goes back one question. Ctrl-C leaves; nothing is stored then.\n\n");
  }

  void back() {
    if (step_ == first_) {
      fmt::print("this is the first question\n");
    } else {
      --step_;
    }
  }

  void ask_pair(Questionnaire& questionnaire) {
    const auto [left, right] = pairs_[step_];
    fmt::print("{:>2}/{}  1 {:<16} 2 {:<16} > ", step_ + 1, kLoadPairs, kScales[left].title,
               kScales[right].title);
    const char key = questionnaire.key();
    end_echo(questionnaire);
    if (questionnaire.left() != NoAnswer::none) return;
    if (key == 'b') {
      back();
    } else if (key == '1' || key == '2') {
      chosen_[step_++] = key == '1' ? left : right;
    } else {
      fmt::print("please press 1, 2 or b\n");
    }
  }

  void ask_rating(Questionnaire& questionnaire) {
    const std::size_t i = step_ - kLoadPairs;
    if (i == 0) fmt::print("\nNow rate each from 0 to 100, usually in steps of 5.\n");
    const auto& scale = kScales[i];
    fmt::print("{}/{}  {} (0 {} ... 100 {}) > ", i + 1, kLoadScales, scale.title, scale.low,
               scale.high);
    const std::string answer = questionnaire.line();
    end_echo(questionnaire);
    if (questionnaire.left() != NoAnswer::none) return;
    if (answer == "b" || answer == "B") return back();
    char* end = nullptr;
    const double rating = std::strtod(answer.c_str(), &end);
    const bool number = !answer.empty() && *end == '\0';
    if (number && rating >= 0 && rating <= study::kHighestRating) {
      // no rating of minus zero in a table
      ratings_[i] = std::abs(rating);
      ++step_;
    } else {
      fmt::print("please type a number from 0 to 100, or b\n");
    }
  }

  // what comes from a pipe is not echoed, so that the line is still open
  static void end_echo(const Questionnaire& questionnaire) {
    if (!questionnaire.on_terminal()) fmt::print("\n");
  }

  std::array<study::LoadPair, kLoadPairs> pairs_ = study::load_pairs();
  std::array<std::size_t, kLoadPairs> chosen_{};
  study::LoadRatings ratings_{};
  std::size_t step_, first_;
};

std::string bar(double value, double full, int width) {
  const auto filled = static_cast<int>(std::lround(value / full * width));
  return fmt::format("{:█<{}}{:·<{}}", "", filled, "", width - filled);
}

void show(const study::TaskLoad& load) {
  constexpr int kMostChosen = 5, kRatingWidth = 20;
  fmt::print("\n{:<16}  {}rating\n", "", load.weights ? "weight   " : "");
  for (std::size_t i = 0; i < kLoadScales; ++i) {
    fmt::print("{:<16}  ", kScales[i].title);
    if (load.weights) {
      const int weight = (*load.weights)[i];
      fmt::print("{} {}  ", weight, bar(weight, kMostChosen, kMostChosen));
    }
    fmt::print("{} {:g}\n", bar(load.ratings[i], study::kHighestRating, kRatingWidth),
               load.ratings[i]);
  }
  if (load.weights) fmt::print("\noverall load  {:.1f} of 100\n", *load.overall());
  fmt::print("{}raw load      {:.1f} of 100\n", load.weights ? "" : "\n", load.raw());
}

int ask(const TlxArguments& arguments) {
  if (arguments.participant.empty() || arguments.condition.empty()) {
    throw core::InputError("--participant and --condition say whose load it is, under what");
  }
  // before fifteen questions, not after
  study::check_task_load_file(arguments.out);
  fmt::print("Task load of {}, {}\n", core::excerpt(arguments.participant),
             core::excerpt(arguments.condition));
  Questionnaire questionnaire;
  Interview interview(arguments.raw, arguments.seed.value_or(std::random_device{}()));
  if (!interview.run(questionnaire)) {
    const bool interrupted = questionnaire.left() == NoAnswer::interrupted;
    fmt::print("\n{}: nothing was stored, {} is as it was\n",
               interrupted ? "stopped" : "the answers ended early", arguments.out);
    return interrupted ? kInterrupted : kBadInput;
  }
  study::TaskLoad load{arguments.participant, arguments.condition, interview.ratings(), {}};
  if (!arguments.raw) load.weights = interview.weights();
  study::append_task_load(arguments.out, load);
  show(load);
  fmt::print("\nadded to {}\n", arguments.out);
  return kOk;
}

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

// the task loads of a table, condition by condition, and compared
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

}  // namespace

void add_tlx(CLI::App& app, int& status) {
  auto arguments = std::make_shared<TlxArguments>();
  CLI::App* command =
      app.add_subcommand("tlx", "Ask a person for the load of a task (NASA-TLX) and score it");
  auto* participant = command->add_option("--participant", arguments->participant, "Who answers");
  auto* condition =
      command->add_option("--condition", arguments->condition, "What was tried: with_assistance");
  participant->type_name("P");
  condition->type_name("C");
  command->add_option("--out", arguments->out, "Table that gets one more row")
      ->type_name("FILE.csv")
      ->capture_default_str();
  command->add_flag("--raw", arguments->raw, "Ratings only, without the fifteen pairs");
  command->add_option("--seed", arguments->seed, "Order of the pairs (by chance)")->type_name("N");
  command->add_option("--score", arguments->score, "Ask nothing: compare the conditions of a table")
      ->type_name("FILE.csv")
      ->excludes(participant)
      ->excludes(condition);
  command->footer(
      "From a pipe every answer is a line: 1 or 2 fifteen times, then six numbers.\n"
      "Exit status: 0 done, 2 bad input or answers that end early, 3 the table cannot be written,\n"
      "130 stopped by Ctrl-C.\n\n"
      "Example:  tether tlx --participant 7 --condition with_cat --out study/tlx.csv\n"
      "          tether tlx --score study/tlx.csv");
  command->callback([arguments, &status] {
    status = arguments->score.empty() ? ask(*arguments) : print_task_loads(arguments->score);
  });
}

}  // namespace tether::apps
