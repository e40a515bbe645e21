// The two arms of the six-axis scenarios, where they start and what they meet.
#include <algorithm>

#include <gtest/gtest.h>

#include "tests/sim/steps.hpp"
#include "tests/sim/tool_pose.hpp"
#include "tether/core/data_path.hpp"
#include "tether/robot/catalogue.hpp"
#include "tether/robot/inverse_kinematics.hpp"
#include "tether/robot/kinematics.hpp"
#include "tether/sim/devices/simulated_arm.hpp"
#include "tether/spatial/spatial_spring.hpp"

namespace tether::sim {
namespace {

using robot::JointVector;
using spatial::Vector3;

struct Start {
  std::string robot;
  std::string world;
  Vector3 tool;  // [m]
};

const Start kLeader{"panda", "panda", {0.45, 0, 0.48}};
const Start kFollower{"kuka_lwr4", "panda_wall_lwr", {0.45, 0, 0.55}};

std::string file(const Start& start) {
  return core::data_path("worlds/" + start.world + ".xml").string();
}

JointVector posture(const Start& start) {
  const World world(file(start));
  const int key = mj_name2id(&world.model(), mjOBJ_KEY, "haptic");
  return Eigen::Map<const Eigen::VectorXd>(
      world.model().key_qpos + std::ptrdiff_t{key} * world.model().nq, world.model().nq);
}

JointVector near(const robot::Chain& chain, const Start& start, const Vector3& shift) {
  spatial::Pose goal = tool(chain, posture(start));
  goal.position += shift;
  const auto solution = robot::inverse_kinematics(chain, goal, posture(start));
  EXPECT_TRUE(solution.converged) << start.robot << ' ' << shift.transpose();
  return solution.q;
}

TEST(HapticPosture, HoldsBothToolsAlike) {
  const spatial::Matrix3 down = Vector3(-1, 1, -1).asDiagonal();
  for (const Start& start : {kLeader, kFollower}) {
    const spatial::Pose pose = tool(robot::load(start.robot), posture(start));
    EXPECT_LT((pose.position - start.tool).norm(), 1e-9) << start.robot;
    EXPECT_LT((pose.rotation - down).norm(), 1e-9) << start.robot;
  }
}

TEST(HapticPosture, LeavesRoomOnEverySide) {
  for (const Start& start : {kLeader, kFollower}) {
    const robot::Chain chain = robot::load(start.robot);
    for (int axis = 0; axis < 3; ++axis) {
      for (const double way : {-0.2, -0.1, 0.1, 0.2}) {
        const Vector3 shift = way * Vector3::Unit(axis);
        const JointVector q = near(chain, start, shift);
        const double room = std::min((q - robot::lower_limits(chain)).minCoeff(),
                                     (robot::upper_limits(chain) - q).minCoeff());
        EXPECT_GT(room, 0.05) << start.robot << ' ' << shift.transpose();
        EXPECT_GT(robot::smallest_singular_value(chain, q), 0.05)
            << start.robot << ' ' << shift.transpose();
      }
    }
  }
}

// force of the wall on the LWR's tool when that is `way` [m] towards it
double force_at(double way) {
  const robot::Chain chain = robot::load("kuka_lwr4");
  SimulatedArm arm(chain, {.world = file(kFollower),
                           .start = near(chain, kFollower, Vector3(way, 0, 0)),
                           .interface_rate = 1000});
  return arm.read({}).external_at_tool.force.x();
}

TEST(PandaWall, IsTouchedTwelveCentimetresAhead) {
  EXPECT_EQ(force_at(0.1195), 0.0);
  EXPECT_LT(force_at(0.1205), -1.0);
}

// how far joint a7 turns under 0.2 N m in half a second [rad]
double turn_of_the_flange(std::optional<double> coulomb, std::optional<double> viscous) {
  SimulatedArm arm(robot::load("kuka_lwr4"), {.world = file(kFollower),
                                              .start = posture(kFollower),
                                              .interface_rate = 1000,
                                              .coulomb_friction = coulomb,
                                              .viscous_friction = viscous});
  JointVector push = JointVector::Zero(7);
  push[6] = 0.2;
  core::Time now;
  for (int k = 0; k < 500; ++k, now += kTick) {
    arm.read(now);
    arm.command(now, {push});
    arm.advance(kTick);
  }
  return arm.read(now).position[6] - posture(kFollower)[6];
}

TEST(SimulatedArm, FrictionThatIsGivenTakesThePlaceOfTheModelsOwn) {
  // 0.4 N m of the model hold it but for the creep of a stuck joint, 1e-5 s times the acceleration
  // held back: 1e-5 · 0.2 / 7.9e-5 rad/s
  EXPECT_LT(turn_of_the_flange(std::nullopt, std::nullopt), 0.013);
  // a tenth of a newton metre is left for the damper: (0.2 − 0.1) / 1 rad/s
  EXPECT_NEAR(turn_of_the_flange(0.1, std::nullopt), 0.05, 2e-3);
  EXPECT_NEAR(turn_of_the_flange(0.1, 0.5), 0.1, 4e-3);
}

// With the friction of the scenarios a spring of 50 N m/rad and a damper of 5 N m s/rad at 1 kHz
// are too much for a flange of 8e-5 kg m²; 0.05 kg m² of rotor carry them.
class SprungArm : public testing::Test {
 protected:
  // lets a spring of 500 N/m pull the tool by `way` [m] for four seconds
  void pull(const Vector3& way) {
    SimulatedArm arm(chain_, {.world = file(kFollower),
                              .start = posture(kFollower),
                              .interface_rate = 1000,
                              .coulomb_friction = 0.01,
                              .viscous_friction = 0.01,
                              .rotor_inertia = 0.05});
    const spatial::SpatialSpring spring(spatial::SpatialStiffness{});
    spatial::Pose goal = tool(chain_, posture(kFollower));
    goal.position += way;
    JointVector before = posture(kFollower);
    core::Time now;
    for (int k = 0; k < 4000; ++k, now += kTick) {
      measured_ = arm.read(now);
      ASSERT_FALSE(measured_.fault);
      velocity_ = (measured_.position - before) / 1e-3;
      before = measured_.position;
      robot::jacobian(chain_, measured_.position, state_);
      arm.command(now, {robot::joint_efforts(state_.jacobian, spring.wrench(goal, state_.tool)) -
                        5.0 * velocity_});
      arm.advance(kTick);
    }
  }

  const robot::Chain chain_ = robot::load("kuka_lwr4");
  robot::ChainState state_;
  signals::DeviceState measured_;
  JointVector velocity_;
};

TEST_F(SprungArm, SettlesUnderTheDocumentsDampingWithRotors) {
  pull(Vector3(0, 0.02, 0));
  EXPECT_LT(velocity_.norm(), 1e-4);
  EXPECT_LT((state_.tool.position - kFollower.tool - Vector3(0, 0.02, 0)).norm(), 1e-3);
}

TEST_F(SprungArm, FindsAWallOfThirtySevenKilonewtonsPerMetre) {
  pull(Vector3(0.16, 0, 0));
  const double place = state_.tool.position.x();
  const double force = measured_.external_at_tool.force.x();
  EXPECT_NEAR(force, -20, 1);  // 40 mm of spring
  pull(Vector3(0.24, 0, 0));
  EXPECT_NEAR((measured_.external_at_tool.force.x() - force) / (state_.tool.position.x() - place),
              -37e3, 2e3);
}

}  // namespace
}  // namespace tether::sim
