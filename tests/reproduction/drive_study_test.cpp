#include "tether/reproduction/driving/drive_study.hpp"

#include <gtest/gtest.h>

#include "tether/core/error.hpp"

namespace tether::reproduction {
namespace {

DriveSession session_of(std::size_t condition, double collisions, double stop, double lateral,
                        double share = 0.9) {
  DriveSession session;
  session.condition = condition;
  session.verdict = report::Verdict::pass;
  session.metrics = {{"collisions", "", collisions},
                     {"stop_error", "m", stop},
                     {"lateral_rms", "m", lateral},
                     {"course_share", "", share}};
  return session;
}

std::size_t objections(const std::vector<DriveSession>& sessions) {
  return drive_objections(drive_rows(sessions)).size();
}

TEST(DriveStudy, AsksForNoCollisionAStopAndTheMiddleWhereThereIsForce) {
  EXPECT_EQ(objections({session_of(0, 0, -0.1, 0.1)}), 0U);
  EXPECT_EQ(objections({session_of(0, 0, 0.1, 0.1), session_of(0, 1, 0.1, 0.1)}), 1U);
  EXPECT_EQ(objections({session_of(0, 0, -0.2, 0.1)}), 1U);
  EXPECT_EQ(objections({session_of(0, 0, 0.1, 0.2)}), 1U);
}

TEST(DriveStudy, ExpectsCollisionsWithoutForce) {
  std::vector<DriveSession> sessions(18, session_of(1, 2, 0, 0));
  sessions.resize(20, session_of(1, 0, 0, 0));
  EXPECT_EQ(objections(sessions), 0U);
  sessions[0] = session_of(1, 0, 0, 0);
  EXPECT_EQ(objections(sessions), 1U);
}

TEST(DriveStudy, AsksForNoCollisionOverTheFarLinkAndForTheDoorwayPassed) {
  EXPECT_EQ(objections({session_of(2, 0, 1, 1)}), 0U);
  EXPECT_EQ(objections({session_of(2, 1, 0, 0)}), 1U);
  std::vector<DriveSession> sessions(18, session_of(3, 0, 0, 0));
  sessions.push_back(session_of(3, 1, 0, 0));
  sessions.push_back(session_of(3, 0, 0, 0, 0.5));
  EXPECT_EQ(objections(sessions), 0U);
  sessions[0] = session_of(3, 0, 0, 0, 0.5);
  EXPECT_EQ(objections(sessions), 1U);
}

TEST(DriveStudy, DrivesTheCorridorAndDrawsWhereItWent) {
  DriveStudyOptions options;
  options.seeds = 1;
  options.courses = {"corridor"};
  options.overrides = {"duration=2"};
  const auto sessions = run_drive_study(options);
  ASSERT_EQ(sessions.size(), 3U);
  for (const DriveSession& s : sessions) {
    EXPECT_TRUE(s.ended());
    EXPECT_FALSE(s.map.path.empty());
  }
  EXPECT_EQ(drive_rows(sessions).size(), 3U);
  const std::string page = drive_page(sessions);
  EXPECT_NE(page.find("Everybody here is simulated"), std::string::npos);
  EXPECT_NE(page.find("class=\"wall\""), std::string::npos);
  EXPECT_NE(page.find("curve blue"), std::string::npos);
  EXPECT_TRUE(drive_csv(sessions).starts_with("course,condition,seed,"));
}

TEST(DriveStudy, TakesTheForceAwayAndTheLinkFarWhereItSaysSo) {
  EXPECT_TRUE(drive_scenario(kDriveConditions[0], 1, {}).obstacles.enabled);
  EXPECT_FALSE(drive_scenario(kDriveConditions[1], 1, {}).obstacles.enabled);
  EXPECT_EQ(drive_scenario(kDriveConditions[2], 1, {}).link.preset, "wifi_far");
  EXPECT_EQ(drive_scenario(kDriveConditions[0], 7, {}).seed, 7U);
}

TEST(DriveStudy, RefusesACourseThatIsNotThere) {
  DriveStudyOptions options;
  options.courses = {"maze"};
  EXPECT_THROW(run_drive_study(options), core::InputError);
}

}  // namespace
}  // namespace tether::reproduction
