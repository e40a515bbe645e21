#include "tether/sim/servo_arm.hpp"

#include <algorithm>
#include <cmath>

#include "tests/support/allocation_counter.hpp"
#include <gtest/gtest.h>

#include "tether/core/data_path.hpp"
#include "tether/core/error.hpp"
#include "tether/robot/catalogue.hpp"
#include "tether/robot/inverse_kinematics.hpp"
#include "tether/robot/kinematics.hpp"
#include "tether/spatial/spatial_spring.hpp"

namespace tether::sim {
namespace {

using robot::JointVector;
using spatial::Vector3;

constexpr core::Duration kTick = std::chrono::milliseconds(1);
const Vector3 kTool(1.25, -0.12, 0.60);  // middle of its upper face [m]

JointVector start_posture() {
  JointVector q(8);
  q << 0, 0, 0.3, 1.4, 0.2, 0, 1.4415926536, 0;
  return q;
}

ServoArmParams params_at(const JointVector& q) {
  return {.world = core::data_path("worlds/tool_changer_whman.xml").string(), .start = q};
}

// posture with the changer's face at `place` [m], pointing down
JointVector above(const Vector3& place) {
  const robot::Chain chain = robot::load("whman");
  const spatial::Pose goal{Vector3(-1, 1, -1).asDiagonal().toDenseMatrix(), place};
  const auto solution = robot::inverse_kinematics(chain, goal, start_posture());
  EXPECT_TRUE(solution.converged);
  return solution.q;
}

// the arm under a spring that pulls its tool to a place
class Pulled {
 public:
  Pulled(const ServoArmParams& params, double stiffness)
      : arm_(robot::load("whman"), params),
        spring_({.translation = stiffness * spatial::Matrix3::Identity(),
                 .orientation = 5000 * spatial::Matrix3::Identity()}) {
    robot::jacobian(arm_.chain(), params.start, state_);
    goal_ = state_.tool;
  }

  void towards(const Vector3& place) { goal_.position = place; }

  void run(double seconds) {
    for (int k = 0; k < static_cast<int>(1e3 * seconds); ++k, now_ += kTick) {
      told_ = arm_.read(now_);
      energy_ += before_.size() == 0 ? 0 : told_.applied.dot(told_.position - before_);
      before_ = told_.position;
      robot::jacobian(arm_.chain(), told_.position, state_);
      arm_.command(now_,
                   {robot::joint_efforts(state_.jacobian, spring_.wrench(goal_, state_.tool))});
      arm_.advance(kTick);
    }
  }

  ServoArm arm_;
  spatial::SpatialSpring spring_;
  spatial::Pose goal_;
  robot::ChainState state_;
  device::DeviceState told_;
  JointVector before_;
  double energy_ = 0;
  core::Time now_;
};

ServoArmParams quiet(ServoArmParams params) {
  params.sensor.noise = params.sensor.bias = params.sensor.drift = {0, 0};
  return params;
}

TEST(ServoArm, StandsStillUnderItsWeightWithoutCommands) {
  Pulled pulled(quiet(params_at(start_posture())), 0);
  pulled.run(2);
  EXPECT_LT((pulled.told_.position - start_posture()).norm(), 1e-4);
  EXPECT_LT(pulled.told_.external_at_tool.force.norm(), 1e-9);
}

TEST(ServoArm, FollowsASpringAndTellsWhatItCost) {
  Pulled pulled(quiet(params_at(start_posture())), 20000);
  const Vector3 goal = pulled.goal_.position + Vector3(0.02, -0.02, 0.01);
  pulled.towards(goal);
  pulled.run(3);
  EXPECT_LT((pulled.state_.tool.position - goal).norm(), 1e-4);
  // what the spring held went into the drag: ½ k d², told with some error of the servo
  EXPECT_NEAR(pulled.energy_, 0.5 * 20000 * (2 * 0.02 * 0.02 + 0.01 * 0.01), 0.3);
}

TEST(ServoArm, NeverMovesAJointFasterThanItsRating) {
  Pulled pulled(quiet(params_at(start_posture())), 8000);
  pulled.towards(pulled.goal_.position + Vector3(0.12, 0.12, 0.04));
  JointVector last = start_posture();
  const robot::Chain chain = robot::load("whman");
  for (int k = 0; k < 2000; ++k) {
    pulled.run(1e-3);
    for (int i = 0; i < 8; ++i) {
      const double speed = std::abs(pulled.told_.position[i] - last[i]) / 1e-3;
      // the fluid lets a joint swing beyond it, but not as far as a session takes for a fault
      ASSERT_LT(speed, 1.5 * chain.joints[static_cast<std::size_t>(i)].max_speed) << i;
    }
    last = pulled.told_.position;
  }
}

TEST(ServoArm, IsFeltAsItsVirtualMassWithoutWeight) {
  const ServoArm arm(robot::load("whman"), params_at(start_posture()));
  robot::ChainState state;
  robot::mass_matrix(arm.chain(), start_posture(), state);
  const ServoAdmittance admittance;
  for (int i = 0; i < 8; ++i) {
    EXPECT_NEAR(state.mass_matrix(i, i),
                admittance.mass(arm.chain().joints[static_cast<std::size_t>(i)]), 1e-9);
  }
  robot::gravity_efforts(arm.chain(), start_posture(), state);
  EXPECT_TRUE(state.gravity.isZero(0));
}

TEST(ServoArm, RefusesAPostureOfAnotherArm) {
  EXPECT_THROW(ServoArm(robot::load("whman"), params_at(JointVector::Zero(7))), core::InputError);
}

// the largest change of the contact's force along z in a second [N]
double unrest(Pulled& pulled) {
  double low = pulled.arm_.true_contact().force.z();
  double high = low;
  for (int k = 0; k < 1000; ++k) {
    pulled.run(1e-3);
    const double force = pulled.arm_.true_contact().force.z();
    low = std::min(low, force);
    high = std::max(high, force);
  }
  return high - low;
}

ServoArmParams on_a_plane() {
  ServoArmParams params = params_at(start_posture());
  params.world = TETHER_SOURCE_DIR "/tests/sim/whman_on_a_plane.xml";
  return params;
}

TEST(ServoArm, PressesOnAPlaneWithWhatTheSpringPulls) {
  Pulled pulled(quiet(on_a_plane()), 20000);
  const Vector3 start = pulled.goal_.position;
  const auto press = [&](double depth) {
    pulled.towards({start.x(), start.y(), 0.80 - depth});
    pulled.run(3);
    return pulled.arm_.true_contact().force.z();
  };
  const double light = press(0.005);
  const double height = pulled.state_.tool.position.z();
  EXPECT_NEAR(light, 20000 * (height - 0.795), 1);
  EXPECT_NEAR(pulled.told_.external_at_tool.force.z(), light, 1);
  const double firm = press(0.02);
  EXPECT_NEAR((firm - light) / (height - pulled.state_.tool.position.z()), 1e5, 2e3);
}

TEST(ServoArm, IsStableOnAStiffPlaneWhateverItsLags) {
  Chance chance(20140109);
  for (int k = 0; k < 12; ++k) {
    ServoArmParams params = quiet(on_a_plane());
    params.admittance.drag = chance.uniform(0.25, 0.5);
    params.admittance.time_constant = chance.uniform(0.01, 0.03);
    params.drive.valve_frequency = chance.uniform(30, 60);
    params.drive.fluid_frequency = chance.uniform(20, 35);
    params.drive.fluid_damping = chance.uniform(0.5, 0.9);
    params.drive.gain = chance.uniform(2, 8);
    params.sensor.cutoff = chance.uniform(50, 200);
    Pulled pulled(params, chance.uniform(10000, 20000));
    const Vector3 start = pulled.goal_.position;
    pulled.towards({start.x(), start.y(), 0.80 - chance.uniform(0.005, 0.03)});
    pulled.run(3);
    EXPECT_LT(unrest(pulled), 10) << k;
    EXPECT_GT(pulled.arm_.true_contact().force.z(), 20) << k;
  }
}

TEST(ServoArm, IsNotStableThereWithTooLittleDrag) {
  ServoArmParams params = quiet(on_a_plane());
  params.admittance.drag = 0.04;
  Pulled pulled(params, 20000);
  const Vector3 start = pulled.goal_.position;
  pulled.towards({start.x(), start.y(), 0.78});
  pulled.run(4);
  EXPECT_GT(unrest(pulled), 100);
}

TEST(ServoArm, StandsOnTheToolBesideItsHolesAndSinksIntoThem) {
  const auto lowest = [](const Vector3& beside) {
    const Vector3 high = kTool + beside + Vector3(0, 0, 0.045);
    Pulled pulled(params_at(above(high)), 20000);
    pulled.towards(high - Vector3(0, 0, 0.06));
    pulled.run(4);
    return pulled.state_.tool.position.z() - kTool.z();
  };
  EXPECT_GT(lowest(Vector3(0, 0.03, 0)), 0.038);
  EXPECT_LT(lowest(Vector3(0, 0, 0)), 1.5e-3);
}

TEST(ServoArm, WorksWithoutTheHeap) {
  Pulled pulled(params_at(start_posture()), 20000);
  pulled.run(0.1);
  const test::AllocationCounter counter;
  pulled.run(0.1);
  EXPECT_EQ(counter.allocations(), 0);
}

}  // namespace
}  // namespace tether::sim
