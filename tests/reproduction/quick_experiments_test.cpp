// Experiments that take a few seconds at most are run as they are; `tether reproduce` runs the
// others.
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tether/reproduction/experiment.hpp"
#include "tether/reproduction/run.hpp"

namespace tether::reproduction {

// how a failed case is printed
void PrintTo(const Experiment& experiment, std::ostream* out) { *out << experiment.id; }

namespace {

std::vector<Experiment> quick_ones() {
  constexpr double kQuick = 3.5;  // [s]
  std::vector<Experiment> quick;
  for (Experiment& experiment : all_experiments()) {
    if (!experiment.exclusive && experiment.quick_seconds <= kQuick) {
      quick.push_back(std::move(experiment));
    }
  }
  return quick;
}

class QuickExperiment : public ::testing::TestWithParam<Experiment> {};

TEST_P(QuickExperiment, GivesEveryRowAVerdictAndEveryWorseOneACause) {
  const auto out = std::filesystem::temp_directory_path() / GetParam().id;
  std::filesystem::create_directories(out);
  double furthest = 0;
  const Outcome outcome = GetParam().run({.quick = true, .out = out, .progress = [&](double share) {
                                            EXPECT_GE(share, furthest);
                                            EXPECT_LE(share, 1);
                                            furthest = share;
                                          }});
  ASSERT_FALSE(outcome.rows.empty());
  Finished finished{.id = GetParam().id};
  finished.rows = outcome.rows;
  EXPECT_THAT(objections(std::vector{finished}), ::testing::IsEmpty());
  for (const Row& row : outcome.rows) {
    EXPECT_TRUE(row.ours || !row.not_comparable.empty()) << row.id;
    EXPECT_FALSE(row.quantity.empty() || row.source.empty()) << row.id;
    const RowVerdict verdict = judge(row);
    if (verdict == RowVerdict::agrees || verdict == RowVerdict::better) {
      EXPECT_EQ(row.origin, Origin::measured) << row.id;
    }
  }
  for (const auto& file : outcome.files) EXPECT_TRUE(std::filesystem::exists(file)) << file;
}

std::string id_as_name(const ::testing::TestParamInfo<Experiment>& info) {
  std::string name = info.param.id;
  for (char& c : name) {
    if (c == '.') c = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Of, QuickExperiment, ::testing::ValuesIn(quick_ones()), id_as_name);

}  // namespace
}  // namespace tether::reproduction
