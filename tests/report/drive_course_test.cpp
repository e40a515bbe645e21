// A simulated person drives blind in whole sessions: MuJoCo platform, scanner, link, and the force
// of obstacles on the handle.
#include <cmath>

#include <gtest/gtest.h>

#include "tether/scenario/scenario_file.hpp"
#include "tether/study/batch.hpp"

namespace tether::report {
namespace {

// the course's figures
struct Drive {
  double collisions = NAN, stop_error = NAN, lateral_rms = NAN, share = NAN;
};

Drive drive(const std::string& scenario, int seed, std::vector<std::string> overrides = {}) {
  overrides.push_back("seed=" + std::to_string(seed));
  overrides.emplace_back("record.enabled=false");
  const study::SessionOutcome outcome =
      study::run_one(scenario::load_scenario(scenario, overrides));
  Drive driven;
  for (const Metric& m : outcome.summary.overall.metrics) {
    if (m.name == "collisions") driven.collisions = m.value;
    if (m.name == "stop_error") driven.stop_error = m.value;
    if (m.name == "lateral_rms") driven.lateral_rms = m.value;
    if (m.name == "course_share") driven.share = m.value;
  }
  return driven;
}

class CorridorWithForce : public testing::TestWithParam<int> {};

TEST_P(CorridorWithForce, IsDrivenToItsEndInTheMiddle) {
  const Drive driven = drive("falcon_ropod_corridor", GetParam());
  EXPECT_EQ(driven.collisions, 0);
  EXPECT_LE(std::abs(driven.stop_error), 0.15);
  EXPECT_LE(driven.lateral_rms, 0.15);
}
INSTANTIATE_TEST_SUITE_P(Seeds, CorridorWithForce, testing::Values(2, 3, 4));

class CorridorWithoutForce : public testing::TestWithParam<int> {};

TEST_P(CorridorWithoutForce, EndsInAWall) {
  EXPECT_GE(drive("falcon_ropod_corridor", GetParam(), {"obstacles.enabled=false", "duration=45"})
                .collisions,
            1);
}
INSTANTIATE_TEST_SUITE_P(Seeds, CorridorWithoutForce, testing::Values(2, 3));

TEST(Corridor, IsDrivenWithoutACollisionAtTheEdgeOfAWirelessCell) {
  const Drive driven = drive("falcon_ropod_corridor", 2, {"link.kind=wifi_far"});
  EXPECT_EQ(driven.collisions, 0);
}

class DoorwayByTouch : public testing::TestWithParam<int> {};

TEST_P(DoorwayByTouch, IsPassedAndTheEndBehindItReached) {
  const Drive driven = drive("falcon_ropod_doorway", GetParam());
  EXPECT_EQ(driven.collisions, 0);
  EXPECT_GE(driven.share, 0.85);
}
INSTANTIATE_TEST_SUITE_P(Seeds, DoorwayByTouch, testing::Values(1, 3));

}  // namespace
}  // namespace tether::report
