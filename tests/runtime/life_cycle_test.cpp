#include "tether/runtime/coordination/life_cycle.hpp"

#include <set>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace tether::runtime {
namespace {

using enum LifeState;

const std::set<std::pair<LifeState, LifeState>> kAllowed{
    {creation, resource_configuration},
    {creation, done},
    {resource_configuration, capability_configuration},
    {resource_configuration, cleaning},
    {capability_configuration, resource_configuration},
    {capability_configuration, running},
    {capability_configuration, pausing},
    {capability_configuration, cleaning},
    {running, pausing},
    {running, cleaning},
    {pausing, running},
    {pausing, capability_configuration},
    {pausing, resource_configuration},
    {pausing, cleaning},
    {cleaning, done}};

// the shortest way from birth into a state
LifeCycle life_in(LifeState state) {
  LifeCycle life;
  if (state == creation) return life;
  for (const LifeState next :
       {resource_configuration, capability_configuration, running, pausing, cleaning, done}) {
    EXPECT_TRUE(life.enter(next));
    if (next == state) break;
  }
  return life;
}

TEST(LifeCycle, AllowsItsStepsAndRefusesEveryOther) {
  for (const LifeState from : kAllLifeStates) {
    for (const LifeState to : kAllLifeStates) {
      LifeCycle life = life_in(from);
      ASSERT_EQ(life.state(), from);
      const bool allowed = kAllowed.contains({from, to});
      EXPECT_EQ(may_follow(from, to), allowed) << name(from) << " to " << name(to);
      EXPECT_EQ(life.enter(to), allowed) << name(from) << " to " << name(to);
      EXPECT_EQ(life.state(), allowed ? to : from);
    }
  }
}

TEST(LifeCycle, ReachesDoneFromEveryStateAndNothingFollowsDone) {
  for (const LifeState start : kAllLifeStates) {
    std::set<LifeState> reached{start};
    for (std::size_t before = 0; before != reached.size();) {
      before = reached.size();
      for (const LifeState from : std::set(reached))
        for (const LifeState to : kAllLifeStates)
          if (may_follow(from, to)) reached.insert(to);
    }
    EXPECT_TRUE(reached.contains(done)) << name(start);
    EXPECT_EQ(reached.size() == 1, start == done);
  }
}

TEST(LifeCycle, GivesBackOnlyThroughCleaningWhatItTook) {
  for (const LifeState from : kAllLifeStates) {
    EXPECT_EQ(may_follow(from, done), from == creation || from == cleaning) << name(from);
  }
}

TEST(LifeCycle, GroupsItsStatesInSuperStates) {
  const auto members = [](LifeSuperState super) {
    std::set<LifeState> states;
    for (const LifeState state : kAllLifeStates)
      if (is_in(state, super)) states.insert(state);
    return states;
  };
  EXPECT_EQ(members(LifeSuperState::deploying),
            (std::set{creation, resource_configuration, cleaning}));
  EXPECT_EQ(members(LifeSuperState::active),
            (std::set{capability_configuration, running, pausing}));
  EXPECT_EQ(members(LifeSuperState::ready), (std::set{running, pausing}));
}

TEST(LifeCycle, NamesItsStatesApart) {
  std::set<std::string> names;
  for (const LifeState state : kAllLifeStates) names.insert(name(state));
  EXPECT_EQ(names.size(), kLifeStates);
}

}  // namespace
}  // namespace tether::runtime
