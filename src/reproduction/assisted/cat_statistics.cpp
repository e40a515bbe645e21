#include "tether/reproduction/assisted/cat_statistics.hpp"

#include <cmath>

#include <fmt/format.h>

#include "tether/core/data_path.hpp"
#include "tether/core/error.hpp"

namespace tether::reproduction {
namespace {

// times are printed to a tenth of a second: sums hold to that digit
constexpr double kSumRounding = 0.05;  // [s]

std::vector<double> complete_column(const core::CsvTable& table, const std::string& name) {
  const std::size_t column = table.column(name);
  std::vector<double> values;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const auto value = table.number(row, column);
    if (!value) table.fail(table.cell(row, column), "expected a number, found nothing");
    values.push_back(*value);
  }
  return values;
}

std::vector<std::string> people(const core::CsvTable& table) {
  std::vector<std::string> names;
  const std::size_t column = table.column("operator");
  for (std::size_t row = 0; row < table.rows(); ++row) {
    names.push_back(table.cell(row, column).text);
  }
  return names;
}

study::Condition condition(const std::string& name, const std::vector<double>& values) {
  return {name, {values.begin(), values.end()}};
}

void check_sums(CatStatistics& statistics) {
  const PairedFigures& total = statistics.times.back();
  for (const bool assisted : {false, true}) {
    const auto& totals = assisted ? total.with : total.without;
    for (std::size_t i = 0; i < totals.size(); ++i) {
      double sum = 0;
      for (std::size_t phase = 0; phase + 1 < statistics.times.size(); ++phase) {
        const PairedFigures& f = statistics.times[phase];
        sum += (assisted ? f.with : f.without)[i];
      }
      ++statistics.sums;
      if (std::abs(sum - totals[i]) > kSumRounding) {
        statistics.wrong_sums.push_back({statistics.operators[i], assisted, sum, totals[i]});
      }
    }
  }
}

void examine_load(const std::vector<double>& first, const std::vector<double>& second,
                  CatStatistics& statistics) {
  // the text's −27.5 % is the difference over the second column, which is thus the one without
  statistics.load = paired_figures("load", "", second, first, statistics.operators);
  statistics.load.printed = PrintedFigure{-0.275, 0.089, 3};
  const study::Moments with = study::moments(first), without = study::moments(second);
  statistics.load_change_as_headed = (without.mean - with.mean) / with.mean;
  for (std::size_t i = 0; i < first.size(); ++i) {
    statistics.lower_as_headed += second[i] < first[i] ? 1U : 0U;
  }
  statistics.load_p_student = study::two_sided_p(pooled_difference(without, with));
  statistics.load_p_welch = two_sided_p(unpaired_difference(without, with));
}

}  // namespace

PairedFigures paired_figures(const std::string& name, const std::string& unit,
                             const std::vector<double>& without, const std::vector<double>& with,
                             const std::vector<std::string>& operators) {
  PairedFigures f{.name = name, .unit = unit, .without = without, .with = with};
  f.comparison =
      compare(condition("without", without), condition("with", with), study::Pairing::paired);
  std::vector<double> differences(with.size());
  for (std::size_t i = 0; i < with.size(); ++i) {
    differences[i] = with[i] - without[i];
    if (differences[i] > 0) f.worse.push_back(operators[i]);
  }
  f.p = two_sided_p(f.comparison.difference);
  f.half_width = confidence_half_width(f.comparison.difference);
  const study::Moments m = study::moments(differences);
  f.effect = m.deviation > 0 ? m.mean / m.deviation : 0;
  f.rank = study::signed_rank(differences);
  return f;
}

CatStatistics cat_statistics(const core::CsvTable& times, const core::CsvTable& load) {
  CatStatistics statistics;
  statistics.operators = people(times);
  if (people(load) != statistics.operators) {
    throw core::InputError({.file = load.file()},
                           fmt::format("its operators are not those of {}", times.file()));
  }
  for (const char* phase : {"approach", "search", "insertion", "total"}) {
    const std::string name = phase;
    statistics.times.push_back(paired_figures(name, "s", complete_column(times, name + "_without"),
                                              complete_column(times, name + "_with"),
                                              statistics.operators));
  }
  statistics.times[1].printed = PrintedFigure{-0.515, 0.07, 2};
  statistics.times[3].printed = PrintedFigure{-0.211, 0.17, 2};
  check_sums(statistics);
  examine_load(complete_column(load, "first_column_as_printed"),
               complete_column(load, "second_column_as_printed"), statistics);
  return statistics;
}

CatStatistics cat_statistics() {
  return cat_statistics(core::CsvTable::load(core::data_path("data/cat_times.csv").string()),
                        core::CsvTable::load(core::data_path("data/cat_tlx.csv").string()));
}

}  // namespace tether::reproduction
