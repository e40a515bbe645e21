#include "tether/robot/multibody.hpp"

#include <fstream>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tether/core/data_path.hpp"
#include "tether/core/error.hpp"
#include "tether/robot/dynamics.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::robot {
namespace {

using spatial::Vector3;
using testing::HasSubstr;
using testing::ThrowsMessage;

std::string shipped(const std::string& name) {
  return core::data_path("multibody/" + name + ".xml").string();
}

// a model with this inside its world, in a file
std::string written(const std::string& world, const std::string& more = {}) {
  const std::string path = testing::TempDir() + "multibody_test.xml";
  std::ofstream(path) << fmt::format(
      "<mujoco><option timestep='0.001'/><worldbody>{}</worldbody>{}</mujoco>", world, more);
  return path;
}

const std::string kBall = "<geom type='sphere' size='0.05' mass='2'/>";

void expect_model_refused(const MultibodyModel& model, const std::string& why) {
  EXPECT_THAT([&] { load_multibody(model); }, ThrowsMessage<core::InputError>(HasSubstr(why)));
}

TEST(Multibody, ThePendulumsTipHangsBelowItsPivot) {
  const Multibody pendulum = load_multibody({.file = shipped("pendulum")});
  ASSERT_EQ(pendulum.chain.joint_count, 2);
  EXPECT_EQ(pendulum.start, JointVector::Zero(2));
  ChainState state;
  forward_kinematics(pendulum.chain, pendulum.start, state);
  EXPECT_LT((state.tool.position - Vector3(0, 0, -0.49)).norm(), 1e-12);
  EXPECT_NEAR(pendulum.chain.links[1].mass, 6, 1e-12);
}

TEST(Multibody, AnotherMassScalesItsInertiaToo) {
  const Multibody heavy = load_multibody({.file = shipped("pendulum"), .mass = 12});
  ChainState state;
  mass_matrix(heavy.chain, heavy.start, state);
  EXPECT_NEAR(state.mass_matrix(0, 0), 12 * 0.49 * 0.49 + 2e-4, 1e-12);
}

TEST(Multibody, WhatMovesBesideTheWayToTheSiteIsLeftOut) {
  const Multibody crankshaft = load_multibody({.file = shipped("crankshaft")});
  ASSERT_EQ(crankshaft.chain.joint_count, 1);
  EXPECT_EQ(crankshaft.chain.joints[0].name, "crank");
  EXPECT_NEAR(crankshaft.chain.links[0].mass, 12, 1e-12);
}

TEST(Multibody, StartsInItsKeyFrameWhenItHasOne) {
  const std::string file =
      written("<body><joint name='a' type='hinge'/>" + kBall + "<site name='uip'/></body>",
              "<keyframe><key name='start' qpos='0.25'/></keyframe>");
  EXPECT_EQ(load_multibody({.file = file}).start[0], 0.25);
}

TEST(Multibody, AMistypedSiteGetsTheNearestOne) {
  expect_model_refused({.file = shipped("pendulum"), .site = "upi"},
                       "pendulum.xml: has no site \"upi\"; did you mean \"uip\"?");
}

TEST(Multibody, ABallOrFreeJointOnTheWayIsRefused) {
  for (const char* type : {"ball", "free"}) {
    expect_model_refused(
        {.file = written(fmt::format(
             "<body><joint name='loose' type='{}'/>{}<site name='uip'/></body>", type, kBall))},
        "joint \"loose\" is neither hinge nor slide");
  }
}

TEST(Multibody, AFreeBodyBesideTheWayIsWelcome) {
  const std::string file =
      written("<body><joint name='a' type='slide'/>" + kBall +
              "<site name='uip'/></body><body pos='1 0 0'><freejoint/>" + kBall + "</body>");
  EXPECT_EQ(load_multibody({.file = file}).chain.joint_count, 1);
}

TEST(Multibody, MoreJointsThanAPortHasAreRefused) {
  std::string world, ends;
  for (int i = 0; i < 9; ++i) {
    world += fmt::format("<body><joint name='s{}' type='slide'/>{}", i, kBall);
    ends += "</body>";
  }
  expect_model_refused({.file = written(world + "<site name='uip'/>" + ends)},
                       "has more than 8 joints between base and tool");
}

TEST(Multibody, AJointWithoutANameIsRefused) {
  expect_model_refused(
      {.file = written("<body><joint type='hinge'/>" + kBall + "<site name='uip'/></body>")},
      "joint 1 of 1 on the way to site \"uip\" needs a name");
}

TEST(Multibody, AStepTooLongToBeTouchedIsRefused) {
  const std::string file =
      written("<body><joint name='a' type='hinge'/>" + kBall + "<site name='uip'/></body>",
              "<option timestep='0.002'/>");
  expect_model_refused({.file = file}, "time step of 0.002 s is too long");
}

TEST(Multibody, AFileThatIsNotThereIsNamed) {
  expect_model_refused({.file = "nowhere.xml"}, "nowhere.xml");
}

TEST(Multibody, ABodyWithoutMassHasNoneToChange) {
  const std::string file = written("<body><joint name='a' type='hinge'/>" + kBall +
                                   "<body><site name='uip'/></body></body>");
  expect_model_refused({.file = file, .mass = 1.0}, "has no mass to change");
}

}  // namespace
}  // namespace tether::robot
