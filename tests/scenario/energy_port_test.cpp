// Where a scenario counts energy, what it declares to be there from the start, and what it may not
// ask for.
#include <gtest/gtest.h>

#include "tether/core/error.hpp"
#include "tether/scenario/guarantee.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/scenario/session_traits.hpp"
#include "tether/session/assemble/assemble.hpp"

namespace tether::scenario {
namespace {

using signals::SideName;

std::string refusal(const std::string& name, const std::vector<std::string>& overrides) {
  try {
    load_scenario(name, overrides);
  } catch (const core::InputError& e) {
    return e.what();
  }
  return "no error";
}

TEST(EnergyPort, IsWhereTheScenarioSays) {
  const Scenario scenario =
      load_scenario("omega_lwr_wall", {"leader.port=tool", "follower.port=joints"});
  EXPECT_STREQ(name(energy_port(scenario, SideName::leader)), "tool");
  EXPECT_STREQ(name(energy_port(scenario, SideName::follower)), "joints");
  EXPECT_STREQ(name(energy_port(load_scenario("panda_pendulum"), SideName::leader)), "hand");
  EXPECT_STREQ(name(energy_port(load_scenario("falcon_ropod_corridor"), SideName::follower)),
               "own");
}

TEST(EnergyPort, KnowsTheWrenchOfSimulatedDevicesAndOfThoseWhoseErrorIsStated) {
  Scenario scenario = load_scenario("omega_lwr_wall");
  EXPECT_TRUE(measures_wrench(scenario, SideName::leader));
  EXPECT_TRUE(measures_wrench(scenario, SideName::follower));
  scenario.leader.driver = scenario.follower.driver = "a real one";
  EXPECT_FALSE(measures_wrench(scenario, SideName::leader));
  EXPECT_FALSE(measures_wrench(scenario, SideName::follower));
  scenario.leader.side.force_error = 0.5;
  scenario.follower.side.torque_error = 0.1;
  EXPECT_TRUE(measures_wrench(scenario, SideName::leader));
  EXPECT_TRUE(measures_wrench(scenario, SideName::follower));
  scenario = load_scenario("panda_lwr_haptic", {"leader.wrench.kind=estimated"});
  EXPECT_FALSE(measures_wrench(scenario, SideName::leader));
  EXPECT_FALSE(measures_wrench(load_scenario("lwr_sine_medium"), SideName::leader));
}

TEST(EnergyPort, DeclaresWhatTheAccountsBeginWithAsTheLeaderCounts) {
  const std::vector<std::string> stores{"leader.store=0.2", "follower.store=0.4",
                                        "coupling.force_scale=0.5"};
  EXPECT_NEAR(energy_at_the_start(load_scenario("omega_lwr_wall", stores)), 0.4, 1e-12);
  const double without = energy_at_the_start(load_scenario("panda_pendulum"));
  EXPECT_NEAR(energy_at_the_start(load_scenario("panda_pendulum", {"leader.store=0.2"})),
              without + 0.2, 1e-12);
  const double felt = energy_at_the_start(load_scenario("falcon_ropod_corridor"));
  EXPECT_NEAR(energy_at_the_start(load_scenario("falcon_ropod_corridor", {"leader.store=0.2"})),
              felt + 0.2, 1e-12);
}

TEST(EnergyPort, FillsTheAccountsWithWhatIsDeclared) {
  const Scenario scenario = load_scenario(
      "omega_lwr_wall", {"leader.store=0.2", "follower.store=0.4", "coupling.force_scale=0.5"});
  const auto leader = session::leader_stages(scenario, session::leader_chain(scenario), {});
  EXPECT_NEAR(leader.passivity->account().tank.level(), 0.2, 1e-12);
  const auto follower =
      session::follower_stages(scenario, session::follower_setup(scenario), nullptr);
  EXPECT_NEAR(follower.passivity->account().tank.level(), 0.2, 1e-12);
}

TEST(EnergyPort, AtAToolIsRefusedWhereNoAccountSeesAllTheWork) {
  EXPECT_NE(refusal("panda_pendulum", {"leader.port=tool"}).find("has a port of its own"),
            std::string::npos);
  EXPECT_NE(refusal("falcon_ropod_corridor", {"follower.port=tool"}).find("a port of its own"),
            std::string::npos);
  EXPECT_NE(refusal("panda_pendulum", {"follower.store=0.1"}).find("it is coupling.store"),
            std::string::npos);
}

TEST(EnergyPort, WithoutAWrenchCompensatesNoMoreFrictionThanIsSurelyThere) {
  const std::vector<std::string> estimated{"leader.port=tool", "leader.wrench.kind=estimated",
                                           "leader.friction_compensation=0.8"};
  EXPECT_NE(refusal("panda_lwr_haptic", estimated).find("no more than 0.7 of the model's friction"),
            std::string::npos);
  auto stated = estimated;
  stated.emplace_back("leader.force_error=1");
  EXPECT_EQ(refusal("panda_lwr_haptic", stated), "no error");
}

TEST(EnergyPort, TakesTheFrictionOfASimulatedArmFromTheScenario) {
  const Scenario scenario =
      load_scenario("omega_lwr_wall",
                    {"follower.joints.coulomb_friction=0.25",
                     "follower.joints.viscous_friction=0.5", "leader.joints.coulomb_friction=3"});
  const robot::Chain arm = session::follower_setup(scenario).chain;
  EXPECT_EQ(robot::coulomb_friction(arm), robot::JointVector::Constant(7, 0.25));
  EXPECT_EQ(robot::viscous_friction(arm), robot::JointVector::Constant(7, 0.5));
  // a simulated handle is its model
  const robot::Chain handle = session::leader_chain(scenario);
  EXPECT_LT(robot::coulomb_friction(handle).maxCoeff(), 3);
}

}  // namespace
}  // namespace tether::scenario
