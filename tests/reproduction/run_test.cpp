#include "tether/reproduction/run.hpp"

#include <atomic>
#include <fstream>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "tests/reproduction/fake_experiment.hpp"
#include "tether/core/error.hpp"
#include "tether/reproduction/selection.hpp"
#include "tether/reproduction/store.hpp"

namespace tether::reproduction {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

RunOptions options_in(const std::filesystem::path& out) {
  RunOptions options;
  options.out = out;
  options.version = "1.2.3";
  return options;
}

TEST(Reproduction, TakesOverWhatWasMeasuredBefore) {
  int first = 0, second = 0;
  const std::vector experiments{fake_experiment("1.a", first), fake_experiment("2.b", second)};
  const auto options = options_in(scratch());
  const auto before = run(experiments, options);
  const auto after = run(experiments, options);
  EXPECT_EQ(first, 1);
  EXPECT_EQ(second, 1);
  ASSERT_EQ(after.size(), 2U);
  EXPECT_FALSE(before[0].taken_over);
  EXPECT_TRUE(after[0].taken_over);
  EXPECT_EQ(to_json(after[1].rows.at(0)), to_json(before[1].rows.at(0)));
  EXPECT_EQ(after[1].when, before[1].when);
}

TEST(Reproduction, MeasuresAgainWhenAskedToForget) {
  int runs = 0;
  const std::vector experiments{fake_experiment("1.a", runs)};
  auto options = options_in(scratch());
  run(experiments, options);
  options.fresh = true;
  run(experiments, options);
  EXPECT_EQ(runs, 2);
}

TEST(Reproduction, KeepsQuickAndFullApart) {
  int runs = 0;
  const std::vector experiments{fake_experiment("1.a", runs)};
  auto options = options_in(scratch());
  run(experiments, options);
  options.quick = true;
  run(experiments, options);
  EXPECT_EQ(runs, 2);
}

TEST(Reproduction, MeasuresADamagedFileAgainAndSaysSo) {
  int runs = 0;
  const std::vector experiments{fake_experiment("1.a", runs)};
  const auto options = options_in(scratch());
  run(experiments, options);
  for (const std::string content : {"", "{", "[]", R"({"version":"1.2.3","id":7})"}) {
    std::ofstream(store_of(options) / "1.a.json") << content;
    const auto again = run(experiments, options);
    EXPECT_THAT(again.at(0).remark, HasSubstr("1.a.json is damaged; measured again"));
    EXPECT_FALSE(again.at(0).taken_over);
  }
  EXPECT_EQ(runs, 5);
}

TEST(Reproduction, MeasuresWhatAnotherVersionLeftAgain) {
  int runs = 0;
  const std::vector experiments{fake_experiment("1.a", runs)};
  auto options = options_in(scratch());
  run(experiments, options);
  options.version = "1.2.4";
  EXPECT_THAT(run(experiments, options).at(0).remark, HasSubstr("of version 1.2.3"));
  EXPECT_EQ(runs, 2);
}

TEST(Reproduction, LeavesNothingOfAnExperimentThatWasStopped) {
  std::atomic<bool> stop = false;
  int first = 0, second = 0, third = 0;
  std::vector experiments{fake_experiment("1.a", first), fake_experiment("1.b", second),
                          fake_experiment("1.c", third)};
  const auto measured = experiments[1].run;
  experiments[1].run = [&](const Effort& effort) {
    stop = second == 0;
    return measured(effort);
  };
  auto options = options_in(scratch());
  options.stop = &stop;
  EXPECT_EQ(run(experiments, options).size(), 1U);
  EXPECT_EQ(third, 0);

  stop = false;
  const auto finished = run(experiments, options);
  ASSERT_EQ(finished.size(), 3U);
  EXPECT_EQ(first, 1);
  EXPECT_EQ(second, 2);
  EXPECT_TRUE(finished[0].taken_over);
}

TEST(Reproduction, RunsTheOthersWhenOneFails) {
  int runs = 0;
  std::vector experiments{fake_experiment("1.a", runs), fake_experiment("1.b", runs)};
  experiments[0].run = [](const Effort&) -> Outcome {
    throw core::InputError("there is no such scenario");
  };
  const auto options = options_in(scratch());
  const auto finished = run(experiments, options);
  ASSERT_EQ(finished.size(), 2U);
  EXPECT_EQ(finished[0].failure, "there is no such scenario");
  EXPECT_EQ(finished[1].rows.size(), 1U);
  // and tries it again the next time
  EXPECT_FALSE(load("1.a", options).finished);
}

TEST(Reproduction, ShowsHowFarItIsAndHowLongItTakes) {
  int runs = 0;
  const std::vector experiments{fake_experiment("1.a", runs), fake_experiment("1.b", runs)};
  auto options = options_in(scratch());
  std::vector<double> done, left;
  options.progress = [&](const RunProgress& now) {
    EXPECT_EQ(now.of, 2U);
    done.push_back(now.done);
    left.push_back(now.left);
  };
  run(experiments, options);
  EXPECT_THAT(done, ElementsAre(0, 0.25, 0.5, 0.75));
  EXPECT_TRUE(std::is_sorted(left.rbegin(), left.rend()));
  EXPECT_DOUBLE_EQ(left.front(), 2);
}

TEST(Reproduction, ObjectsToRowsWithoutCauseOrName) {
  Finished finished{.id = "1.a"};
  finished.rows = {fake_row("1.a.x", 5), fake_row("1.a.x", 5), fake_row("1.b.y", 50)};
  finished.rows[2].cause.clear();
  EXPECT_THAT(objections(std::vector{finished}),
              ElementsAre("1.a.x: twice", "1.b.y: worse without a cause", "1.b.y: not of 1.a"));
}

TEST(Selection, FindsTheExperimentOfARow) {
  int runs = 0;
  const std::vector all{fake_experiment("1.alpha", runs), fake_experiment("1.alpha_two", runs),
                        fake_experiment("2.beta", runs)};
  EXPECT_EQ(of_prefix(all, "1.alpha.row").size(), 1U);
  EXPECT_EQ(of_prefix(all, "1").size(), 2U);
  EXPECT_EQ(of_documents(all, std::vector{2}).at(0).id, "2.beta");
  EXPECT_EQ(of_documents(all, {}).size(), 3U);
}

TEST(Selection, NamesTheNearestOfWhatIsMistyped) {
  int runs = 0;
  const std::vector all{fake_experiment("1.alpha", runs), fake_experiment("2.beta", runs)};
  try {
    of_prefix(all, "1.alhpa");
    FAIL();
  } catch (const core::InputError& e) {
    EXPECT_STREQ(e.what(), "unknown experiment \"1.alhpa\"; did you mean \"1.alpha\"?");
  }
  std::vector<Finished> finished{{.id = "1.alpha", .rows = {fake_row("1.alpha.thing", 5)}}};
  EXPECT_THROW(keep_rows(finished, "1.alpha.thin"), core::InputError);
}

}  // namespace
}  // namespace tether::reproduction
