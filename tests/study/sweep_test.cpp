#include "tether/study/sweep/sweep.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "study/latin_hypercube.hpp"
#include "study/sweep/sweep_table.hpp"
#include "tests/study/file_content.hpp"
#include "tether/core/csv.hpp"
#include "tether/core/error.hpp"

namespace tether::study {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

std::string complaint(const std::function<void()>& work) {
  try {
    work();
  } catch (const core::InputError& error) {
    return error.what();
  }
  return "no complaint";
}

SweepRequest request(const std::vector<std::string>& axes, std::size_t seeds = 1) {
  SweepRequest request{.scenario = "omega_lwr_wall",
                       .overrides = {"duration=0.05", "phases=[]", "expect=[]"},
                       .axes = {},
                       .seeds = seeds};
  for (const std::string& axis : axes) request.axes.push_back(parse_axis(axis));
  return request;
}

TEST(SweepAxis, SpacesValuesEvenlyAndMeetsBothEnds) {
  EXPECT_THAT(grid_values(parse_axis("link.delay=0:0.3:4")), ElementsAre("0", "0.1", "0.2", "0.3"));
  EXPECT_THAT(grid_values(parse_axis("link.delay=0.001:1:4:log")),
              ElementsAre("0.001", "0.01", "0.1", "1"));
  EXPECT_THAT(grid_values(parse_axis("x=5:1:3")), ElementsAre("5", "3", "1"));
}

TEST(SweepAxis, TakesListsOfNumbersWordsAndArrays) {
  EXPECT_THAT(parse_axis("x=[1, 2.50, -3e-1]").items, ElementsAre("1", "2.5", "-0.3"));
  EXPECT_THAT(parse_axis("x=[none,\"two-layer\",'3']").items,
              ElementsAre("none", "two-layer", "'3'"));
  EXPECT_THAT(parse_axis("x=[[0,0,0],[0.1,0,0]]").items, ElementsAre("[0,0,0]", "[0.1,0,0]"));
  EXPECT_THAT(parse_axis("x=[\"true\",\"a, b\"]").items, ElementsAre("\"true\"", "\"a, b\""));
}

TEST(SweepAxis, SaysWhatIsWrongWithIt) {
  const auto wrong = [](const char* text) { return complaint([=] { parse_axis(text); }); };
  EXPECT_EQ(wrong("link.delay"),
            "--vary link.delay: expected key=a:b:n, key=a:b:n:log or key=[v1,v2,...]");
  EXPECT_EQ(wrong("x=3"), "--vary x=3: expected a:b:n, a:b:n:log or [v1,v2,...], found \"3\"");
  EXPECT_THAT(wrong("x=0:y:3"), HasSubstr("\"y\" is no number"));
  EXPECT_EQ(wrong("x=0:1:1"), "--vary x=0:1:1: expected 2 to 100000 values, found \"1\"");
  EXPECT_EQ(wrong("x=0:1:3:lin"),
            "--vary x=0:1:3:lin: expected \"log\" or nothing after a:b:n, found \"lin\"");
  EXPECT_EQ(wrong("x=0:1:3:log"), "--vary x=0:1:3:log: a logarithmic range has both ends above 0");
  EXPECT_EQ(wrong("x=2:2:3"), "--vary x=2:2:3: the range is empty: both ends are the same");
  EXPECT_EQ(wrong("x=[1,2"), "--vary x=[1,2: the list has no closing bracket");
  EXPECT_EQ(wrong("x=[1,,2]"), "--vary x=[1,,2]: the list has an empty place");
  EXPECT_EQ(wrong("x=[1,2,1.0]"), "--vary x=[1,2,1.0]: 1 is given twice");
}

TEST(SweepPlan, NumbersJobsBySeedThenLastAxisThenFirst) {
  const SweepPlan plan(request({"link.delay=0:0.01:2", "link.loss=[0,0.5,0.9]"}, 2));
  ASSERT_EQ(plan.size(), 12U);
  EXPECT_THAT(plan.job(0).values, ElementsAre("0", "0"));
  EXPECT_EQ(plan.job(0).seed, 1U);
  EXPECT_EQ(plan.job(1).seed, 2U);
  EXPECT_THAT(plan.job(2).values, ElementsAre("0", "0.5"));
  EXPECT_THAT(plan.job(11).values, ElementsAre("0.01", "0.9"));
  EXPECT_EQ(plan.overrides(plan.job(11)).back(), "seed=2");
}

TEST(SweepPlan, CrossesSamplesOfRangesWithLists) {
  auto sampled = request({"link.delay=0:0.01", "link.kind=[ideal,nl_it]"});
  sampled.samples = 5;
  const SweepPlan plan(std::move(sampled));
  ASSERT_EQ(plan.size(), 10U);
  std::set<std::string> delays;
  for (std::size_t job = 0; job < plan.size(); job += 2) {
    EXPECT_EQ(plan.job(job).values[0], plan.job(job + 1).values[0]);
    EXPECT_EQ(plan.job(job).values[1], "ideal");
    EXPECT_EQ(plan.job(job + 1).values[1], "nl_it");
    delays.insert(plan.job(job).values[0]);
  }
  EXPECT_EQ(delays.size(), 5U);
}

TEST(SweepPlan, SpreadsSamplesOverTheWholeOfEveryRange) {
  constexpr std::size_t kSamples = 40;
  auto sampled = request({"link.delay=0.001:0.1:log", "link.loss=0.9:0.1"});
  sampled.samples = kSamples;
  const SweepPlan plan(std::move(sampled));
  std::set<int> delays, losses;
  for (std::size_t job = 0; job < plan.size(); ++job) {
    const auto values = plan.job(job).values;
    delays.insert(static_cast<int>(kSamples * std::log10(std::stod(values[0]) / 0.001) / 2));
    losses.insert(static_cast<int>(kSamples * (0.9 - std::stod(values[1])) / 0.8));
  }
  EXPECT_EQ(delays.size(), kSamples);
  EXPECT_EQ(losses.size(), kSamples);
  EXPECT_EQ(*delays.rbegin(), 39);
  EXPECT_EQ(*losses.rbegin(), 39);
}

TEST(SweepPlan, RefusesAWrongKeyOrValueBeforeAnythingRuns) {
  const auto wrong = [](const std::vector<std::string>& axes) {
    return complaint([&] { const SweepPlan plan(request(axes)); });
  };
  EXPECT_EQ(wrong({"link.dely=0:0.1:3"}),
            "--vary link.dely=0:0.1:3: unknown key \"dely\" in [link]; did you mean \"delay\"?");
  EXPECT_EQ(wrong({"link.loss=0:2:3"}), "--vary link.loss=0:2:3: loss must be in [0, 1], found 2");
  EXPECT_EQ(wrong({"link.delay=0:0.1:3", "link.kind=[ideal,nl_i]"}),
            "--vary link.kind=[ideal,nl_i]: unknown link \"nl_i\"; did you mean \"nl_it\"?");
  EXPECT_EQ(
      wrong({"link.delay=0:0.1"}),
      "--vary link.delay=0:0.1: a grid needs the number of values: a:b:n (or give --samples)");
  EXPECT_EQ(wrong({"link.loss=0:1:3", "link.loss=0:1:4"}),
            "--vary link.loss=0:1:4: the key is varied twice");
  EXPECT_EQ(wrong({"duration=[1,2]"}),
            "--vary duration=[1,2]: the key is also given by --set duration=0.05");
  EXPECT_EQ(wrong({"seed=[1,2]"}), "--vary seed=[1,2]: seeds are varied by --seeds N");
}

TEST(SweepPlan, HasAFingerprintOfAllItDependsOn) {
  const auto fingerprint = [](const SweepRequest& what) {
    return SweepPlan(what).json().at("fingerprint").get<std::string>();
  };
  const SweepRequest base = request({"link.loss=[0,0.5]"});
  std::set<std::string> all{fingerprint(base)};
  EXPECT_EQ(all.count(fingerprint(base)), 1U);
  all.insert(fingerprint(request({"link.loss=[0,0.6]"})));
  all.insert(fingerprint(request({"link.loss=[0,0.5]"}, 2)));
  SweepRequest other = base;
  other.overrides.emplace_back("coupling.translation_stiffness=300");
  all.insert(fingerprint(other));
  EXPECT_EQ(all.size(), 4U);
}

RC_GTEST_PROP(LatinHypercube, HitsEverySliceOfEveryDimensionOnce, ()) {
  const auto dimensions = *rc::gen::inRange<std::size_t>(1, 6);
  const auto points = *rc::gen::inRange<std::size_t>(1, 200);
  const auto sample = latin_hypercube(dimensions, points, *rc::gen::arbitrary<std::uint64_t>());
  RC_ASSERT(sample.size() == dimensions);
  for (const auto& column : sample) {
    std::vector<int> hits(points);
    for (const double x : column) {
      RC_ASSERT(x >= 0 && x < 1);
      ++hits[static_cast<std::size_t>(x * static_cast<double>(points))];
    }
    RC_ASSERT(std::all_of(hits.begin(), hits.end(), [](int n) { return n == 1; }));
  }
}

TEST(Shard, IsPartOfN) {
  const Shard second = parse_shard("2/3");
  EXPECT_FALSE(second.holds(0));
  EXPECT_TRUE(second.holds(1));
  EXPECT_TRUE(second.holds(4));
  for (const char* bad : {"", "1", "0/2", "3/2", "1/0", "1/2x", "-1/2", "a/b"}) {
    EXPECT_EQ(complaint([=] { parse_shard(bad); }),
              std::string("--shard ") + bad + ": expected i/n with i from 1 to n, such as 2/4");
  }
}

RC_GTEST_PROP(Csv, GivesBackTheCellsThatWereWritten, (const std::vector<std::string>& cells)) {
  RC_PRE(!cells.empty());
  RC_ASSERT(csv_cells(core::csv_line(cells)) == cells);
}

class Sweep : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    directory_ = fs::path(::testing::TempDir()) / (std::string("tether_sweep_") + test->name());
    fs::remove_all(directory_);
  }
  void TearDown() override { fs::remove_all(directory_); }

  SweepOptions options(const std::string& name, unsigned threads = 2) const {
    return {.directory = directory_ / name, .threads = threads};
  }
  std::string csv(const std::string& name) const {
    return content(directory_ / name / "sweep.csv");
  }

  // runs the whole plan and gives its table
  std::string whole(const std::string& name, unsigned threads = 2) {
    EXPECT_TRUE(run_sweep(plan_, options(name, threads)).complete());
    return csv(name);
  }
  // a sweep that was stopped after some jobs
  SweepResult interrupted(const std::string& name, std::size_t jobs) {
    std::atomic<bool> stop{false};
    SweepOptions some = options(name, 1);
    some.stop = &stop;
    some.progress = [&](std::size_t done, std::size_t) { stop = done >= jobs; };
    return run_sweep(plan_, some);
  }

  fs::path directory_;
  SweepPlan plan_{request({"link.delay=0:0.01:3", "link.loss=[0,0.5]"}, 2)};
};

TEST_F(Sweep, WritesOneLinePerJobInOrderWhateverTheThreads) {
  const std::string table = whole("one", 1);
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 13);
  EXPECT_THAT(table, HasSubstr("job,seed,link.delay,link.loss,verdict,reasons,fault,"));
  EXPECT_THAT(table, HasSubstr("\n11,2,0.01,0.5,pass,,,"));
  EXPECT_EQ(table, whole("five", 5));
  EXPECT_TRUE(fs::exists(directory_ / "one" / "map.html"));
  EXPECT_FALSE(fs::exists(directory_ / "one" / "sweep.partial.csv"));
}

TEST_F(Sweep, GoesOnWhereItWasStopped) {
  const auto first = interrupted("cut", 5);
  EXPECT_FALSE(first.complete());
  EXPECT_EQ(first.done, 5U);
  EXPECT_FALSE(fs::exists(directory_ / "cut" / "sweep.csv"));
  const auto second = run_sweep(plan_, options("cut"));
  EXPECT_EQ(second.resumed, 5U);
  EXPECT_TRUE(second.complete());
  EXPECT_EQ(csv("cut"), whole("uncut"));
}

TEST_F(Sweep, DropsALineOfItsJournalThatWasCutOff) {
  interrupted("cut", 5);
  const fs::path journal = directory_ / "cut" / "sweep.partial.csv";
  fs::resize_file(journal, fs::file_size(journal) - 30);
  EXPECT_EQ(run_sweep(plan_, options("cut")).resumed, 4U);
  EXPECT_EQ(csv("cut"), whole("uncut"));
}

TEST_F(Sweep, DoesNotRunAgainWhatIsComplete) {
  const std::string table = whole("a");
  const auto again = run_sweep(plan_, options("a"));
  EXPECT_EQ(again.resumed, 12U);
  EXPECT_EQ(csv("a"), table);
}

TEST_F(Sweep, RefusesADirectoryWithAnotherPlanUnlessFresh) {
  whole("a");
  const SweepPlan other(request({"link.delay=0:0.01:2"}));
  EXPECT_THAT(complaint([&] { run_sweep(other, options("a")); }),
              HasSubstr("holds another sweep, which differs in: vary, seeds, jobs, columns"));
  SweepOptions fresh = options("a");
  fresh.fresh = true;
  EXPECT_EQ(run_sweep(other, fresh).resumed, 0U);
  EXPECT_EQ(load_table(directory_ / "a").lines.size(), 2U);
}

TEST_F(Sweep, IsMergedFromItsPartsByteForByte) {
  for (std::size_t part = 1; part <= 3; ++part) {
    SweepOptions shard = options(std::to_string(part));
    shard.shard = {part, 3};
    EXPECT_EQ(run_sweep(plan_, shard).total, 4U);
  }
  const std::vector<fs::path> parts{directory_ / "1", directory_ / "2", directory_ / "3"};
  EXPECT_TRUE(merge_sweeps(parts, options("merged")).complete());
  const std::string table = whole("uncut");
  EXPECT_EQ(csv("merged"), table);
  EXPECT_EQ(content(directory_ / "merged" / "sweep.json"),
            content(directory_ / "uncut" / "sweep.json"));
  EXPECT_EQ(content(directory_ / "merged" / "map.html"),
            content(directory_ / "uncut" / "map.html"));

  EXPECT_EQ(complaint([&] {
              merge_sweeps({parts[0], parts[2]}, options("holes"));
            }),
            "4 of 12 jobs are in none of the parts, the first is job 1");
  EXPECT_FALSE(fs::exists(directory_ / "holes"));
}

TEST_F(Sweep, RefusesToMergePartsThatContradictEachOther) {
  whole("a");
  whole("b");
  std::string table = csv("b");
  table.replace(table.rfind("pass"), 4, "fail");
  std::ofstream(directory_ / "b" / "sweep.csv") << table;
  EXPECT_THAT(complaint([&] {
                merge_sweeps({directory_ / "a", directory_ / "b"}, options("c"));
              }),
              HasSubstr("job 11 in"));
}

TEST_F(Sweep, LetsOneProcessWorkInADirectory) {
  std::string said;
  SweepOptions outer = options("a");
  outer.progress = [&](std::size_t done, std::size_t) {
    if (done == 1) said = complaint([&] { run_sweep(plan_, options("a")); });
  };
  run_sweep(plan_, outer);
  EXPECT_THAT(said, HasSubstr("another sweep is at work in"));
}

TEST_F(Sweep, ShowsThePhaseThatWasAskedFor) {
  SweepRequest wall = request({"link.loss=[0,0.5]"});
  wall.overrides = {"duration=0.1", "expect=[]",
                    "phases=[{name=\"early\",from=0,to=0.05},{name=\"late\",from=0.05,to=0.1}]"};
  const auto table = [&](const std::string& phase) {
    SweepRequest of = wall;
    of.phase = phase;
    run_sweep(SweepPlan(of), options(phase.empty() ? "overall" : phase));
    return csv(phase.empty() ? "overall" : phase);
  };
  EXPECT_NE(table(""), table("early"));
  EXPECT_NE(table("early"), table("late"));
  wall.phase = "lat";
  EXPECT_EQ(complaint([&] { const SweepPlan plan(wall); }),
            "--phase lat: unknown phase \"lat\"; did you mean \"late\"?");
}

TEST_F(Sweep, HasTheMetricsOfAUserTaskEmptyWhereNothingWasMeasured) {
  SweepRequest task = request({"passivity.kind=[none,two-layer]"});
  task.scenario = "peg_in_hole";
  task.overrides = {"duration=0.2", "expect=[]"};
  run_sweep(SweepPlan(task), options("peg"));
  const std::string text = csv("peg");
  EXPECT_THAT(text, HasSubstr(",interaction_force_mean,"));
  EXPECT_THAT(text, ::testing::Not(HasSubstr("positioning_error_mean")));
  // no insertion ends in 0.2 s, so none has a mean time
  const auto table = core::CsvTable::parse(text, "sweep.csv");
  ASSERT_EQ(table.rows(), 2U);
  EXPECT_EQ(table.number(0, table.column("insertions")), 0);
  EXPECT_FALSE(table.number(0, table.column("insertion_time_mean")).has_value());
}

}  // namespace
}  // namespace tether::study
