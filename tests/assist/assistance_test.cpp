#include "tether/assist/fixtures/assistance.hpp"

#include <memory>
#include <random>

#include <gtest/gtest.h>

namespace tether::assist {
namespace {

using spatial::Matrix3;
using spatial::Pose;
using spatial::Vector3;

// a spring to a point, and a place within which motions are made smaller
class Spring final : public FixtureForces {
 public:
  FixtureEffect at(core::Time /*now*/, const Pose& tool,
                   const spatial::Twist& /*twist*/) noexcept override {
    tool_ = tool;
    FixtureEffect effect;
    effect.at_tool.force = stiffness * (centre - tool.position);
    effect.potential = 0.5 * stiffness * (centre - tool.position).squaredNorm();
    effect.motion = motion;
    effect.active = 1;
    return effect;
  }

  double stiffness = 100;  // [N/m]
  Vector3 centre = {0.1, -0.2, 0.3};
  Matrix3 motion = Matrix3::Identity();
  Pose tool_;  // that was asked about
};

// the stage with a spring, past its ramp
struct Stage {
  explicit Stage(const AssistanceParams& params = {})
      : assistance(params, std::unique_ptr<FixtureForces>(spring)) {}

  AssistanceOutput at(const Pose& tool, bool clutched = false) {
    return assistance.update({.tool = tool, .place = tool, .clutched = clutched});
  }

  Spring* spring = new Spring;  // the stage owns it
  Assistance assistance;
};

Pose pose_at(double x, double y, double z) { return {Matrix3::Identity(), {x, y, z}}; }

AssistanceParams random_params(std::mt19937& random) {
  std::uniform_real_distribution<double> unit(-1, 1);
  const auto vector = [&] { return Vector3(unit(random), unit(random), unit(random)); };
  AssistanceParams params;
  params.map.offset = {spatial::exp_rotation(3 * vector()), vector()};
  params.map.rotation = spatial::exp_rotation(3 * vector());
  params.map.scale = std::exp(unit(random));
  params.force_scale = std::exp(unit(random));
  params.max_force = 1e6;
  return params;
}

TEST(Assistance, LetsTheHandFeelTheForceAsItIsAtTheTool) {
  std::mt19937 random(1);
  for (int i = 0; i < 1000; ++i) {
    AssistanceParams params = random_params(random);
    params.force_scale = 1;
    Stage stage(params);
    const auto out = stage.at(pose_at(0.01, 0.02, 0.03));
    EXPECT_NEAR(out.wrench.force.norm(), out.fixtures.at_tool.force.norm(), 1e-9);
    EXPECT_NEAR((params.map.rotation * out.wrench.force - out.fixtures.at_tool.force).norm(), 0,
                1e-9);
  }
}

// what is stored at the hand is what its force is the gradient of, for any map and scale
TEST(Assistance, IsTheGradientOfWhatItStores) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> unit(-0.1, 0.1);
  for (int i = 0; i < 1000; ++i) {
    Stage stage(random_params(random));
    const Vector3 here(unit(random), unit(random), unit(random));
    const Vector3 force = stage.at({Matrix3::Identity(), here}).wrench.force;
    constexpr double kStep = 1e-5;
    for (int axis = 0; axis < 3; ++axis) {
      const Vector3 step = kStep * Vector3::Unit(axis);
      const double ahead = stage.at({Matrix3::Identity(), here + step}).potential;
      const double behind = stage.at({Matrix3::Identity(), here - step}).potential;
      EXPECT_NEAR(force[axis], -(ahead - behind) / (2 * kStep), 1e-6 * (1 + force.norm()));
    }
  }
}

TEST(Assistance, NeverPullsHarderThanItMay) {
  AssistanceParams params;
  params.max_force = 7;
  Stage stage(params);
  EXPECT_NEAR(stage.at(pose_at(1, 1, 1)).wrench.force.norm(), 7, 1e-12);
}

TEST(Assistance, SendsSmallerMotionsWhereMotionsAreMadeSmaller) {
  Stage stage;
  stage.at(pose_at(0, 0, 0));
  stage.spring->motion = 0.25 * Matrix3::Identity();
  stage.at(pose_at(0, 0, 0));
  EXPECT_NEAR(stage.at(pose_at(0.04, 0, 0)).sent.position.x(), 0.01, 1e-15);
  // outside again the way that was left out stays left out
  stage.spring->motion.setIdentity();
  EXPECT_NEAR(stage.at(pose_at(0.08, 0, 0)).sent.position.x(), 0.02, 1e-15);
  EXPECT_NEAR(stage.at(pose_at(0.12, 0, 0)).sent.position.x(), 0.06, 1e-15);
  EXPECT_NEAR(stage.spring->tool_.position.x(), 0.06, 1e-15);
}

TEST(Assistance, LooksAtTheToolWhereTheClutchHasLeftIt) {
  Stage stage;
  stage.at(pose_at(0.05, 0, 0));
  stage.at(pose_at(0.03, 0, 0), true);
  EXPECT_NEAR(stage.spring->tool_.position.x(), 0.05, 1e-15);
  stage.at(pose_at(0.01, 0, 0));
  EXPECT_NEAR(stage.spring->tool_.position.x(), 0.05, 1e-15);
  stage.at(pose_at(0.02, 0, 0));
  EXPECT_NEAR(stage.spring->tool_.position.x(), 0.06, 1e-15);
}

TEST(Assistance, IsSwitchedOnAndOffWithoutAStep) {
  AssistanceParams params;
  params.enabled = false;
  Stage stage(params);
  const Pose here = pose_at(0, 0, 0);
  EXPECT_EQ(stage.at(here).wrench.force.norm(), 0);
  stage.assistance.enable(true);
  double last = 0;
  for (int i = 0; i < 300; ++i) {
    const double force = stage.at(here).wrench.force.norm();
    EXPECT_GE(force, last);
    EXPECT_LT(force - last, 0.5);
    last = force;
  }
  EXPECT_NEAR(last, 100 * stage.spring->centre.norm() > 20 ? 20 : 0, 1e-9);
  stage.assistance.enable(false);
  for (int i = 0; i < 201; ++i) last = stage.at(here).wrench.force.norm();
  EXPECT_EQ(last, 0);
}

TEST(Assistance, LooksAtTheToolAsItWasReceived) {
  AssistanceParams params;
  params.at = AssistanceParams::At::follower;
  Stage stage(params);
  AssistanceInput in{
      .tool = pose_at(0, 0, 0), .place = pose_at(0, 0, 0), .remote = pose_at(0.2, 0, 0)};
  EXPECT_EQ(stage.assistance.update(in).wrench.force.norm(), 0) << "nothing was received yet";
  in.remote_valid = true;
  stage.assistance.update(in);
  EXPECT_EQ(stage.spring->tool_.position, Vector3(0.2, 0, 0));
}

}  // namespace
}  // namespace tether::assist
