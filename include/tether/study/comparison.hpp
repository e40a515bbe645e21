// Conditions of a study held against each other: what a table measured under each, and the tests of
// statistics.hpp on two of them. A table is wide, one row per subject and one column per condition,
// or long, one row per session with the condition in a column of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "tether/core/csv.hpp"
#include "tether/study/statistics.hpp"

namespace tether::study {

// What was measured under one condition. Where conditions are paired, the i-th value of each
// belongs to the same subject; nothing stands for a value that is missing.
struct Condition {
  std::string name;
  std::vector<std::optional<double>> values;

  std::vector<double> present() const;
};

// a column of a wide table; core::InputError
Condition column_condition(const core::CsvTable& table, const std::string& name);

// which columns of a long table mean what
struct LongFormat {
  std::string value;  // what was measured
  std::string by;     // the condition
  std::string pair;   // the subject; empty = none, the conditions are unpaired
};

// The conditions of a long table in the order of their first row. Of several rows of one subject
// under one condition the mean counts, once. core::InputError
std::vector<Condition> long_conditions(const core::CsvTable& table, const LongFormat& format);

enum class Pairing : std::uint8_t { paired, unpaired };

struct Comparison {
  std::string reference, fresh;  // names of the conditions
  Pairing pairing = Pairing::paired;
  Moments reference_moments, fresh_moments;  // of the pairs that are complete, or of all values
  Difference difference;
  std::size_t left_out = 0;  // pairs that lack one value

  // difference of the means over the mean of the reference; NaN where that is zero
  double change() const noexcept;
};

// core::InputError when there are fewer than two values to compare, or too large ones
Comparison compare(const Condition& reference, const Condition& fresh, Pairing pairing);

// the margin to test non-inferiority with, if any, and which way is good
struct NonInferiority {
  Better better = Better::lower;
  std::optional<double> margin;  // δ, in the unit of the measurements
};

nlohmann::ordered_json to_json(const Condition& condition);
nlohmann::ordered_json to_json(const Comparison& comparison);
// the same with the test of non-inferiority
nlohmann::ordered_json to_json(const Comparison& comparison, const NonInferiority& test);

}  // namespace tether::study
