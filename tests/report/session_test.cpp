// Whole sessions, from a scenario to what they leave behind.
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/report/named_metric.hpp"
#include "tests/study/file_content.hpp"
#include "tests/support/allocation_counter.hpp"
#include "tether/core/error.hpp"
#include "tether/link/emulated/presets.hpp"
#include "tether/record/mcap/mcap_reader.hpp"
#include "tether/report/plots/signals.hpp"
#include "tether/report/session_report.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/replay.hpp"

namespace tether::report {
namespace {

namespace fs = std::filesystem;

scenario::Scenario load(const std::string& name, const std::vector<std::string>& overrides = {}) {
  return scenario::load_scenario(name, overrides);
}

// a directory of this test's own
fs::path scratch() {
  const auto* info = testing::UnitTest::GetInstance()->current_test_info();
  const fs::path path =
      fs::path(testing::TempDir()) / "tether" / info->test_suite_name() / info->name();
  fs::remove_all(path);
  return path;
}

ReportedRun run(const scenario::Scenario& scenario, const fs::path& directory) {
  return run_and_report(scenario, {.directory = directory, .command = "test"});
}

nlohmann::json summary_of(const fs::path& directory) {
  std::ifstream file(directory / "summary.json");
  auto summary = nlohmann::json::parse(file);
  summary.erase("machine");
  return summary;
}

// Numbers to nine digits: where a platform really is goes through the log as a quaternion, whose
// rotation is another in the last digits. Everything else to the letter.
void expect_same(const nlohmann::json& a, const nlohmann::json& b) {
  ASSERT_EQ(a.type(), b.type()) << a << b;
  ASSERT_EQ(a.size(), b.size());
  if (a.is_number_float()) {
    EXPECT_NEAR(a.get<double>(), b.get<double>(), 1e-9 * std::abs(a.get<double>()) + 1e-12);
  } else if (a.is_structured()) {
    for (auto i = a.begin(), j = b.begin(); i != a.end(); ++i, ++j) expect_same(*i, *j);
  } else {
    EXPECT_EQ(a, b);
  }
}

// every shipped scenario keeps the bounds that it states
class ShippedScenario : public testing::TestWithParam<std::string> {};

TEST_P(ShippedScenario, KeepsItsBoundsAndReplaysWithoutDifference) {
  const fs::path directory = scratch();
  const auto outcome = run(load(GetParam()), directory);
  for (const Check& check : outcome.summary.checks) {
    EXPECT_TRUE(check.ok) << check.expectation.metric << " of " << check.expectation.phase << ": "
                          << check.value.value_or(0);
  }
  // what is known to fail is stated in the scenario, and fails for no other reason
  const auto& known = load(GetParam()).known_failures;
  EXPECT_EQ(outcome.summary.verdict, known.empty() ? Verdict::pass : Verdict::fail);
  EXPECT_EQ(outcome.summary.reasons.size(), known.size());
  for (const std::string& reason : outcome.summary.reasons) {
    EXPECT_NE(reason.find("(known: "), std::string::npos) << reason;
  }
  for (const char* file : {"log.mcap", "summary.json", "report.html"}) {
    EXPECT_TRUE(fs::exists(directory / file)) << file;
  }
  EXPECT_FALSE(fs::exists(directory / "fault.mcap"));

  const ReportedLog again =
      report_log((directory / "log.mcap").string(), directory / "again", "test");
  const session::ReplayResult& replayed = again.replayed;
  EXPECT_EQ(replayed.differences, 0U) << replayed.first->topic << " " << replayed.first->detail;
  EXPECT_EQ(replayed.run.ticks, outcome.result.ticks);
  EXPECT_GT(replayed.messages, 10 * replayed.run.ticks);
  // a report of the log says the same, but for what the machine did
  EXPECT_TRUE(fs::exists(directory / "again" / "report.html"));
  expect_same(summary_of(directory), summary_of(directory / "again"));
}

INSTANTIATE_TEST_SUITE_P(All, ShippedScenario, testing::ValuesIn(scenario::shipped_scenarios()),
                         [](const auto& tested) { return tested.param; });

TEST(OmegaLwrWall, HasTheDocumentsPhasesAndTheForceOfTheWall) {
  const auto outcome = run(load("omega_lwr_wall_document"), scratch());
  ASSERT_EQ(outcome.summary.phases.size(), 4U);
  const char* names[] = {"free_x", "free_y", "free_z", "wall"};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(outcome.summary.phases[i].name, names[i]);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_LE(metric(outcome.summary.phases[i], "tracking_error_mean"), 0.030);
    EXPECT_EQ(metric(outcome.summary.phases[i], "contact_force_max"), 0);
    EXPECT_GT(metric(outcome.summary.phases[i], "travel_ratio"), 0.5);
  }
  EXPECT_GE(metric(outcome.summary.phases[3], "operator_force_mean"), 4.0);
  EXPECT_LE(metric(outcome.summary.phases[3], "operator_force_max"), 12.0);
  EXPECT_GT(metric(outcome.summary.phases[3], "contact_force_max"), 1.0);
}

TEST(OmegaLwrWall, KeepsItsBoundsForOtherSeedsToo) {
  for (int seed = 2; seed < 7; ++seed) {
    const auto outcome =
        run(load("omega_lwr_wall_document", {"seed=" + std::to_string(seed), "record.enabled=false"}),
            scratch());
    EXPECT_EQ(outcome.summary.verdict, Verdict::pass) << seed;
  }
}

TEST(SineRuns, FollowWorseTheSofterTheSpring) {
  const auto error = [](const char* name) {
    return metric(run(load(name), scratch()).summary.overall, "tracking_error_mean");
  };
  const double high = error("lwr_sine_high"), medium = error("lwr_sine_medium"),
               low = error("lwr_sine_low");
  EXPECT_LE(high, 0.005);
  EXPECT_GT(medium, high);
  EXPECT_GT(low, medium);
}

TEST(ReportOfALog, ThatBreaksOffCountsAsStopped) {
  const fs::path directory = scratch();
  run(load("omega_lwr_wall_document", {"duration=3", "phases=[]", "expect=[]"}), directory);
  fs::resize_file(directory / "log.mcap", fs::file_size(directory / "log.mcap") / 2);
  const ReportedLog again =
      report_log((directory / "log.mcap").string(), directory / "again", "test");
  EXPECT_TRUE(again.replayed.truncated);
  ASSERT_TRUE(again.run);
  EXPECT_EQ(again.run->summary.verdict, Verdict::stopped);
  EXPECT_LT(again.run->result.duration, 2.9);
  EXPECT_GT(again.run->result.duration, 0.5);
}

TEST(ReportOfALog, OfAFaultNamesTheFault) {
  const fs::path directory = scratch();
  const auto outcome = run(load("panda_lwr_haptic", {"duration=8", "phases=[]", "expect=[]",
                                                     "leader.guard.contact.force.contact=1",
                                                     "leader.guard.contact.force.collision=5"}),
                           directory);
  ASSERT_EQ(outcome.summary.verdict, Verdict::fault);
  const ReportedLog again =
      report_log((directory / "log.mcap").string(), directory / "again", "test");
  ASSERT_TRUE(again.run);
  expect_same(summary_of(directory), summary_of(directory / "again"));
}

TEST(ReportOfALog, IsNoneOfTheLastSecondBeforeAFault) {
  const fs::path directory = scratch();
  run(load("panda_lwr_haptic",
           {"duration=8", "phases=[]", "expect=[]", "leader.guard.contact.force.contact=1",
            "leader.guard.contact.force.collision=5"}),
      directory);
  EXPECT_THROW(report_log((directory / "fault.mcap").string(), directory / "again", "test"),
               core::InputError);
  EXPECT_FALSE(fs::exists(directory / "again"));
}

TEST(Session, LeavesTheSameBytesForTheSameSeedAndOthersForAnother) {
  const fs::path a = scratch() / "a", b = scratch() / "b", c = scratch() / "c";
  const std::vector<std::string> brief{"duration=3", "phases=[]", "expect=[]"};
  run(load("omega_lwr_wall_document", brief), a);
  run(load("omega_lwr_wall_document", brief), b);
  auto seeded = brief;
  seeded.emplace_back("seed=2");
  run(load("omega_lwr_wall_document", seeded), c);
  EXPECT_TRUE(study::content(a / "log.mcap") == study::content(b / "log.mcap"));
  EXPECT_FALSE(study::content(a / "log.mcap") == study::content(c / "log.mcap"));
}

TEST(Session, ReplaysWithoutDifferenceOverEveryLink) {
  for (const link::LinkPreset& preset : link::presets()) {
    const fs::path directory = scratch();
    run(load("omega_lwr_wall_document",
             {"duration=4", "phases=[]", "expect=[]", "link.kind=" + std::string(preset.name)}),
        directory);
    const auto replayed = session::replay((directory / "log.mcap").string());
    EXPECT_EQ(replayed.differences, 0U) << preset.name << " " << replayed.first->detail;
  }
}

TEST(Session, TracksWorseOverALongLink) {
  const auto error = [](const char* link) {
    const auto outcome = run(load("omega_lwr_wall_document", {std::string("link.kind=") + link}), scratch());
    return metric(outcome.summary.overall, "tracking_error_mean");
  };
  EXPECT_GT(error("nl_au"), 1.5 * error("ideal"));
}

// counts what the session's own thread allocates between one tick and the next
class AllocationWatch final : public record::Observer {
 public:
  void observe(const record::Observation&) noexcept override {
    if (ticks++ > 0) allocations += counter.allocations();
    counter = {};
  }
  int ticks = 0;
  std::int64_t allocations = 0;
  test::AllocationCounter counter;
};

class SessionInMemory : public testing::TestWithParam<const char*> {};

TEST_P(SessionInMemory, AllocatesNothingInAnyTickAfterTheFirst) {
  if (!test::AllocationCounter::available()) GTEST_SKIP() << "the sanitizer owns the heap";
  const auto scenario = load(GetParam());
  const fs::path directory = scratch();
  fs::create_directories(directory);
  MetricsCollector metrics(scenario);
  SignalCollector signals(scenario);
  GuardCollector guards(scenario);
  AllocationWatch watch;
  session::RunOptions options;
  options.log_path = (directory / "log.mcap").string();
  options.observers = {&metrics, &signals, &guards, &watch};
  const auto result = session::run(scenario, options);
  EXPECT_GE(result.ticks, 10000U);
  EXPECT_EQ(watch.ticks, static_cast<int>(result.ticks));
  EXPECT_EQ(watch.allocations, 0);
}

INSTANTIATE_TEST_SUITE_P(All, SessionInMemory,
                         testing::Values("omega_lwr_wall_document", "pointer_lwr_wall", "positioning",
                                         "peg_in_hole", "panda_lwr_geofence", "omega_virtual_wall",
                                         "phantom_whman_tool_pickup"),
                         [](const auto& tested) { return std::string(tested.param); });

TEST(Session, StopsADivergingRunWithANamedFaultAndItsLastSecond) {
  const fs::path directory = scratch();
  const auto outcome =
      run(load("omega_lwr_wall_document", {"passivity.kind=none", "coupling.translation_stiffness=200000",
                                  "follower.effort_limit=170"}),
          directory);
  EXPECT_EQ(outcome.summary.verdict, Verdict::fault);
  EXPECT_EQ(outcome.result.fault.kind, core::FaultKind::joint_speed);
  EXPECT_LT(outcome.result.duration, 30);
  ASSERT_TRUE(fs::exists(directory / "fault.mcap"));

  // the excerpt ends with the fault and spans at most a second
  record::McapReader excerpt((directory / "fault.mcap").string());
  record::McapMessage message;
  core::Time first, last;
  bool recorded = false, any = false;
  while (excerpt.next(message)) {
    if (!any) first = message.log_time;
    any = true;
    last = message.log_time;
    recorded = recorded || message.channel->topic == "/events";
  }
  EXPECT_TRUE(recorded);
  EXPECT_LE(last - first, std::chrono::seconds(1));
  EXPECT_THROW(session::replay((directory / "fault.mcap").string()), core::InputError);
  // the whole log replays, the fault included
  EXPECT_EQ(session::replay((directory / "log.mcap").string()).differences, 0U);
}

TEST(Session, StopsWhenItIsAskedToAndStillLeavesAReport) {
  const fs::path directory = scratch();
  std::atomic<bool> stop{true};
  const auto outcome = run_and_report(load("omega_lwr_wall_document"),
                                      {.directory = directory, .command = "test", .stop = &stop});
  EXPECT_EQ(outcome.summary.verdict, Verdict::stopped);
  EXPECT_LT(outcome.result.duration, 1);
  EXPECT_TRUE(fs::exists(directory / "report.html"));
  EXPECT_EQ(session::replay((directory / "log.mcap").string()).differences, 0U);
}

TEST(Replay, SaysWhereTodaysControllerFirstDiffers) {
  // a log that carries another damping than it was recorded with stands for a changed controller
  const std::vector<std::string> brief{"duration=2", "phases=[]", "expect=[]",
                                       "passivity.kind=none"};
  auto scenario = load("omega_lwr_wall_document", brief);
  auto changed = brief;
  changed.emplace_back("follower.joint_damping=0.2");
  scenario.text = load("omega_lwr_wall_document", changed).text;
  const fs::path directory = scratch();
  run(scenario, directory);

  const auto result = session::replay((directory / "log.mcap").string());
  ASSERT_TRUE(result.first.has_value());
  EXPECT_EQ(result.first->topic, "/follower/servo_jf");
  // the first tick at which a joint moves at all, long before the end
  EXPECT_LT(result.first->tick, 1000U);
  EXPECT_TRUE(result.first->detail.starts_with("effort[")) << result.first->detail;
}

TEST(Summary, KeepsWallClockFiguresUnderMachine) {
  const auto outcome =
      run(load("lwr_sine_high", {"duration=1", "phases=[]", "expect=[]"}), scratch());
  const auto json = to_json(load("lwr_sine_high"), outcome.result, outcome.summary);
  EXPECT_TRUE(json.contains("machine"));
  EXPECT_TRUE(json["machine"].contains("wall_s"));
  EXPECT_FALSE(json["metrics"].contains("wall_s"));
  for (const auto& [name, value] : json["metrics"].items()) {
    EXPECT_TRUE(value.contains("value") && value.contains("unit")) << name;
  }
}

}  // namespace
}  // namespace tether::report
