#include "tether/report/machine_report.hpp"

#include <memory>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace tether::report {
namespace {

using std::chrono::microseconds;

runtime::LoopReport loop() {
  auto statistics = std::make_unique<runtime::LoopStatistics>(runtime::LoopStatisticsParams{});
  for (int k = 0; k < 100; ++k) {
    const core::Time due(microseconds(1000 * k));
    const core::Time begin = due + microseconds(k == 40 ? 350 : 10);
    statistics->add({.wakeup = {.due = due, .scheduled = due, .asked = due, .woke = begin},
                     .begin = begin,
                     .end = begin + microseconds(100)});
    statistics->transmitted(begin);
  }
  return runtime::report("follower", *statistics, {.refused = {"SCHED_FIFO 80 not permitted"}});
}

TEST(MachineReport, WritesWhatEachLoopSaw) {
  const auto json =
      machine_json({.kernel = "6.1", .processor = "a", .cores = 2, .loops = {loop()}});
  EXPECT_EQ(json["kernel"], "6.1");
  EXPECT_EQ(json["processor"], "a");
  EXPECT_EQ(json["cores"], 2);
  const auto& follower = json["loops"][0];
  EXPECT_EQ(follower["name"], "follower");
  EXPECT_EQ(follower["passes"], 100);
  EXPECT_EQ(follower["late_count"], 1);
  EXPECT_EQ(follower["late"][0]["tick"], 40);
  EXPECT_EQ(follower["late"][0]["cause"], "wake_up");
  EXPECT_DOUBLE_EQ(follower["late"][0]["t_s"], 0.04);
  EXPECT_DOUBLE_EQ(follower["late"][0]["late_s"], 350e-6);
  EXPECT_EQ(follower["grant"]["fifo"], false);
  EXPECT_EQ(follower["grant"]["refused"][0], "SCHED_FIFO 80 not permitted");
  EXPECT_DOUBLE_EQ(follower["series"]["wake_up"]["max_s"], 350e-6);
  EXPECT_NEAR(follower["series"]["compute"]["mean_s"], 100e-6, 1e-12);
  EXPECT_EQ(follower["series"]["transmit"]["count"], 99);
  std::uint64_t held = 0;
  for (const auto& bar : follower["series"]["wake_up"]["histogram"])
    held += bar[2].get<std::uint64_t>();
  EXPECT_EQ(held, 100U);
}

TEST(MachineReport, WritesWhatBecameOfASimulationWhileTicksWereLeftOut) {
  runtime::LoopReport late = loop();
  late.made_up = 0.249;
  late.stood_still = 0.75;
  const auto json = machine_json({.loops = {late}});
  EXPECT_DOUBLE_EQ(json["loops"][0]["physics"]["made_up_s"], 0.249);
  EXPECT_DOUBLE_EQ(json["loops"][0]["physics"]["stood_still_s"], 0.75);
}

TEST(MachineReport, LeavesOutSeriesWithoutSamples) {
  const auto json = machine_json({.loops = {loop()}});
  EXPECT_FALSE(json["loops"][0]["series"].contains("receive"));
  EXPECT_FALSE(json["loops"][0]["series"].contains("device"));
}

TEST(MachineReport, KnowsThisMachine) {
  const MachineReport here = machine_report({});
  EXPECT_NE(here.kernel, "");
  EXPECT_NE(here.processor, "");
  EXPECT_TRUE(here.loops.empty());
}

}  // namespace
}  // namespace tether::report
