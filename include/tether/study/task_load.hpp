// How heavy a task felt: the NASA task load index. A person rates six scales from 0 to 100 and, for
// each of the fifteen pairs of scales, says which of the two weighed more in the task. The weight
// of a scale is how often it was chosen.
//
//   overall = Σ weight_i · rating_i / 15,   Σ weight_i = 15,  0 ≤ weight_i ≤ 5
//   raw     = Σ rating_i / 6                without the pairs
//
// S.G. Hart & L.E. Staveland, Development of NASA-TLX, in Human Mental Workload (Hancock &
// Meshkati, eds.), 1988; raw index: S.G. Hart, NASA-TLX 20 years later, Proc. HFES 50(9), 2006.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tether/core/csv.hpp"

namespace tether::study {

inline constexpr std::size_t kLoadScales = 6;
inline constexpr std::size_t kLoadPairs = kLoadScales * (kLoadScales - 1) / 2;
inline constexpr double kHighestRating = 100;

struct LoadScale {
  std::string_view name;       // as in a table: "mental"
  std::string_view title;      // "Mental demand"
  std::string_view meaning;    // what is asked, for the person who answers
  std::string_view low, high;  // the ends of the scale
};

extern const std::array<LoadScale, kLoadScales> kScales;

using LoadPair = std::pair<std::size_t, std::size_t>;  // indices of scales
// all pairs, each once
std::array<LoadPair, kLoadPairs> load_pairs();

using LoadRatings = std::array<double, kLoadScales>;
using LoadWeights = std::array<int, kLoadScales>;

// how often each scale was chosen; `chosen` holds the scale that was chosen in each pair
LoadWeights load_weights(const std::array<std::size_t, kLoadPairs>& chosen);

// what fifteen choices can lead to: a sum of 15, and no k scales with less than the k(k−1)/2
// choices among themselves
bool possible(const LoadWeights& weights) noexcept;

struct TaskLoad {
  std::string participant, condition;
  LoadRatings ratings{};               // 0 to 100
  std::optional<LoadWeights> weights;  // none: raw

  std::optional<double> overall() const noexcept;
  double raw() const noexcept;
};

// names of the columns that a table of task loads has
std::vector<std::string> task_load_columns();

// core::InputError with the place when the table has another shape, a rating is out of range, the
// weights are not possible or a score is not that of its row
std::vector<TaskLoad> task_loads(const core::CsvTable& table);

// Whether a row can be added: core::InputError unless the file is absent, empty or a table of task
// loads; core::IoError when it, or its directory while it is absent, cannot be written
void check_task_load_file(const std::filesystem::path& path);

// Adds one row at the end, after a header where there is none. One write, under a lock: the row is
// in the file whole or not at all, whoever else writes, and a file that was not there is not left
// empty. core::InputError and core::IoError as above
void append_task_load(const std::filesystem::path& path, const TaskLoad& load);

}  // namespace tether::study
