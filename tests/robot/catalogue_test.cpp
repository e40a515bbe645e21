#include "tether/robot/catalogue.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tether/core/error.hpp"
#include "tether/robot/dynamics.hpp"
#include "tether/robot/falcon_dynamics.hpp"
#include "tether/robot/inverse_kinematics.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::robot {
namespace {

using spatial::Vector3;
using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(Catalogue, EveryEntryLoadsAndIsRated) {
  ASSERT_EQ(catalogue().size(), 14U);
  for (const CatalogueEntry& entry : catalogue()) {
    if (entry.model.empty()) continue;
    const Chain chain = load(entry);
    EXPECT_EQ(chain.name, entry.name);
    EXPECT_FALSE(entry.description.empty());
    for (int i = 0; i < chain.joint_count; ++i) {
      const Joint& joint = chain.joints[static_cast<std::size_t>(i)];
      EXPECT_GT(joint.max_speed, 0) << entry.name << ' ' << joint.name;
      EXPECT_GT(joint.max_effort, 0) << entry.name << ' ' << joint.name;
      EXPECT_LT(joint.lower, joint.upper) << entry.name << ' ' << joint.name;
    }
  }
}

TEST(Catalogue, AMistypedNameGetsTheNearestOne) {
  EXPECT_THAT(
      [] { find("kuka_lwr"); },
      ThrowsMessage<core::InputError>("unknown robot \"kuka_lwr\"; did you mean \"kuka_lwr4\"?"));
  EXPECT_THAT([] { load("zzz"); },
              ThrowsMessage<core::InputError>(
                  HasSubstr("multibody, omega7, panda, pendulum, phantom_premium, ropod, "
                            "slider_crank, whman, youbot_arm")));
}

TEST(Catalogue, TheLwrIsTheOneOfTheDataSheet) {
  const Chain chain = load("kuka_lwr4");
  ASSERT_EQ(chain.joint_count, 7);
  const std::array<double, 7> offsets{0.102, 0.2084, 0.1914, 0.2084, 0.1914, 0.196, 0.07};  // [m]
  const std::array<Vector3, 7> axes{Vector3::UnitZ(), -Vector3::UnitY(), Vector3::UnitZ(),
                                    Vector3::UnitY(), Vector3::UnitZ(),  -Vector3::UnitY(),
                                    Vector3::UnitZ()};
  const std::array<double, 7> limits{170, 120, 170, 120, 170, 120, 170};  // [deg]
  const std::array<double, 7> speeds{110, 110, 128, 128, 204, 184, 184};  // [deg/s]
  const std::array<double, 7> efforts{176, 176, 100, 100, 100, 38, 38};   // [N m]
  for (std::size_t i = 0; i < 7; ++i) {
    const Joint& joint = chain.joints[i];
    constexpr double kDegree = std::numbers::pi / 180;
    EXPECT_EQ(joint.placement.position, Vector3(0, 0, offsets[i]));
    EXPECT_EQ(joint.axis, axes[i]);
    EXPECT_TRUE(joint.placement.rotation.isIdentity(0));
    EXPECT_NEAR(joint.upper, limits[i] * kDegree, 1e-5);
    EXPECT_NEAR(joint.lower, -limits[i] * kDegree, 1e-5);
    EXPECT_NEAR(joint.max_speed, speeds[i] * kDegree, 1e-5);
    EXPECT_EQ(joint.max_effort, efforts[i]);
  }
  EXPECT_EQ(chain.tool.position, Vector3(0, 0, 0.03));
}

TEST(Catalogue, ThePandaIsTheOneOfTheDataSheet) {
  const Chain chain = load("panda");
  ASSERT_EQ(chain.joint_count, 7);
  const std::array<double, 7> lower{-166, -101, -166, -176, -166, -1, -166};  // [deg]
  const std::array<double, 7> upper{166, 101, 166, -4, 166, 215, 166};        // [deg]
  const std::array<double, 7> speeds{150, 150, 150, 150, 180, 180, 180};      // [deg/s]
  const std::array<double, 7> efforts{87, 87, 87, 87, 12, 12, 12};            // [N m]
  for (std::size_t i = 0; i < 7; ++i) {
    const Joint& joint = chain.joints[i];
    constexpr double kDegree = std::numbers::pi / 180;
    EXPECT_EQ(joint.axis, Vector3(Vector3::UnitZ()));
    EXPECT_NEAR(joint.lower, lower[i] * kDegree, 0.01);  // the sheet gives whole degrees
    EXPECT_NEAR(joint.upper, upper[i] * kDegree, 0.01);
    EXPECT_NEAR(joint.max_speed, speeds[i] * kDegree, 1e-5);
    EXPECT_EQ(joint.max_effort, efforts[i]);
  }
}

TEST(Catalogue, ThePandaHoldsItsHandleDownAndSquareWhenItIsReady) {
  const Chain chain = load("panda");
  constexpr double kPi = std::numbers::pi;
  JointVector ready(7);
  ready << 0, -kPi / 4, 0, -3 * kPi / 4, 0, kPi / 2, kPi / 4;
  ChainState state;
  forward_kinematics(chain, ready, state);
  // the upper arm leans back by 45 deg, the forearm is level, the handle hangs
  const double x = -(0.316 - 0.0825) / std::sqrt(2) + 0.384 + 0.088;
  const double z = 0.333 + (0.316 + 0.0825) / std::sqrt(2) + 0.0825 - 0.107 - 0.1;
  EXPECT_LT((state.tool.position - Vector3(x, 0, z)).norm(), 1e-12);
  const spatial::Matrix3 down = Vector3(-1, 1, -1).asDiagonal();
  EXPECT_LT((state.tool.rotation - down).norm(), 1e-12);
}

TEST(Catalogue, AnArmThatCanBeHeldIsBothRobotAndDevice) {
  EXPECT_EQ(to_string(find("panda").kind), "arm that can be held");
  EXPECT_TRUE(can_follow(RobotKind::hand_guided_arm) && can_be_held(RobotKind::hand_guided_arm));
  EXPECT_TRUE(can_follow(RobotKind::arm) && !can_be_held(RobotKind::arm));
  EXPECT_TRUE(!can_follow(RobotKind::haptic_device) && can_be_held(RobotKind::haptic_device));
}

TEST(Catalogue, AMobileBaseFollowsAsAPlanarChainAndNobodyHoldsIt) {
  EXPECT_EQ(to_string(find("ropod").kind), "mobile base");
  EXPECT_TRUE(can_follow(RobotKind::mobile_base) && !can_be_held(RobotKind::mobile_base));
  const Chain chain = load("ropod");
  ASSERT_EQ(chain.joint_count, 3);
  EXPECT_EQ(chain.joints[0].type, JointType::prismatic);
  EXPECT_EQ(chain.joints[1].type, JointType::prismatic);
  EXPECT_EQ(chain.joints[2].type, JointType::revolute);
}

TEST(Catalogue, AMultibodySystemFollowsAndNobodyHoldsIt) {
  EXPECT_EQ(to_string(find("pendulum").kind), "multibody system");
  EXPECT_TRUE(can_follow(RobotKind::multibody) && !can_be_held(RobotKind::multibody));
  EXPECT_EQ(load("pendulum").joint_count, 2);
  EXPECT_EQ(load("double_pendulum").joint_count, 4);
  EXPECT_EQ(load("crankshaft").joint_count, 1);
  EXPECT_EQ(load("slider_crank").joint_count, 1);
  EXPECT_EQ(load("mass_spring_chain").joint_count, 6);
}

TEST(Catalogue, TheModelOfAnOwnSystemIsTheScenariosToName) {
  EXPECT_THAT([] { load("multibody"); },
              ThrowsMessage<core::InputError>(HasSubstr("[multibody] model = ")));
}

TEST(Catalogue, TheOmegaMovesItsHandleAlongTheAxes) {
  const Chain chain = load("omega7");
  ASSERT_EQ(chain.joint_count, 3);
  for (int i = 0; i < 3; ++i) {
    const Joint& joint = chain.joints[static_cast<std::size_t>(i)];
    EXPECT_EQ(joint.type, JointType::prismatic);
    EXPECT_EQ(joint.axis, Vector3(Vector3::Unit(i)));
  }
  EXPECT_EQ(find("omega7").kind, RobotKind::haptic_device);
  EXPECT_EQ(to_string(RobotKind::haptic_device), "haptic device");
}

TEST(Catalogue, TheFalconMovesItsHandleWhereItsLegsReachAndWeighsWhatTheyWeigh) {
  const Chain chain = load("falcon");
  ASSERT_EQ(chain.joint_count, 3);
  EXPECT_EQ(find("falcon").kind, RobotKind::haptic_device);
  const Falcon falcon;
  const Vector3 home(0, 0, 0.125);
  for (int corner = 0; corner < 8; ++corner) {
    Vector3 p = home;
    for (int i = 0; i < 3; ++i) {
      const Joint& joint = chain.joints[static_cast<std::size_t>(i)];
      EXPECT_EQ(joint.type, JointType::prismatic);
      EXPECT_EQ(joint.axis, Vector3(Vector3::Unit(i)));
      EXPECT_EQ(joint.max_effort, 10);
      p[i] += (corner >> i & 1) != 0 ? joint.upper : joint.lower;
    }
    EXPECT_TRUE(falcon.reaches(p)) << p.transpose();
  }
  ChainState state;
  mass_matrix(chain, JointVector::Zero(3), state);
  const spatial::Matrix3 felt = apparent_mass(falcon, FalconMasses{}, *falcon.posture(home));
  EXPECT_LT((state.mass_matrix - felt).norm(), 0.005) << felt;
}

TEST(Catalogue, ThePhantomReachesItsWholeWorkspaceAndTurnsAsFarAsTheDataSheetSays) {
  const Chain chain = load("phantom_premium");
  ASSERT_EQ(chain.joint_count, 6);
  constexpr double kDegree = std::numbers::pi / 180;
  const std::array<double, 3> turns{297, 260, 335};  // yaw, pitch, roll [deg]
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(chain.joints[3 + i].upper - chain.joints[3 + i].lower, turns[i] * kDegree, 1e-4);
  }
  JointVector middle(6);
  middle << 0, 1.0064262061, -0.4420560855, 0, 0.5643701207, 0;
  ChainState state;
  forward_kinematics(chain, middle, state);
  EXPECT_LT((state.tool.position - Vector3(0.46, 0, 0)).norm(), 1e-9);
  EXPECT_TRUE(state.tool.rotation.isIdentity(1e-9));
  // the corners of 406 × 838 × 584 mm around it, with the gimbal square
  for (int corner = 0; corner < 8; ++corner) {
    const Vector3 side((corner & 1) != 0 ? 1 : -1, (corner & 2) != 0 ? 1 : -1,
                       (corner & 4) != 0 ? 1 : -1);
    spatial::Pose goal = state.tool;
    goal.position += side.cwiseProduct(Vector3(0.203, 0.419, 0.292));
    EXPECT_TRUE(inverse_kinematics(chain, goal, middle).converged) << side.transpose();
  }
  EXPECT_TRUE(find("phantom_premium").traits.needs_hand);
}

TEST(Catalogue, TheWhmanSlidesTurnsLiftsReachesAndHasARoundWrist) {
  const Chain chain = load("whman");
  ASSERT_EQ(chain.joint_count, 8);
  double mass = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    const bool slides = i == 0 || i == 4;
    EXPECT_EQ(chain.joints[i].type, slides ? JointType::prismatic : JointType::revolute) << i;
    mass += chain.links[i].mass;
  }
  EXPECT_NEAR(mass, 640, 1e-9);
  // the axes of the wrist meet
  for (std::size_t i = 5; i < 8; ++i) EXPECT_TRUE(chain.joints[i].placement.position.isZero());
  EXPECT_TRUE(find("whman").traits.position_controlled);
}

}  // namespace
}  // namespace tether::robot
