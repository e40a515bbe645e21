// Experiments that measure nothing, for tests of what runs and shows them.
#pragma once

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "tether/reproduction/experiment.hpp"
#include "tether/reproduction/run.hpp"

namespace tether::reproduction {

inline Row fake_row(const std::string& id, double ours) {
  Row row;
  row.id = id;
  row.quantity = "length of a thing";
  row.unit = "mm";
  row.source = "table 6.2";
  row.theirs = Figure{.value = 10, .spread = 1, .n = 10, .kind = FigureKind::persons};
  row.ours = Figure{.value = ours, .spread = 0.5, .n = 8, .kind = FigureKind::repeats};
  row.origin = Origin::measured;
  row.cause = "the thing is longer here";
  return row;
}

// counts how often it was run
inline Experiment fake_experiment(const std::string& id, int& runs, double ours = 5) {
  return {.id = id,
          .title = "Title of " + id,
          .what = "Nothing is run",
          .command = "tether study nothing",
          .seconds = 1,
          .quick_seconds = 0.5,
          .run = [id, ours, &runs](const Effort& effort) {
            ++runs;
            if (effort.progress) effort.progress(0.5);
            return Outcome{{fake_row(id + ".thing", ours)}, {}};
          }};
}

// of the running test's own
inline std::filesystem::path scratch() {
  const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
  const auto path = std::filesystem::path(::testing::TempDir()) / "tether_reproduction" /
                    info->test_suite_name() / info->name();
  std::filesystem::remove_all(path);
  std::filesystem::create_directories(path);
  return path;
}

}  // namespace tether::reproduction
