#include "tether/reproduction/passive_arm/user_study.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include "tether/core/error.hpp"

namespace tether::reproduction {
namespace {

const UserTask& task(std::string_view name) {
  const auto tasks = user_tasks();
  return *std::find_if(tasks.begin(), tasks.end(),
                       [&](const UserTask& t) { return t.name == name; });
}

TEST(UserStudyPlan, GivesEveryOperatorEveryLinkOnce) {
  const auto plan = plan_user_study(task("positioning"), 10);
  ASSERT_EQ(plan.size(), 30U);
  std::set<std::pair<int, std::string>> seen;
  std::set<std::uint64_t> seeds;
  for (const PlannedSession& s : plan) {
    seen.insert({s.person, s.link});
    seeds.insert(s.seed);
  }
  EXPECT_EQ(seen.size(), 30U);
  EXPECT_EQ(seeds.size(), 30U);
}

TEST(UserStudyPlan, UsesEveryOrderAsEquallyAsPossible) {
  for (int operators = 1; operators <= 10; ++operators) {
    std::map<std::string, int> uses;
    for (const PlannedSession& s : plan_user_study(task("peg_in_hole"), operators)) {
      if (s.order == 1) ++uses[s.sequence];
    }
    int most = 0, total = 0;
    for (const auto& [sequence, count] : uses) {
      most = std::max(most, count);
      total += count;
    }
    EXPECT_EQ(total, operators);
    EXPECT_EQ(uses.size(), static_cast<std::size_t>(std::min(operators, 6)));
    EXPECT_EQ(most, (operators + 5) / 6);
  }
}

TEST(UserStudyPlan, CountsWhatWasPractisedBefore) {
  // the document's positioning task was tried once per link before it counted
  for (const PlannedSession& s : plan_user_study(task("positioning"), 6)) {
    EXPECT_EQ(s.practice, 2 * s.order - 1);
    EXPECT_EQ(std::tolower(s.sequence[static_cast<std::size_t>(s.order - 1)]), s.link[0]);
  }
  for (const PlannedSession& s : plan_user_study(task("peg_in_hole"), 6)) {
    EXPECT_EQ(s.practice, s.order - 1);
  }
}

TEST(UserStudy, RunsTwoOperatorsOverThreeLinksAndWritesTheirSessions) {
  UserStudyOptions options;
  options.operators = 2;
  options.overrides = {"operator.positioning.cycles=1", "operator.positioning.first_beep=0.5",
                       "expect=[]"};
  std::size_t reported = 0;
  options.progress = [&](std::size_t done, std::size_t of) {
    reported = done;
    EXPECT_EQ(of, 6U);
  };
  const auto sessions = run_user_study(task("positioning"), options);
  EXPECT_EQ(reported, 6U);
  ASSERT_EQ(sessions.size(), 6U);
  for (const UserSession& s : sessions) {
    EXPECT_EQ(s.verdict, report::Verdict::pass);
    EXPECT_NEAR(s.duration, 6.5, 0.01);
  }
  for (const char* link : {"ideal", "luna", "ros"}) {
    const auto found = values(sessions, link, "positioning_error_mean");
    ASSERT_EQ(found.size(), 2U) << link;
    for (const auto& [person, error] : found) {
      EXPECT_GT(error, 0.01);
      EXPECT_LT(error, 0.12);
    }
    EXPECT_NE(found.at(1), found.at(2));
  }

  const auto path = std::filesystem::path(testing::TempDir()) / "tether_user_study.csv";
  write_csv(path, sessions);
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  EXPECT_EQ(line.rfind("operator,link,order,", 0), 0U) << line;
  EXPECT_NE(line.find(",positioning_error_mean"), std::string::npos) << line;
  const auto columns = std::count(line.begin(), line.end(), ',');
  int rows = 0;
  for (; std::getline(file, line); ++rows) {
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), columns) << line;
  }
  EXPECT_EQ(rows, 6);
}

TEST(UserStudy, ShowsOperatorOneAloneOverTheLinksThatWereDone) {
  const UserTask& positioning = task("positioning");
  UserSession session{.plan = {.person = 1, .link = "luna"}, .verdict = report::Verdict::pass};
  session.metrics.push_back({.name = "positioning_error_mean", .unit = "m", .value = 0.041});
  const std::string page = to_markdown(positioning, std::vector{session});
  EXPECT_NE(page.find("| luna | 41.00 ± 0.00 | 34.47 ± 3.14 |\n"), page.npos) << page;
  EXPECT_TRUE(
      page.ends_with("| operator 1 | positioning_error_mean [mm] |\n|---|---:|\n"
                     "| luna | 41.000 |\n"))
      << page;
}

TEST(UserStudy, RefusesMoreOperatorsThanThereAre) {
  EXPECT_THROW(run_user_study(task("positioning"), {.operators = 11}), core::InputError);
}

TEST(UserStudy, IsTheSameOnAnyNumberOfThreads) {
  const auto errors = [](unsigned threads) {
    UserStudyOptions options;
    options.operators = 1;
    options.threads = threads;
    options.overrides = {"operator.positioning.cycles=1", "operator.positioning.first_beep=0.5",
                         "operator.positioning.interval=1"};
    std::vector<double> out;
    const auto sessions = run_user_study(task("positioning"), options);
    for (const UserSession& s : sessions) {
      for (const report::Metric& m : s.metrics) out.push_back(m.value);
    }
    return out;
  };
  EXPECT_EQ(errors(1), errors(3));
}

TEST(NoninferiorityMargin, IsTheUpperEndOfTheOneSidedIntervalOfPairedDifferences) {
  // differences 1, 2, 3: mean 2, deviation 1; t at 0.95 with two degrees of freedom is 2.919986
  const std::map<int, double> reference{{1, 10}, {2, 20}, {3, 30}};
  const std::map<int, double> tested{{1, 11}, {2, 22}, {3, 33}, {4, 99}};
  EXPECT_NEAR(noninferiority_margin(tested, reference), 2 + 2.919986 / std::sqrt(3.0), 1e-6);
  EXPECT_NEAR(noninferiority_margin(reference, tested), -2 + 2.919986 / std::sqrt(3.0), 1e-6);
  EXPECT_TRUE(std::isnan(noninferiority_margin({{1, 1}}, reference)));
}

}  // namespace
}  // namespace tether::reproduction
