// What fault tests have in common: two sides as two processes, and what must hold of each when it
// is over, whatever happened to it.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tests/apps/program.hpp"
#include "tests/support/processes/patience.hpp"
#include "tests/support/processes/side_process.hpp"
#include "tether/scenario/scenario_file.hpp"

namespace tether::apps {

using control::Engagement;
using signals::SideName;
using test::RecordedRun;
using test::SideProcess;

inline constexpr double kForceStep = 0.5;       // a resume that is felt less than this [N]
inline constexpr double kVelocityStep = 0.010;  // and seen less than this [m/s]
inline constexpr double kEmptyTank = -1e-3;     // a tank is not below, but for one sample [J]
inline constexpr int kInterrupted = 130;        // exit status after Ctrl-C

// An operator who moves to and fro without haste, and does not run a limp handle into its stop at
// 55 mm: what jolts is then not the hand.
inline std::string calm_operator() {
  std::string waypoints;
  for (int i = 0; i < 40; ++i) {
    waypoints += fmt::format("{}{{at={},duration=1.0,to=[{},0,0]}}", i == 0 ? "" : ",",
                             0.3 + 1.05 * i, i % 2 == 0 ? 0.045 : 0.0);
  }
  return fmt::format("operator.waypoints=[{}]", waypoints);
}

class Faults : public ::testing::Test {
 protected:
  Faults() : directory(scratch()), key(directory / "shared.key") {
    EXPECT_EQ(tether(fmt::format("keygen --out {}", key.string())).status, 0);
  }

  std::unique_ptr<SideProcess> start_leader(const std::string& name = "leader",
                                            const std::string& to = {}) {
    return std::make_unique<SideProcess>(
        test::SideProcessParams{.side = SideName::leader,
                                .leader = addresses.leader,
                                .follower = to.empty() ? addresses.follower : to,
                                .key = key,
                                .out = directory / name,
                                .settings = settings});
  }
  // listens, and answers to wherever the leader speaks from
  std::unique_ptr<SideProcess> start_follower(const std::string& name = "follower",
                                              std::vector<std::string> wrapped_by = {}) {
    return std::make_unique<SideProcess>(
        test::SideProcessParams{.side = SideName::follower,
                                .leader = "",
                                .follower = addresses.follower,
                                .key = key,
                                .out = directory / name,
                                .settings = settings,
                                .wrapped_by = std::move(wrapped_by)});
  }

  static bool both_engaged(SideProcess& leader, SideProcess& follower) {
    return leader.reports({Engagement::engaged}) && follower.reports({Engagement::engaged});
  }

  // the tests look at what happens within a second
  static void let_it_run(double seconds = 1.2) {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  }

  // both sides stopped by Ctrl-C after a while, and what each recorded
  struct Ended {
    RecordedRun one, other;
  };
  static Ended end(SideProcess& one, SideProcess& other, double after_seconds = 1.2) {
    let_it_run(after_seconds);
    for (SideProcess* side : {&one, &other}) EXPECT_EQ(side->end(), kInterrupted);
    Ended ended{one.log(), other.log()};
    check_side(one, ended.one);
    check_side(other, ended.other);
    return ended;
  }

  // of a side that ran until Ctrl-C
  static void check_side(SideProcess& side, const RecordedRun& run);
  // the second after it was joined again, and the way there since it was parted
  static void check_bumpless(const RecordedRun& run);

  std::filesystem::path directory, key;
  test::TestAddresses addresses;
  std::vector<std::string> settings{calm_operator()};
};

inline void expect_bounded(const RecordedRun& run) {
  const scenario::Scenario scenario = scenario::load_scenario("omega_lwr_wall_document", {});
  const double bound = run.side == SideName::leader ? *scenario.leader.side.force_limit
                                                    : *scenario.follower.side.effort_limit;
  EXPECT_TRUE(run.finite());
  EXPECT_LE(run.largest_effort(), bound * (1 + 1e-12));
  EXPECT_GE(run.lowest_tank(), kEmptyTank);
}

inline void Faults::check_side(SideProcess& side, const RecordedRun& run) {
  SCOPED_TRACE(signals::name(side.side()));
  const auto summary = side.summary();
  EXPECT_EQ(summary["verdict"], "stopped") << side.output();
  EXPECT_EQ(summary["passivity"]["verdict"], "passive") << summary["passivity"].dump(2);
  EXPECT_FALSE(summary.contains("fault"));
  EXPECT_FALSE(run.truncated);
  ASSERT_FALSE(run.ticks.empty());
  expect_bounded(run);
  EXPECT_TRUE(run.ticks.back().effort.isZero()) << "not left at rest";
}

inline void Faults::check_bumpless(const RecordedRun& run) {
  SCOPED_TRACE(signals::name(run.side));
  const std::string side = signals::name(run.side);
  const std::vector<double> parted = run.times(side + "_parted");
  const std::vector<double> joined = run.times(side + "_joined");
  ASSERT_FALSE(parted.empty());
  ASSERT_FALSE(joined.empty());
  // the other side may end first, and leaves this one alone in its last moments
  const bool left_behind = parted.back() > joined.back();
  ASSERT_EQ(parted.size(), joined.size() + (left_behind ? 1 : 0));
  ASSERT_GT(run.ticks.back().time, joined.back() + 1) << "ended too soon to judge";
  for (std::size_t i = 0; i < joined.size(); ++i) {
    const test::Steps steps = run.steps(parted[i], joined[i] + 1);
    EXPECT_LT(steps.force, kForceStep) << "at " << steps.force_at << " s";
    EXPECT_LT(steps.velocity, kVelocityStep) << "at " << steps.velocity_at << " s";
    fmt::print("{:<9}parted {:.3f} s, joined {:.3f} s; largest steps {:.3f} N, {:.2f} mm/s\n", side,
               parted[i], joined[i], steps.force, 1e3 * steps.velocity);
  }
}

}  // namespace tether::apps
