#include "tether/reproduction/driving/platform_study.hpp"

#include <gtest/gtest.h>

#include "tether/core/error.hpp"

namespace tether::reproduction {
namespace {

PlatformTrial at(PlatformDrive drive, PlatformMotion motion, double speed) {
  PlatformTrial trial;
  trial.drive = drive;
  trial.motion = motion;
  trial.speed = speed;
  return trial;
}

TEST(PlatformTrial, ControlOfThePlatformTracksFullSpeedAndIsCalm) {
  for (const PlatformMotion motion : {PlatformMotion::straight, PlatformMotion::sideways,
                                      PlatformMotion::bend, PlatformMotion::spot}) {
    const PlatformFigures f = run_platform_trial(at(PlatformDrive::platform, motion, kFullSpeed));
    EXPECT_FALSE(f.lost);
    EXPECT_LT(f.error, kTrackedWithin) << name(motion);
    EXPECT_LT(f.wheel_swing, kCalmSwing) << name(motion);
  }
}

TEST(PlatformTrial, WheelsOnlyDoesWellWhenSlowAndOscillatesAtFullSpeed) {
  for (const PlatformMotion motion :
       {PlatformMotion::straight, PlatformMotion::sideways, PlatformMotion::bend}) {
    EXPECT_LT(run_platform_trial(at(PlatformDrive::wheels_only, motion, 0.4)).error, kTrackedWithin)
        << name(motion);
    EXPECT_GT(run_platform_trial(at(PlatformDrive::wheels_only, motion, kFullSpeed)).wheel_swing,
              kOscillatingSwing)
        << name(motion);
  }
}

TEST(PlatformTrial, WheelsOnlyStaysCalmWithLessLag) {
  PlatformTrial trial = at(PlatformDrive::wheels_only, PlatformMotion::straight, kFullSpeed);
  trial.stiff_wheel.gain = 0.5;
  trial.stiff_wheel.low_pass = 50;
  EXPECT_LT(run_platform_trial(trial).wheel_swing, kCalmSwing);
  trial.stiff_wheel.low_pass = 10;
  EXPECT_GT(run_platform_trial(trial).wheel_swing, kOscillatingSwing);
}

TEST(PlatformTrial, ControlOfThePlatformBearsTheLagThatWheelsOnlyDoesNot) {
  PlatformTrial trial = at(PlatformDrive::platform, PlatformMotion::straight, kFullSpeed);
  trial.weak_wheel.low_pass = 10;
  EXPECT_LT(run_platform_trial(trial).wheel_swing, kCalmSwing);
}

TEST(PlatformTrial, IsTheSameForTheSameSeed) {
  PlatformTrial trial = at(PlatformDrive::platform, PlatformMotion::bend, 0.4);
  trial.hold = 1;
  trial.judged = 0.6;
  EXPECT_EQ(run_platform_trial(trial).error, run_platform_trial(trial).error);
}

TEST(PlatformTrial, TurnsBackAndComesThere) {
  PlatformTrial trial = at(PlatformDrive::platform, PlatformMotion::straight, kFullSpeed);
  trial.reverses = trial.traced = true;
  const PlatformFigures f = run_platform_trial(trial);
  // it hangs back while the units flip, and is nearly there after three seconds
  EXPECT_LT(f.error, 0.15);
  EXPECT_LT(f.wheel_swing, kCalmSwing);
  EXPECT_LT(f.trace.back().twist.x(), -1.1);
}

// figures of one case as they would be had the drive been so
PlatformRun run_of(PlatformDrive drive, double speed, double error, double swing) {
  PlatformRun run;
  run.trial = at(drive, PlatformMotion::straight, speed);
  run.figures.error = error;
  run.figures.wheel_swing = swing;
  run.done = true;
  return run;
}

TEST(PlatformStudy, ObjectsToEachBoundThatIsNotKept) {
  const auto objections = [](const PlatformRun& run) {
    return platform_objections(platform_cases({run})).size();
  };
  EXPECT_EQ(objections(run_of(PlatformDrive::platform, 1.2, 0.04, 0.001)), 0U);
  EXPECT_EQ(objections(run_of(PlatformDrive::platform, 1.2, 0.06, 0.001)), 1U);
  EXPECT_EQ(objections(run_of(PlatformDrive::platform, 1.2, 0.04, 0.02)), 1U);
  EXPECT_EQ(objections(run_of(PlatformDrive::wheels_only, 1.2, 0.2, 0.05)), 0U);
  EXPECT_EQ(objections(run_of(PlatformDrive::wheels_only, 1.2, 0.2, 0.02)), 1U);
  EXPECT_EQ(objections(run_of(PlatformDrive::wheels_only, 0.4, 0.06, 0.0)), 1U);
}

TEST(PlatformStudy, GathersTheSeedsOfACase) {
  const auto cases = platform_cases({run_of(PlatformDrive::platform, 1.2, 0.01, 0.001),
                                     run_of(PlatformDrive::platform, 1.2, 0.03, 0.002),
                                     run_of(PlatformDrive::platform, 0.4, 0.02, 0.003)});
  ASSERT_EQ(cases.size(), 2U);
  EXPECT_DOUBLE_EQ(cases[0].error.mean, 0.02);
  EXPECT_DOUBLE_EQ(cases[0].worst_error, 0.03);
  EXPECT_DOUBLE_EQ(cases[1].worst_swing, 0.003);
}

TEST(PlatformStudy, ThatIsStoppedLeavesWhatWasDone) {
  std::atomic<bool> stop = true;
  PlatformOptions options;
  options.stop = &stop;
  const auto runs = run_platform_study(options);
  EXPECT_TRUE(platform_cases(runs).empty());
  EXPECT_TRUE(platform_objections({}).empty());
  options.seeds = 0;
  EXPECT_THROW(run_platform_study(options), core::InputError);
}

}  // namespace
}  // namespace tether::reproduction
