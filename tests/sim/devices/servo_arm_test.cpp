#include "tether/sim/devices/servo_arm.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <gtest/gtest.h>

#include "sim/world/contact_loop.hpp"
#include "tests/sim/steps.hpp"
#include "tests/support/allocation_counter.hpp"
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
      measured_ = arm_.read(now_);
      energy_ += before_.size() == 0 ? 0 : measured_.applied.dot(measured_.position - before_);
      before_ = measured_.position;
      robot::jacobian(arm_.chain(), measured_.position, state_);
      arm_.command(now_,
                   {robot::joint_efforts(state_.jacobian, spring_.wrench(goal_, state_.tool))});
      arm_.advance(kTick);
    }
  }

  ServoArm arm_;
  spatial::SpatialSpring spring_;
  spatial::Pose goal_;
  robot::ChainState state_;
  signals::DeviceState measured_;
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
  EXPECT_LT((pulled.measured_.position - start_posture()).norm(), 1e-4);
  EXPECT_LT(pulled.measured_.external_at_tool.force.norm(), 1e-9);
}

TEST(ServoArm, FollowsASpringAndReportsWhatItCost) {
  Pulled pulled(quiet(params_at(start_posture())), 20000);
  const Vector3 goal = pulled.goal_.position + Vector3(0.02, -0.02, 0.01);
  pulled.towards(goal);
  pulled.run(3);
  EXPECT_LT((pulled.state_.tool.position - goal).norm(), 1e-4);
  // what the spring held went into the drag: ½ k d², measured with some error of the servo
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
      const double speed = std::abs(pulled.measured_.position[i] - last[i]) / 1e-3;
      // the servo asks for no more than it; a step to it through valve (0.8) and fluid (0.7, whose
      // damper pulls too) peaks at 1.13 to 1.15 of it with this arm's inertias
      ASSERT_LT(speed, 1.16 * chain.joints[static_cast<std::size_t>(i)].max_speed) << i;
    }
    last = pulled.measured_.position;
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

// the plane of the world below: 1e5 N/m, with the damping and mass of MuJoCo's contact, whose
// solref −335 −2 and impedance ½ make k/m = 335 / ½ and c/m = 2 / ½
constexpr ContactImpedance kPlane{.stiffness = 1e5, .damping = 597, .mass = 149};

ServoArmParams on_a_plane() {
  ServoArmParams params = params_at(start_posture());
  params.world = TETHER_SOURCE_DIR "/tests/sim/whman_on_a_plane.xml";
  params.contact = {0, 0, 0, 0};  // anything goes: what it bears is tried
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
  EXPECT_NEAR(pulled.measured_.external_at_tool.force.z(), light, 1);
  const double firm = press(0.02);
  EXPECT_NEAR((firm - light) / (height - pulled.state_.tool.position.z()), 1e5, 2e3);
}

// what is left of its swinging three seconds after the tool was pulled onto the plane [N]
double unrest_on_a_plane(ServoArmParams params, double depth) {
  const double spring =
      std::exchange(params.contact, ContactImpedance{0, 0, 0, 0}).spring;  // not refused
  Pulled pulled(params, spring);
  const Vector3 start = pulled.goal_.position;
  pulled.towards({start.x(), start.y(), 0.80 - depth});
  pulled.run(3);
  return unrest(pulled);
}

TEST(ServoArm, IsStableOnAPlaneWithinItsGainMarginAndNotFarBeyondIt) {
  RandomGenerator random(20140109);
  const robot::Chain chain = robot::load("whman");
  int within = 0, beyond = 0;
  for (int k = 0; k < 40; ++k) {
    ServoArmParams params = quiet(on_a_plane());
    params.admittance.drag = std::exp(random.uniform(std::log(0.03), std::log(0.6)));
    params.admittance.time_constant = random.uniform(0.01, 0.03);
    params.drive.valve_frequency = random.uniform(25, 60);
    params.drive.fluid_frequency = random.uniform(12, 30);
    params.drive.fluid_damping = random.uniform(0.3, 0.8);
    params.drive.gain = random.uniform(2, 10);
    params.sensor.cutoff = random.uniform(50, 200);
    params.contact = kPlane;
    params.contact.spring = random.uniform(10000, 20000);
    const double depth = random.uniform(0.005, 0.03);
    const double margin = ContactLoop(chain, params, Vector3::UnitZ()).gain_margin();
    if (margin >= kSafeGainMargin) {
      ++within;
      EXPECT_LT(unrest_on_a_plane(params, depth), 10) << k << ' ' << margin;
    } else if (margin < 0.5) {
      ++beyond;
      EXPECT_GT(unrest_on_a_plane(params, depth), 50) << k << ' ' << margin;
    }
  }
  EXPECT_GE(within, 10);
  EXPECT_GE(beyond, 10);
}

TEST(ServoArm, RefusesAContactThatWouldMakeItSwingAndNamesADragThatDoesNot) {
  ServoArmParams params = params_at(start_posture());
  params.admittance.drag = 0.04;
  const robot::Chain chain = robot::load("whman");
  EXPECT_THROW(ServoArm(chain, params), core::InputError);
  params.admittance.drag = 1.001 * least_drag(chain, params, Vector3::UnitZ());
  EXPECT_GT(params.admittance.drag, 0.04);
  EXPECT_LT(params.admittance.drag, ServoAdmittance{}.drag);
  EXPECT_NO_THROW(ServoArm(chain, params));
}

TEST(ServoArm, FeelsAtItsToolAsTheDesignNotesSay) {
  const robot::Chain chain = robot::load("whman");
  const ServoArmParams params = params_at(start_posture());
  const Vector3 damping(2317, 1925, 2420), mass(7.9, 8.3, 56.8);  // docs/design/robot-models.md
  for (int axis = 0; axis < 3; ++axis) {
    const ContactLoop loop(chain, params, Vector3::Unit(axis));
    EXPECT_NEAR(loop.virtual_damping(), damping[axis], 1);
    EXPECT_NEAR(loop.mass(), mass[axis], 0.1);
  }
}

// Contact and spring share the way from where the contact begins to where the spring pulls.
// Sideways the tool may rest wherever friction bears the spring: |d| ≤ μ F / k, and within the play
// of the holes. Led down slowly, or the pins lean on a side of the hole.
TEST(ServoArm, StandsOnTheToolBesideItsHolesAndSinksIntoThem) {
  constexpr double kSpring = 20000, kFriction = 0.2;
  constexpr double kRods = 6e5, kSeat = 3e5;  // docs/design/robot-models.md [N/m]
  const auto rest = [](const Vector3& beside, double goal) -> Vector3 {
    const Vector3 face = kTool + beside;
    Pulled pulled(quiet(params_at(above(face + Vector3(0, 0, 0.045)))), kSpring);
    for (double height = 0.045; height > goal; height -= 2e-5) {
      pulled.towards(face + Vector3(0, 0, height));
      pulled.run(1e-3);
    }
    pulled.run(2);
    EXPECT_LT(unrest(pulled), 1);
    return pulled.state_.tool.position - face;
  };
  const auto shared = [](double contact, double begin, double goal) {
    return (contact * begin + kSpring * goal) / (contact + kSpring);
  };
  for (const double goal : {0.035, 0.030}) {
    const Vector3 standing = rest(Vector3(0, 0.03, 0), goal);
    EXPECT_NEAR(standing.z(), shared(kRods, 0.040, goal), 2e-5);
    EXPECT_LT(standing.head<2>().norm(), kFriction * (standing.z() - goal));
  }
  for (const double goal : {-0.005, -0.015}) {
    const Vector3 seated = rest(Vector3(0, 0, 0), goal);
    EXPECT_NEAR(seated.z(), shared(kSeat, 0, goal), 2e-5);
    EXPECT_LT(seated.head<2>().norm(), 1e-3);
  }
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
