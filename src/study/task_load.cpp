#include "tether/study/task_load.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace tether::study {

const std::array<LoadScale, kLoadScales> kScales{{
    {"mental", "Mental demand",
     "Thinking, deciding, searching, remembering: how much of it did the task take?", "little",
     "much"},
    {"physical", "Physical demand",
     "Pushing, pulling, turning, holding: how much work was it for the body?", "little", "much"},
    {"temporal", "Temporal demand", "How hurried were you by the pace of the task?", "at leisure",
     "rushed"},
    {"performance", "Performance",
     "How well did you do what was asked, in your own eyes? Mind: a good result is LOW.", "perfect",
     "failed"},
    {"effort", "Effort",
     "How hard did you have to try, in head and body, to do as well as you did?", "hardly",
     "very hard"},
    {"frustration", "Frustration",
     "Were you annoyed, discouraged and tense, or content and at ease?", "at ease", "annoyed"},
}};

std::array<LoadPair, kLoadPairs> load_pairs() {
  std::array<LoadPair, kLoadPairs> pairs{};
  std::size_t at = 0;
  for (std::size_t a = 0; a < kLoadScales; ++a) {
    for (std::size_t b = a + 1; b < kLoadScales; ++b) pairs[at++] = {a, b};
  }
  return pairs;
}

LoadWeights load_weights(const std::array<std::size_t, kLoadPairs>& chosen) {
  LoadWeights weights{};
  for (const std::size_t scale : chosen) ++weights.at(scale);
  return weights;
}

// H.G. Landau's condition for the scores of a tournament, 1953
bool possible(const LoadWeights& weights) noexcept {
  LoadWeights sorted = weights;
  std::sort(sorted.begin(), sorted.end());
  int sum = 0;
  for (int k = 1; k <= static_cast<int>(kLoadScales); ++k) {
    sum += sorted[static_cast<std::size_t>(k - 1)];
    if (sum < k * (k - 1) / 2) return false;
  }
  return sum == static_cast<int>(kLoadPairs);
}

std::optional<double> TaskLoad::overall() const noexcept {
  if (!weights) return std::nullopt;
  double sum = 0;
  for (std::size_t i = 0; i < kLoadScales; ++i) sum += (*weights)[i] * ratings[i];
  return sum / static_cast<double>(kLoadPairs);
}

double TaskLoad::raw() const noexcept {
  return std::accumulate(ratings.begin(), ratings.end(), 0.0) / static_cast<double>(kLoadScales);
}

}  // namespace tether::study
