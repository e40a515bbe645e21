#include "tether/reproduction/safe_arm/human_arm_study.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "tether/core/csv.hpp"
#include "tether/robot/human_arm.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::reproduction {
namespace {

using robot::JointVector;
using spatial::Vector3;

class HumanArmForces : public testing::Test {
 protected:
  // anywhere within the joint ranges
  JointVector posture() {
    JointVector q(arm.joint_count);
    for (int i = 0; i < q.size(); ++i) {
      const robot::Joint& joint = arm.joints[static_cast<std::size_t>(i)];
      q[i] = std::uniform_real_distribution(joint.lower, joint.upper)(random);
    }
    return q;
  }
  // torque that a force in base frame on a line through a point asks of the joints
  JointVector torques(const Vector3& force, const Vector3& point) const {
    return robot::joint_efforts(state.jacobian, {point.cross(force), force});
  }
  JointVector torques(ForceReading reading, int axis, double newtons) const {
    const Vector3 along =
        reading.hand_axes ? Vector3(state.tool.rotation.col(axis)) : Vector3(Vector3::Unit(axis));
    const Vector3 point = reading.at_hand ? state.tool.position : Vector3(Vector3::Zero());
    return torques(newtons * along, point);
  }
  bool bearable(const JointVector& torque) const {
    for (int i = 0; i < torque.size(); ++i) {
      const double most = arm.joints[static_cast<std::size_t>(i)].max_effort;
      if (std::abs(torque[i]) > most * (1 + 1e-12)) return false;
    }
    return true;
  }
  Vector3 largest(const JointVector& q, ForceReading reading) {
    robot::jacobian(arm, q, state);
    return largest_forces(arm, force_loads(state, reading));
  }

  const robot::Chain arm = robot::human_arm();
  robot::ChainState state;
  std::mt19937 random{7};
};

TEST_F(HumanArmForces, AreWhatTryingNewtonAfterNewtonFinds) {
  for (int k = 0; k < 1000 && !HasFailure(); ++k) {
    const JointVector q = posture();
    for (const ForceReading reading : kForceReadings) {
      const Vector3 found = largest(q, reading);
      for (int axis = 0; axis < 3; ++axis) {
        int newtons = 0;
        while (newtons < kStrongest && bearable(torques(reading, axis, newtons + 1))) ++newtons;
        EXPECT_EQ(std::floor(found[axis] + 1e-9), newtons) << name(reading) << ", axis " << axis;
      }
    }
  }
}

TEST_F(HumanArmForces, AreBearableEitherWayAndNoMoreIs) {
  for (int k = 0; k < 5000 && !HasFailure(); ++k) {
    const JointVector q = posture();
    for (const ForceReading reading : kForceReadings) {
      const Vector3 found = largest(q, reading);
      for (int axis = 0; axis < 3; ++axis) {
        EXPECT_LE(found[axis], kStrongest);
        EXPECT_TRUE(bearable(torques(reading, axis, found[axis])));
        EXPECT_TRUE(bearable(torques(reading, axis, -found[axis])));
        if (found[axis] == kStrongest) continue;
        EXPECT_FALSE(bearable(torques(reading, axis, 1.01 * found[axis])));
      }
    }
  }
}

// by hand: the forearm forward at a right angle, and a push to the side of it
TEST_F(HumanArmForces, OfABentArmAreThoseOfItsLevers) {
  JointVector q = JointVector::Zero(7);
  q[robot::kElbow] = std::acos(0.0);
  const Vector3 found = largest(q, {});
  EXPECT_NEAR(found.x(), 72 / 0.25, 1e-9);  // up: the elbow holds 0.25 m
  EXPECT_NEAR(found.y(), 60 / 0.25, 1e-9);  // sideways: the upper arm is twisted with 0.25 m
  EXPECT_EQ(found.z(), 400);                // forward: along the forearm, 115 N m at 0.20 m
}

TEST_F(HumanArmForces, AtTheHandAreNeverBelow240NewtonInAnyPosture) {
  for (int k = 0; k < 20'000 && !HasFailure(); ++k) {
    const JointVector q = posture();
    for (const bool hand_axes : {false, true}) {
      EXPECT_GE(largest(q, {true, hand_axes}).minCoeff(), 60 / 0.25 - 1e-9);
    }
  }
}

TEST_F(HumanArmForces, ThroughTheShoulderAlongHandAxesDoNotDependOnTheShoulder) {
  for (int k = 0; k < 1000 && !HasFailure(); ++k) {
    JointVector q = posture();
    const Vector3 found = largest(q, {false, true});
    q.head<3>() = posture().head<3>();
    EXPECT_LT((largest(q, {false, true}) - found).norm(), 1e-9);
  }
}

TEST(HumanArmStudy, ReachesTheBoxesAndSpheresOfTheDocument) {
  const HumanArmStudy study = run_human_arm_study();
  EXPECT_EQ(study.postures, 78'125U);
  EXPECT_EQ(study.boxes.size(), static_cast<std::size_t>(kDocumentedBoxes));
  ASSERT_EQ(study.spheres.size(), 5U);
  constexpr std::array kRadii{0.450, 0.429, 0.368, 0.272, 0.154};
  for (std::size_t i = 0; i < kRadii.size(); ++i) {
    EXPECT_NEAR(study.spheres[i].radius, kRadii[i], 5e-4);
  }
  EXPECT_EQ(study.spheres.back().boxes_out_to, study.boxes.size());
}

// below 140 N or 280 N: the document's Fz and Fy are the outermost one, two, two, three spheres
TEST(HumanArmStudy, TheDocumentsSharesAreThoseOfWholeSpheres) {
  const HumanArmStudy study = run_human_arm_study();
  const auto out_to = [&](std::size_t i) { return share_out_to(study, study.spheres[i]); };
  const ForceShares y = documented_shares(1), z = documented_shares(2);
  EXPECT_NEAR(out_to(0), z[0], 0.03);
  EXPECT_NEAR(out_to(1), y[0], 0.03);
  EXPECT_NEAR(out_to(1), z[0] + z[1], 0.03);
  EXPECT_NEAR(out_to(2), y[0] + y[1], 0.03);
}

TEST(HumanArmStudy, EveryBoxIsCountedOnceAndHoldsItsHands) {
  const HumanArmStudy study = run_human_arm_study(4);
  EXPECT_EQ(study.postures, 16'384U);
  for (std::size_t i = 0; i < study.boxes.size(); ++i) {
    const ForceBox& box = study.boxes[i];
    if (i > 0) {
      EXPECT_LT(study.boxes[i - 1].index, box.index);
    }
    EXPECT_LE(std::abs(box.centre().norm() - box.nearest), kBoxSide * std::sqrt(3.0));
  }
  for (std::size_t reading = 0; reading < kForceReadings.size(); ++reading) {
    for (int axis = 0; axis < 3; ++axis) {
      const ForceShares shares = force_shares(study, reading, axis);
      EXPECT_NEAR(shares[0] + shares[1] + shares[2], 1, 1e-12);
    }
  }
}

// a straight or bent elbow and two ends of every other range, box by box
TEST(HumanArmStudy, ABoxHasTheLargestForceOfThePosturesInIt) {
  const HumanArmStudy study = run_human_arm_study(2);
  const robot::Chain arm = robot::human_arm();
  robot::ChainState state;
  std::vector<Vector3> largest(study.boxes.size(), Vector3::Zero());
  for (unsigned posture = 0; posture < 128; ++posture) {
    JointVector q(7);
    for (unsigned i = 0; i < 7; ++i) {
      q[i] = (posture >> i & 1U) != 0 ? arm.joints[i].upper : arm.joints[i].lower;
    }
    robot::jacobian(arm, q, state);
    const Vector3& hand = state.tool.position;
    const auto box = std::find_if(study.boxes.begin(), study.boxes.end(), [&](const ForceBox& b) {
      return ((b.centre() - hand).cwiseAbs().array() < kBoxSide / 2 + 1e-9).all();
    });
    ASSERT_NE(box, study.boxes.end());
    Vector3& most = largest[static_cast<std::size_t>(box - study.boxes.begin())];
    most = most.cwiseMax(largest_forces(arm, force_loads(state, kForceReadings[0])));
  }
  for (std::size_t i = 0; i < largest.size(); ++i) {
    EXPECT_LT((study.boxes[i].force[0] - largest[i]).norm(), 1e-9);
  }
}

TEST(HumanArmStudy, IsTheSameEveryTime) {
  const HumanArmStudy one = run_human_arm_study(3), other = run_human_arm_study(3);
  EXPECT_EQ(human_arm_csv(one), human_arm_csv(other));
  EXPECT_EQ(force_slice_figure(one), force_slice_figure(other));
  EXPECT_EQ(force_histogram_figure(one), force_histogram_figure(other));
  EXPECT_EQ(to_table(one), to_table(other));
}

TEST(HumanArmStudy, WritesARowPerReadingAndBoxThatStatsReads) {
  const HumanArmStudy study = run_human_arm_study(3);
  const core::CsvTable table = core::CsvTable::parse(human_arm_csv(study), "human_arm.csv");
  ASSERT_EQ(table.rows(), study.boxes.size() * kForceReadings.size());
  EXPECT_EQ(table.cell(0, table.column("line_through")).text, "hand");
  EXPECT_NEAR(*table.number(0, table.column("fy_n")), study.boxes[0].force[0].y(), 1e-3);
  EXPECT_NEAR(*table.number(0, table.column("x_m")), study.boxes[0].centre().x(), 1e-9);
}

TEST(HumanArmStudy, NoLineOfTheTableIsWiderThanATerminal) {
  const std::string table = to_table(run_human_arm_study());
  for (std::size_t from = 0, to = 0; (to = table.find('\n', from)) != table.npos; from = to + 1) {
    const std::string line = table.substr(from, to - from);
    const auto columns =
        std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; });
    EXPECT_LE(columns, 80) << line;
  }
}

}  // namespace
}  // namespace tether::reproduction
