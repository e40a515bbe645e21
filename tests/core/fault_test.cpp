#include "tether/core/fault.hpp"

#include <limits>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tether::core {
namespace {

constexpr FaultKind kAll[] = {FaultKind::none,    FaultKind::non_finite, FaultKind::joint_speed,
                              FaultKind::device,  FaultKind::silence,    FaultKind::physics,
                              FaultKind::recorder};

TEST(Fault, IsFalseUntilThereIsOne) {
  EXPECT_FALSE(Fault{});
  EXPECT_TRUE((Fault{.kind = FaultKind::device}));
}

TEST(Fault, HasAStableNameOfItsOwnForEachKind) {
  EXPECT_STREQ(name(FaultKind::none), "none");
  EXPECT_STREQ(name(FaultKind::non_finite), "non_finite");
  EXPECT_STREQ(name(FaultKind::joint_speed), "joint_speed");
  EXPECT_STREQ(name(FaultKind::device), "device");
  EXPECT_STREQ(name(FaultKind::silence), "silence");
  EXPECT_STREQ(name(FaultKind::physics), "physics");
  EXPECT_STREQ(name(FaultKind::recorder), "recorder");
}

TEST(Fault, IsDescribedDifferentlyForEachKind) {
  std::set<std::string> sentences;
  for (const FaultKind kind : kAll) {
    const auto text = describe({.kind = kind, .stage = "follower device"});
    EXPECT_NE(text, "unknown fault");
    sentences.insert(text);
  }
  EXPECT_EQ(sentences.size(), std::size(kAll));
}

TEST(Fault, NamesTheStageAndTheFigureOfANumberThatIsNotFinite) {
  EXPECT_EQ(describe({.kind = FaultKind::non_finite,
                      .stage = "leader coupling",
                      .axis = 0,
                      .value = std::numeric_limits<double>::quiet_NaN()}),
            "leader coupling, joint 1: a number is not finite (nan)");
  EXPECT_EQ(describe({.kind = FaultKind::non_finite,
                      .stage = "link",
                      .value = -std::numeric_limits<double>::infinity()}),
            "link: a number is not finite (-inf)");
}

TEST(Fault, NamesJointSpeedAndBound) {
  EXPECT_EQ(describe({.kind = FaultKind::joint_speed,
                      .stage = "follower device",
                      .axis = 3,
                      .value = 12.3456,
                      .bound = 2.5}),
            "follower device, joint 4: speed 12.3 exceeds 2.5 (rad/s or m/s)");
}

TEST(Fault, NamesTheDeviceThePhysicsAndTheRecorder) {
  EXPECT_EQ(describe({.kind = FaultKind::device, .stage = "leader device", .axis = 1}),
            "leader device, joint 2: the device reports an error");
  EXPECT_EQ(describe({.kind = FaultKind::physics, .stage = "world", .value = 5}),
            "world: the physics engine lost its state (warning 5)");
  EXPECT_EQ(describe({.kind = FaultKind::recorder, .stage = "recorder"}),
            "recorder: the log could not be written");
  EXPECT_EQ(describe({}), "no fault");
}

}  // namespace
}  // namespace tether::core
