// Multibody systems as followers: named in a scenario, set up and run.
#include "tether/scenario/multibody.hpp"

#include <cmath>
#include <fstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"
#include "tether/core/error.hpp"
#include "tether/robot/catalogue.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/assemble/assemble.hpp"
#include "tether/session/virtual_session.hpp"

namespace tether::session {
namespace {

using ::testing::HasSubstr;

constexpr const char* kPanda = R"([leader]
device = "panda"
world = "panda"
posture = [0, -0.3464645658, 0, -2.0555918222, 0, 1.7091272564, 0.7853981634]
)";

constexpr const char* kPushed = "[coupling]\nkind = \"force-position\"\n";

scenario::Scenario panda_scenario(const std::string& more) {
  return scenario::parse_scenario(std::string(kPanda) + more, "x.toml");
}
scenario::Scenario pushed(const std::string& more) { return panda_scenario(kPushed + more); }

std::string panda_error(const std::string& more) {
  try {
    panda_scenario(more);
  } catch (const core::InputError& e) {
    return e.what();
  }
  return "no error";
}

TEST(Multibody, EveryShippedSystemFollowsAPanda) {
  int systems = 0;
  for (const robot::CatalogueEntry& entry : robot::catalogue()) {
    if (entry.kind != robot::RobotKind::multibody || entry.model.empty()) continue;
    SCOPED_TRACE(entry.name);
    ++systems;
    VirtualSession session(pushed(fmt::format(
        "[coupling.conditioning]\nenabled = false\n[follower]\nrobot = \"{}\"\n", entry.name)));
    EXPECT_EQ(session.setup().chain.name, entry.name);
    for (int k = 0; k < 1000; ++k) {
      session.tick();
      ASSERT_FALSE(session.fault()) << k;
      session.advance();
    }
    EXPECT_TRUE(session.follower().effort.allFinite());
  }
  EXPECT_EQ(systems, 5);
}

TEST(Multibody, StartsInThePostureThatIsGivenElseInItsModels) {
  const auto start = [](const std::string& posture) {
    return follower_setup(pushed("[follower]\nrobot = \"crankshaft\"\n" + posture)).start[0];
  };
  EXPECT_EQ(start(""), 0);
  EXPECT_EQ(start("posture = [1.5]"), 1.5);
  EXPECT_THAT(panda_error("[follower]\nrobot = \"pendulum\"\nposture = [1]"),
              HasSubstr("pendulum has 2 joints, found 1 numbers"));
}

TEST(Multibody, AnotherMassIsThatOfTheModelAndOfTheSimulation) {
  const scenario::Scenario heavy =
      pushed("[follower]\nrobot = \"pendulum\"\n[multibody]\nmass = 12\n");
  EXPECT_EQ(scenario::follower_chain(heavy).links[1].mass, 12);
  const scenario::FollowerSetup setup = follower_setup(heavy);
  // where 5 N m and its weight are in balance, once it has swung out: 2 m l² / b is 6 s
  const auto device = follower_device(heavy, setup);
  device->command({}, {robot::JointVector(Eigen::Vector2d(5, 0))});
  for (int k = 0; k < 45000; ++k) device->advance(std::chrono::milliseconds(1));
  EXPECT_NEAR(device->read({}).position[0], std::asin(5 / (12 * 9.81 * 0.49)), 1e-3);
}

class OwnSystem : public ::testing::Test {
 protected:
  void SetUp() override {
    std::ofstream(directory_.file("swing.xml")) << R"(<mujoco model="swing">
  <option timestep="0.001"/>
  <worldbody>
    <body><joint name="swing" type="hinge" axis="0 1 0" damping="0.1"/>
      <geom type="sphere" size="0.05" pos="0 0 -0.3" mass="1"/>
      <site name="seat" pos="0 0 -0.3"/>
    </body>
  </worldbody>
</mujoco>)";
  }

  std::string write(const std::string& multibody) {
    const std::string path = directory_.file("own.toml");
    std::ofstream(path) << kPanda << kPushed << "[follower]\nrobot = \"multibody\"\n[multibody]\n"
                        << multibody;
    return path;
  }

  test::TemporaryDirectory directory_;
};

TEST_F(OwnSystem, IsFoundBesideItsScenario) {
  const scenario::Scenario own =
      scenario::load_scenario(write("model = \"swing.xml\"\nsite = \"seat\""));
  const scenario::FollowerSetup setup = follower_setup(own);
  EXPECT_EQ(setup.chain.name, "swing");
  ASSERT_EQ(setup.chain.joint_count, 1);
  EXPECT_LT((setup.offset.position - spatial::Vector3(0, 0, -0.3)).norm(), 1e-12);
  EXPECT_EQ(scenario::follower_world(own), directory_.file("swing.xml"));
  VirtualSession session(own);
  for (int k = 0; k < 200; ++k) {
    session.tick();
    ASSERT_FALSE(session.fault());
    session.advance();
  }
}

TEST_F(OwnSystem, AWrongSiteNamesTheModelAndTheNearestSite) {
  const std::string path = write("model = \"swing.xml\"\nsite = \"saet\"");
  EXPECT_THAT([&] { scenario::load_scenario(path); },
              ::testing::ThrowsMessage<core::InputError>(
                  ::testing::AllOf(HasSubstr("swing.xml"), HasSubstr("did you mean \"seat\"?"))));
}

TEST(Multibody, MistakesAreNamed) {
  EXPECT_THAT(panda_error("[follower]\nrobot = \"multibody\"\n"),
              HasSubstr("needs [multibody] model = \"path/to.xml\""));
  EXPECT_THAT(panda_error("[follower]\nrobot = \"multibody\"\n[multibody]\nmodel = \"no.xml\"\n"),
              HasSubstr("no.xml"));
  EXPECT_THAT(panda_error("[multibody]\nmass = 2\n"), HasSubstr("is no multibody system"));
  EXPECT_THAT(panda_error("[follower]\nrobot = \"pendulum\"\n[multibody]\nmodel = \"a.xml\"\n"),
              HasSubstr("pendulum has its own model"));
  EXPECT_THAT(
      panda_error("[follower]\nrobot = \"pendulum\"\n[follower.offset]\nposition = [0, 0, 0]\n"),
      HasSubstr("starts where its model does"));
  EXPECT_THAT(panda_error("[follower]\nrobot = \"pendlum\"\n"),
              HasSubstr("did you mean \"pendulum\"?"));
  EXPECT_THAT(panda_error("[follower]\nrobot = \"pendulum\"\n"),
              HasSubstr("pendulum is pushed: coupling.kind = \"force-position\""));
  EXPECT_THAT(panda_error(kPushed),
              HasSubstr("pushes a simulated multibody system; kuka_lwr4 is none"));
  EXPECT_THAT(
      [] {
        scenario::parse_scenario(std::string(kPushed) + "[follower]\nrobot = \"pendulum\"\n",
                                 "x.toml");
      },
      ::testing::ThrowsMessage<core::InputError>(
          HasSubstr("needs an arm that is held as leader; omega7 is none")));
}

TEST(LeaderWrench, IsExactUnlessAnEstimateIsAskedFor) {
  const auto force_at_rest = [](const std::string& more) {
    const scenario::Scenario s = panda_scenario(more);
    const auto device = leader_device(s, leader_chain(s));
    for (int k = 0; k < 100; ++k) device->advance(std::chrono::milliseconds(1));
    return device->read({}).external_at_tool.force.norm();
  };
  EXPECT_LT(force_at_rest(""), 0.1);
  EXPECT_GT(force_at_rest("[leader.wrench]\nkind = \"estimated\"\n"), 0.3);
  EXPECT_LT(force_at_rest("[leader.wrench]\nkind = \"estimated\"\nload_mass = 0\ncentre_error = 0\n"
                          "torque_offset = 0\nfriction = 0\nforce_noise = 0\ntorque_noise = 0\n"),
            0.1);
}

}  // namespace
}  // namespace tether::session
