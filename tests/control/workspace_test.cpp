#include "tether/control/couplings/workspace.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/support/random/random_draw.hpp"
#include "tests/support/random/random_vector.hpp"

namespace tether::control {
namespace {

using spatial::Matrix3;
using spatial::Pose;
using spatial::Vector3;
using test::any_vector;

Matrix3 turned(const Vector3& by) {
  return Eigen::AngleAxisd(by.norm(), by.normalized()).toRotationMatrix();
}

Pose random_pose(test::RandomDraw& draw) {
  return {turned(any_vector(draw, 3)), any_vector(draw, 1)};
}

WorkspaceMapParams random_map(test::RandomDraw& draw) {
  return {.offset = random_pose(draw),
          .scale = draw.between(0.1, 5),
          .rotation = turned(any_vector(draw, 3))};
}

TEST(WorkspaceMap, BeginsAtTheReferencesOfBothTools) {
  const Pose reference{turned({0.3, -0.2, 1}), {0.5, 0.1, 0.4}};
  const Pose offset{turned({-1, 0.2, 2}), {-0.3, 0.2, 0.7}};
  const WorkspaceMap map({.offset = offset, .scale = 0.3, .rotation = turned({0, 1, 0})});
  const Pose start = map.to_follower(in_workspace(reference, reference));
  EXPECT_LT((start.position - offset.position).norm(), 1e-15);
  EXPECT_LT((start.rotation - offset.rotation).norm(), 1e-14);
}

TEST(WorkspaceMap, ScalesAndTurnsMotionsAndTurnsAboutTurnedAxes) {
  Matrix3 quarter;  // leader's x becomes the follower's y
  quarter << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  const WorkspaceMap map({.offset = {}, .scale = 0.5, .rotation = quarter});
  const Pose there = map.to_follower(Pose{turned({0.2, 0, 0}), {0.1, 0, 0}});
  EXPECT_LT((there.position - Vector3(0, 0.05, 0)).norm(), 1e-15);
  EXPECT_LT((there.rotation - turned({0, 0.2, 0})).norm(), 1e-15);
}

RC_GTEST_PROP(WorkspaceMap, LeadsThereAndBack, ()) {
  test::RandomDraw draw(*rc::gen::arbitrary<std::uint64_t>());
  const WorkspaceMap map(random_map(draw));
  const Pose place = random_pose(draw);
  const Pose back = map.to_leader(map.to_follower(place));
  RC_ASSERT((back.position - place.position).norm() < 1e-12);
  RC_ASSERT((back.rotation - place.rotation).norm() < 1e-12);
  const Pose tool = map.to_follower(map.to_leader(place));
  RC_ASSERT((tool.position - place.position).norm() < 1e-12);
  RC_ASSERT((tool.rotation - place.rotation).norm() < 1e-12);
}

// what a wrench does at the follower's tool it does at the leader's, whatever the motion
RC_GTEST_PROP(WorkspaceMap, KeepsThePowerOfEveryMotion, ()) {
  test::RandomDraw draw(*rc::gen::arbitrary<std::uint64_t>());
  const WorkspaceMap map(random_map(draw));
  const Pose reference = random_pose(draw), hand = random_pose(draw);
  const Vector3 v = any_vector(draw, 1), w = any_vector(draw, 1);
  constexpr double kStep = 1e-6;
  const auto tool_at = [&](double h) {
    return map.to_follower(
        in_workspace(reference, {turned(h * w) * hand.rotation, hand.position + h * v}));
  };
  const Pose before = tool_at(-kStep), after = tool_at(kStep);
  const Vector3 v_tool = (after.position - before.position) / (2 * kStep);
  const Eigen::AngleAxisd turn(after.rotation * before.rotation.transpose());
  const Vector3 w_tool = turn.angle() / (2 * kStep) * turn.axis();

  const spatial::Wrench at_tool{any_vector(draw, 10), any_vector(draw, 100)};
  const spatial::Wrench at_hand = map.to_leader(at_tool);
  const double given = at_hand.force.dot(v) + at_hand.torque.dot(w);
  const double taken = at_tool.force.dot(v_tool) + at_tool.torque.dot(w_tool);
  RC_ASSERT(std::abs(given - taken) < 1e-6 * (1 + std::abs(given)));
}

}  // namespace
}  // namespace tether::control
