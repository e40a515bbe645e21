#include "tether/study/task_load.hpp"

#include <algorithm>
#include <csignal>
#include <fstream>
#include <random>
#include <set>
#include <thread>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "tests/study/file_content.hpp"
#include "tether/core/error.hpp"

namespace tether::study {
namespace {

namespace fs = std::filesystem;

fs::path empty_directory() {
  const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
  const auto path = fs::path(::testing::TempDir()) / "tether_task_load" / info->name();
  fs::remove_all(path);
  fs::create_directories(path);
  return path;
}

const TaskLoad kLoad{"7", "with, slow", {50, 25, 10, 40, 60, 0}, LoadWeights{5, 1, 2, 3, 4, 0}};

TEST(TaskLoad, IsTheMeanOfTheRatingsByWeight) {
  // 250 + 25 + 20 + 120 + 240 + 0 = 655
  EXPECT_DOUBLE_EQ(*kLoad.overall(), 655.0 / 15);
  EXPECT_DOUBLE_EQ(kLoad.raw(), 185.0 / 6);
  EXPECT_FALSE((TaskLoad{"7", "x", kLoad.ratings, {}}).overall());
}

TEST(TaskLoad, LiesBetweenTheLowestAndTheHighestRatingForAllChoices) {
  std::mt19937_64 engine(1);
  std::uniform_real_distribution<double> rating(0, 100);
  const auto pairs = load_pairs();
  for (int i = 0; i < 10'000; ++i) {
    std::array<std::size_t, kLoadPairs> chosen{};
    for (std::size_t k = 0; k < kLoadPairs; ++k) {
      chosen[k] = engine() % 2 == 0 ? pairs[k].first : pairs[k].second;
    }
    TaskLoad load{"p", "c", {}, load_weights(chosen)};
    ASSERT_TRUE(possible(*load.weights)) << i;
    for (double& x : load.ratings) x = rating(engine);
    const auto [low, high] = std::minmax_element(load.ratings.begin(), load.ratings.end());
    ASSERT_GE(*load.overall(), *low - 1e-9);
    ASSERT_LE(*load.overall(), *high + 1e-9);
  }
}

TEST(LoadPairs, AskForEveryTwoScalesOnce) {
  std::set<LoadPair> seen;
  for (const auto& [a, b] : load_pairs()) seen.insert({std::min(a, b), std::max(a, b)});
  EXPECT_EQ(seen.size(), kLoadPairs);
  for (const auto& [a, b] : seen) EXPECT_NE(a, b);
}

// all 2¹⁵ ways to answer lead to the weights that are called possible, and to no others
TEST(LoadWeights, ArePossibleExactlyWhenChoicesCanLeadToThem) {
  const auto pairs = load_pairs();
  std::set<LoadWeights> reached;
  for (unsigned answers = 0; answers < 1U << kLoadPairs; ++answers) {
    std::array<std::size_t, kLoadPairs> chosen{};
    for (std::size_t k = 0; k < kLoadPairs; ++k) {
      chosen[k] = (answers >> k & 1U) != 0 ? pairs[k].first : pairs[k].second;
    }
    reached.insert(load_weights(chosen));
  }
  for (int code = 0; code < 6 * 6 * 6 * 6 * 6 * 6; ++code) {
    LoadWeights weights{};
    int rest = code;
    for (int& w : weights) {
      w = rest % 6;
      rest /= 6;
    }
    ASSERT_EQ(possible(weights), reached.contains(weights)) << code;
  }
}

TEST(TaskLoadTable, ReadsBackWhatWasAppended) {
  const auto file = empty_directory() / "tlx.csv";
  append_task_load(file, kLoad);
  append_task_load(file, {"8", "without", kLoad.ratings, {}});
  const auto loads = task_loads(core::CsvTable::load(file.string()));
  ASSERT_EQ(loads.size(), 2U);
  EXPECT_EQ(loads[0].participant, "7");
  EXPECT_EQ(loads[0].condition, "with, slow");
  EXPECT_EQ(loads[0].ratings, kLoad.ratings);
  EXPECT_EQ(loads[0].weights, kLoad.weights);
  EXPECT_EQ(loads[1].weights, std::nullopt);
}

TEST(TaskLoadTable, TakesAFileWhoseLastLineHasNoEnd) {
  const auto file = empty_directory() / "tlx.csv";
  append_task_load(file, kLoad);
  const std::string text = content(file);
  std::ofstream(file, std::ios::binary) << text.substr(0, text.size() - 1);
  append_task_load(file, kLoad);
  EXPECT_EQ(task_loads(core::CsvTable::load(file.string())).size(), 2U);
}

TEST(TaskLoadTable, LosesNoRowWhenManyWriteAtOnce) {
  const auto file = empty_directory() / "tlx.csv";
  constexpr int kWriters = 4, kRows = 25;
  std::vector<std::thread> writers;
  for (int i = 0; i < kWriters; ++i) {
    writers.emplace_back([&] {
      for (int k = 0; k < kRows; ++k) append_task_load(file, kLoad);
    });
  }
  for (auto& writer : writers) writer.join();
  EXPECT_EQ(task_loads(core::CsvTable::load(file.string())).size(), std::size_t{kWriters} * kRows);
}

TEST(TaskLoadTable, KnowsBeforehandThatItCannotBeWritten) {
  const auto directory = empty_directory();
  EXPECT_THROW(check_task_load_file(directory / "missing" / "tlx.csv"), core::IoError);
  std::ofstream(directory / "plain") << "x";
  EXPECT_THROW(check_task_load_file(directory / "plain" / "tlx.csv"), core::IoError);
  EXPECT_NO_THROW(check_task_load_file(directory / "tlx.csv"));
  EXPECT_FALSE(fs::exists(directory / "tlx.csv"));
}

TEST(TaskLoadTable, LeavesNothingBehindWhenTheFirstWriteFails) {
  const auto file = empty_directory() / "tlx.csv";
  // no file may grow: the write fails, as on a full disk
  struct rlimit before {};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto old = std::signal(SIGXFSZ, SIG_IGN);
  struct rlimit none = before;
  none.rlim_cur = 0;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &none), 0);
  EXPECT_THROW(append_task_load(file, kLoad), core::IoError);
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, old);
  EXPECT_FALSE(fs::exists(file));
  append_task_load(file, kLoad);
  EXPECT_EQ(task_loads(core::CsvTable::load(file.string())).size(), 1U);
}

TEST(TaskLoadTable, RefusesAFileOfAnotherShapeAndLeavesItAsItIs) {
  const auto file = empty_directory() / "other.csv";
  std::ofstream(file, std::ios::binary) << "a,b\n1,2\n";
  EXPECT_THROW(check_task_load_file(file), core::InputError);
  EXPECT_THROW(append_task_load(file, kLoad), core::InputError);
  EXPECT_EQ(content(file), "a,b\n1,2\n");
  EXPECT_THROW(check_task_load_file(file.parent_path()), core::InputError);
}

TEST(TaskLoadTable, RefusesRowsThatCannotBe) {
  const std::string header = core::csv_line(task_load_columns()) + "\n";
  const auto refusal = [&](const std::string& row) -> std::string {
    try {
      task_loads(core::CsvTable::parse(header + row, "x.csv"));
    } catch (const core::InputError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(refusal("7,c,50,25,10,40,60,0,5,1,2,3,4,0,43.6667,30.8333\n"), "");
  EXPECT_EQ(refusal("7,c,50,25,10,40,60,0,,,,,,,,30.8333\n"), "");
  EXPECT_EQ(refusal("7,c,101,25,10,40,60,0,5,1,2,3,4,0,43.6667,30.8333\n"),
            "x.csv:2:5: a rating is from 0 to 100, found 101");
  EXPECT_NE(refusal("7,c,50,25,10,40,60,0,5,5,5,0,0,0,43.6667,30.8333\n").find("sum up to 15"),
            std::string::npos);
  EXPECT_NE(refusal("7,c,50,25,10,40,60,0,5,1,2,3,4,,43.6667,30.8333\n").find("six weights"),
            std::string::npos);
  EXPECT_NE(refusal("7,c,50,25,10,40,60,0,5,1,2,3,4,0,50,30.8333\n").find("is not the score"),
            std::string::npos);
  EXPECT_NE(refusal(",c,50,25,10,40,60,0,5,1,2,3,4,0,43.6667,30.8333\n").find("participant"),
            std::string::npos);
}

}  // namespace
}  // namespace tether::study
