#include "tether/study/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tether/core/error.hpp"

namespace tether::study {
namespace {

using Json = nlohmann::ordered_json;

// more are measurements that were taken for conditions
constexpr std::size_t kMostConditions = 100;
// conditions times subjects: bounds the memory, far above any study
constexpr std::size_t kMostValues = 10'000'000;

// texts by number, in the order in which they came
class Labels {
 public:
  std::size_t index(const std::string& text) {
    const auto [place, is_new] = index_.try_emplace(text, names_.size());
    if (is_new) names_.push_back(text);
    return place->second;
  }
  const std::vector<std::string>& names() const noexcept { return names_; }

 private:
  std::unordered_map<std::string, std::size_t> index_;
  std::vector<std::string> names_;
};

const core::CsvCell& label(const core::CsvTable& table, std::size_t row, std::size_t column) {
  const core::CsvCell& cell = table.cell(row, column);
  if (cell.text.empty()) {
    table.fail(cell,
               fmt::format("expected a {}, found nothing", core::excerpt(table.names()[column])));
  }
  return cell;
}

// a value that JSON can say
Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json to_json(const Moments& moments) {
  return {{"n", moments.n}, {"mean", moments.mean}, {"deviation", moments.deviation}};
}

void require_two_of(const Comparison& comparison, std::size_t count, std::string_view what) {
  if (count >= 2) return;
  throw core::InputError(fmt::format("a t-test of {} and {} needs at least two {}, found {}",
                                     core::excerpt(comparison.reference),
                                     core::excerpt(comparison.fresh), what, count));
}

}  // namespace

std::vector<double> Condition::present() const {
  std::vector<double> result;
  for (const auto& value : values) {
    if (value) result.push_back(*value);
  }
  return result;
}

Condition column_condition(const core::CsvTable& table, const std::string& name) {
  const std::size_t column = table.column(name);
  Condition condition{name, {}};
  condition.values.reserve(table.rows());
  for (std::size_t row = 0; row < table.rows(); ++row) {
    condition.values.push_back(table.number(row, column));
  }
  return condition;
}

std::vector<Condition> long_conditions(const core::CsvTable& table, const LongFormat& format) {
  struct Sum {
    double total = 0;
    std::size_t n = 0;
  };
  const std::size_t value = table.column(format.value), by = table.column(format.by);
  const auto pair = format.pair.empty() ? std::nullopt : std::optional(table.column(format.pair));
  Labels conditions, subjects;
  std::map<std::pair<std::size_t, std::size_t>, Sum> sums;  // by condition and subject
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const std::size_t condition = conditions.index(label(table, row, by).text);
    if (condition == kMostConditions) {
      table.fail(table.cell(row, by), fmt::format("more than {} conditions in column \"{}\"",
                                                  kMostConditions, core::excerpt(format.by)));
    }
    // without pairs every row is a subject of its own
    const std::size_t subject = pair ? subjects.index(label(table, row, *pair).text) : row;
    if (const auto number = table.number(row, value)) {
      Sum& sum = sums[{condition, subject}];
      sum.total += *number;
      ++sum.n;
    }
  }
  std::vector<Condition> result;
  const std::size_t size = pair ? subjects.names().size() : 0;
  if (size * conditions.names().size() > kMostValues) {
    throw core::InputError(
        {.file = table.file()},
        fmt::format("{} conditions of {} subjects are too many", conditions.names().size(), size));
  }
  for (const std::string& name : conditions.names()) {
    result.push_back({name, std::vector<std::optional<double>>(size)});
  }
  for (const auto& [key, sum] : sums) {
    const auto [condition, subject] = key;
    const double mean = sum.total / static_cast<double>(sum.n);
    if (pair) {
      result[condition].values[subject] = mean;
    } else {
      result[condition].values.emplace_back(mean);
    }
  }
  return result;
}

double Comparison::change() const noexcept {
  return reference_moments.mean == 0 ? std::nan("")
                                     : difference.value / std::abs(reference_moments.mean);
}

Comparison compare(const Condition& reference, const Condition& fresh, Pairing pairing) {
  Comparison result{reference.name, fresh.name, pairing};
  std::vector<double> old_values, new_values;
  if (pairing == Pairing::paired) {
    for (std::size_t i = 0; i < std::min(reference.values.size(), fresh.values.size()); ++i) {
      const auto &a = reference.values[i], &b = fresh.values[i];
      if (a && b) {
        old_values.push_back(*a);
        new_values.push_back(*b);
      }
      if (a.has_value() != b.has_value()) ++result.left_out;
    }
    require_two_of(result, old_values.size(), "complete pairs");
    result.difference = paired_difference(old_values, new_values);
  } else {
    old_values = reference.present();
    new_values = fresh.present();
    require_two_of(result, std::min(old_values.size(), new_values.size()), "values of each");
    result.difference = unpaired_difference(moments(old_values), moments(new_values));
  }
  result.reference_moments = moments(old_values);
  result.fresh_moments = moments(new_values);
  for (const double figure : {result.difference.value, result.difference.standard_error,
                              result.reference_moments.deviation, result.fresh_moments.deviation}) {
    if (!std::isfinite(figure)) {
      throw core::InputError(fmt::format("the values of {} and {} are too large to compare",
                                         core::excerpt(reference.name), core::excerpt(fresh.name)));
    }
  }
  return result;
}

Json to_json(const Condition& condition) {
  const auto values = condition.present();
  Json json{{"name", condition.name}};
  json.update(to_json(moments(values)));
  return json;
}

Json to_json(const Comparison& comparison) {
  const Difference& d = comparison.difference;
  Json json{{"reference", comparison.reference},
            {"new", comparison.fresh},
            {"test", comparison.pairing == Pairing::paired ? "paired" : "unpaired"}};
  json["moments"] = {{"reference", to_json(comparison.reference_moments)},
                     {"new", to_json(comparison.fresh_moments)}};
  json["pairs_left_out"] = comparison.left_out;
  json["difference"] = d.value;
  json["standard_error"] = d.standard_error;
  json["change"] = finite(comparison.change());
  json["t"] = finite(t_statistic(d));
  json["degrees_of_freedom"] = d.degrees_of_freedom;
  json["p_two_sided"] = two_sided_p(d);
  return json;
}

Json to_json(const Comparison& comparison, const NonInferiority& test) {
  Json json = to_json(comparison);
  Json& margin = json["non_inferiority"];
  margin["better"] = test.better == Better::lower ? "lower" : "higher";
  margin["significance"] = kSignificance;
  margin["smallest_delta"] = smallest_margin(comparison.difference, test.better);
  if (test.margin) {
    margin["delta"] = *test.margin;
    margin["p"] = non_inferiority_p(comparison.difference, *test.margin, test.better);
  }
  return json;
}

}  // namespace tether::study
