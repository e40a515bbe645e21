#include "tether/reproduction/assisted/tool_pickup_study.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "tether/core/error.hpp"

namespace tether::reproduction {
namespace {

TEST(ToolPickupPlan, GivesEveryOperatorBothConditionsTurnAboutAndHalfOfThemBeginAssisted) {
  const auto plan = plan_tool_pickup(10, 5);
  ASSERT_EQ(plan.size(), 100U);
  std::map<std::pair<int, bool>, int> uses;
  std::set<std::uint64_t> seeds;
  int begin_assisted = 0;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    ++uses[{plan[i].person, plan[i].assisted}];
    seeds.insert(plan[i].seed);
    EXPECT_EQ(plan[i].trial, static_cast<int>(i % 10) + 1);
    if (plan[i].trial == 1) {
      begin_assisted += plan[i].assisted ? 1 : 0;
    } else {
      EXPECT_NE(plan[i].assisted, plan[i - 1].assisted);
    }
  }
  EXPECT_EQ(begin_assisted, 5);
  EXPECT_EQ(seeds.size(), plan.size());
  EXPECT_EQ(uses.size(), 20U);
  for (const auto& [who, count] : uses) EXPECT_EQ(count, 5) << who.first;
}

// an operator's session with these phases [s] and forces [N]
PickupSession session(int person, bool assisted, double search, double force) {
  return {.plan = {.person = person, .assisted = assisted, .trial = assisted ? 2 : 1},
          .verdict = report::Verdict::pass,
          .duration = 50 + search,
          .metrics = {{"contact_force_mean", "N", force},
                      {"contact_force_max", "N", 10 * force},
                      {"touch_force_mean", "N", 2 * force},
                      {"approach_time", "s", 30.0 + person},
                      {"search_time", "s", search},
                      {"insertion_time", "s", 20.0 - person},
                      {"total_time", "s", 50 + search}}};
}

TEST(PickupSession, ThatRanOutOfTimeCountsUpToThere) {
  PickupSession late = session(1, false, 0, 5);
  late.metrics.resize(4);  // touched the tool at 31 s, never aligned
  late.duration = 300;
  EXPECT_FALSE(late.picked_up());
  EXPECT_EQ(late.value("approach_time"), 31.0);
  EXPECT_EQ(late.value("search_time"), 269.0);
  EXPECT_EQ(late.value("insertion_time"), std::nullopt);
  EXPECT_EQ(late.value("total_time"), 300.0);
  EXPECT_EQ(late.value("contact_force_mean"), 5.0);
}

std::vector<PickupSession> study(double search_with, double force_with) {
  std::vector<PickupSession> sessions;
  for (int person = 1; person <= 4; ++person) {
    sessions.push_back(session(person, false, 30 + person, 50 + 2 * person));
    sessions.push_back(session(person, true, search_with - person, force_with - person));
  }
  return sessions;
}

TEST(ToolPickupStatistics, ComparesTheMeansOfEveryOperator) {
  auto sessions = study(10, 20);
  // a second session of the first operator: 31 and 51 s have the mean 41
  sessions.push_back(session(1, false, 51, 52));
  std::rotate(sessions.begin() + 1, sessions.end() - 1, sessions.end());
  const auto statistics = tool_pickup_statistics(sessions);
  ASSERT_EQ(statistics.measures.size(), 7U);
  const PairedFigures& search = statistics.measures[1];
  EXPECT_EQ(search.without, (std::vector<double>{41, 32, 33, 34}));
  EXPECT_EQ(search.with, (std::vector<double>{9, 8, 7, 6}));
  EXPECT_LT(search.p, 0.01);
  EXPECT_EQ(statistics.operators, (std::vector<std::string>{"1", "2", "3", "4"}));
  EXPECT_EQ(statistics.objection(), "");
  ASSERT_EQ(statistics.document.size(), 4U);
  EXPECT_NEAR(statistics.document[1].comparison.fresh_moments.mean, 16.2, 0.05);
}

TEST(ToolPickupStatistics, ObjectsToWhatIsNotLowerOrNotSurely) {
  EXPECT_NE(tool_pickup_statistics(study(60, 20)).objection().find("search is not lower"),
            std::string::npos);
  const std::string force = tool_pickup_statistics(study(10, 80)).objection();
  EXPECT_EQ(force, "contact force, whole task is not lower with assistance");
  // as much lower for some as higher for others, but for a little
  auto sessions = study(10, 20);
  for (PickupSession& s : sessions) {
    if (!s.plan.assisted) continue;
    s.metrics[4].value = 30 + s.plan.person + (s.plan.person % 2 == 0 ? 9 : -10);
  }
  EXPECT_NE(tool_pickup_statistics(sessions).objection().find("not surely"), std::string::npos);
}

TEST(ToolPickupStatistics, LeavesFaultsOutAndSaysSo) {
  auto sessions = study(10, 20);
  sessions.back().verdict = report::Verdict::fault;
  sessions[0].metrics.pop_back();
  const auto statistics = tool_pickup_statistics(sessions);
  EXPECT_EQ(statistics.faults, 1U);
  EXPECT_EQ(statistics.late_without, 1U);
  EXPECT_EQ(statistics.measures[1].with.size(), 3U);
  const std::string table = to_table(statistics);
  for (const char* said : {"4 simulated operators", "1 sessions ended in a fault",
                           "1 of 4 pick-ups without assistance and 0 with it ran out of time"}) {
    EXPECT_NE(table.find(said), std::string::npos) << said << '\n' << table;
  }
  sessions.resize(2);
  EXPECT_THROW(tool_pickup_statistics(sessions), core::InputError);
}

TEST(ToolPickupMarkdown, CountsPickupsByTheLengthOfTheirSearch) {
  auto sessions = study(5, 20);  // 31 to 34 s without, 4 to 1 s with assistance
  sessions[0].metrics.resize(4);
  sessions[0].duration = 300;
  sessions[1].metrics.push_back({"assist_force_max", "N", 2.5});
  sessions[1].metrics.push_back({"assist_energy", "J", 0.02});
  sessions[2].metrics.push_back({"passivity_margin", "J", -2e-6});
  const std::string page = tool_pickup_markdown(tool_pickup_statistics(sessions), sessions);
  for (const char* row : {"| without, longer search, found | 3 | 33.0 | 112.0 | 580 |",
                          "| without, out of time | 1 | 269.0 | 104.0 | 520 |",
                          "| with, search below 6 s | 4 | 2.5 | 35.0 | 190 |",
                          "at most 2.50 N, and 0 to 20 mJ", "is -0.002 mJ"}) {
    EXPECT_NE(page.find(row), std::string::npos) << row << '\n' << page;
  }
  EXPECT_EQ(page.find("without, search below"), std::string::npos) << page;
}

TEST(ToolPickupStudy, RunsTwoOperatorsWithoutAndWithGuidance) {
  // a good eye and quick looks keep it short
  const auto sessions = run_tool_pickup(
      {.operators = 2,
       .repeats = 1,
       .overrides = {"operator.tool_pickup.blur=0.5", "operator.tool_pickup.depth_blur=0.5",
                     "operator.tool_pickup.look=0.3"}});
  ASSERT_EQ(sessions.size(), 4U);
  for (const PickupSession& s : sessions) {
    EXPECT_EQ(s.verdict, report::Verdict::pass);
    EXPECT_TRUE(s.picked_up());
    const report::Metric* guided = report::find_metric(s.metrics, "assist_force_max");
    ASSERT_NE(guided, nullptr);
    if (s.plan.assisted) {
      EXPECT_GT(guided->value, 0.5);
      EXPECT_LE(guided->value, 2.5);
    } else {
      EXPECT_EQ(guided->value, 0);
    }
  }
  const auto statistics = tool_pickup_statistics(sessions);
  EXPECT_EQ(statistics.repeats, 1);
  EXPECT_EQ(statistics.measures[1].name, "search");
  const std::string page = tool_pickup_page(statistics);
  EXPECT_TRUE(page.starts_with("<!doctype html>"));
  EXPECT_NE(page.find("Nobody here is a person"), std::string::npos);

  const std::string csv = tool_pickup_csv(sessions);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 5);
  EXPECT_TRUE(csv.starts_with("operator,assisted,trial,seed,verdict,picked_up,duration,"));
  EXPECT_NE(csv.find("\n2,1,1,2001,pass,1,"), std::string::npos) << csv;
}

TEST(ToolPickupStudy, RefusesFewerThanTwoOperatorsAndMoreThanThereAre) {
  EXPECT_THROW(run_tool_pickup({.operators = 1}), core::InputError);
  EXPECT_THROW(run_tool_pickup({.operators = 11}), core::InputError);
  EXPECT_THROW(run_tool_pickup({.repeats = 0}), core::InputError);
}

}  // namespace
}  // namespace tether::reproduction
