#include "tether/assistant/fixture_store.hpp"

#include <map>

#include <gtest/gtest.h>

namespace tether::assistant {
namespace {

using assist::Fixture;

struct Scene : FixtureSink {
  std::optional<std::string> put(const Fixture& fixture) override {
    if (fixture.stiffness > 1000) return "too stiff";
    fixtures[fixture.id] = fixture;
    ++edits;
    return {};
  }
  void remove(std::int32_t id) override {
    EXPECT_EQ(fixtures.erase(id), 1U);
    ++edits;
  }
  void commit() override { ++commits; }
  std::map<std::int32_t, Fixture> fixtures;
  int edits = 0;
  int commits = 0;
};

FixtureUpdate wall(FixtureKey key, double stiffness = 200) {
  return {.key = key,
          .fixture = Fixture{.id = key.id, .name = "w", .stiffness = stiffness},
          .malformed = {}};
}
FixtureUpdate gone(FixtureKey key) { return {.key = key, .fixture = {}, .malformed = {}}; }

struct Store : testing::Test {
  FixtureReply ask(FixtureAction action, const std::string& which = {}, std::uint32_t from = 0) {
    return store.answer({.action = action, .which = which, .from = from});
  }
  Scene scene;
  FixtureStore store{scene};
};
using FixtureStoreTest = Store;

constexpr FixtureKey kPath{FixtureTopic::paths, 3};
constexpr FixtureKey kField{FixtureTopic::fields, 3};
constexpr FixtureKey kOurs{FixtureTopic::fixtures, 3};

TEST_F(FixtureStoreTest, TheSameIdOnThreeTopicsIsThreeFixtures) {
  for (const FixtureKey key : {kPath, kField, kOurs}) EXPECT_FALSE(store.take(wall(key)));
  EXPECT_EQ(scene.fixtures.size(), 3U);
  store.take(gone(kField));
  EXPECT_EQ(scene.fixtures.size(), 2U);
  EXPECT_EQ(store.held(), 2U);
}

TEST_F(FixtureStoreTest, WhatCameTogetherTakesEffectAtOnceAndOnlyWhenSomethingChanged) {
  for (std::int32_t id = 1; id <= 100; ++id) store.take(wall({FixtureTopic::paths, id}));
  EXPECT_EQ(scene.commits, 0);
  store.commit();
  store.commit();
  store.take({.key = kOurs, .fixture = {}, .malformed = "no"});
  ask(FixtureAction::enable, "all");
  ask(FixtureAction::list);
  store.commit();
  EXPECT_EQ(scene.commits, 1);
}

TEST_F(FixtureStoreTest, AnUpdateKeepsItsPlaceInTheScene) {
  store.take(wall(kOurs, 100));
  store.take(wall(kOurs, 300));
  ASSERT_EQ(scene.fixtures.size(), 1U);
  EXPECT_EQ(scene.fixtures.begin()->second.stiffness, 300);
}

TEST_F(FixtureStoreTest, WhatIsGoneGivesItsPlaceBack) {
  for (int i = 0; i < 100; ++i) {
    store.take(wall(kOurs));
    store.take(gone(kOurs));
    store.take(gone(kOurs));
  }
  store.take(wall(kPath));
  EXPECT_LT(scene.fixtures.begin()->first, 3);
}

TEST_F(FixtureStoreTest, ARefusedOneChangesNothingElseAndIsListedWithItsReason) {
  store.take(wall(kOurs, 100));
  const int edits = scene.edits;
  EXPECT_EQ(store.take({.key = kOurs, .fixture = {}, .malformed = "why not"}), "why not");
  EXPECT_EQ(store.take({.key = kPath, .fixture = {}, .malformed = "nor this"}), "nor this");
  EXPECT_EQ(scene.edits, edits);
  EXPECT_EQ(scene.fixtures.begin()->second.stiffness, 100);
  const auto reply = ask(FixtureAction::list);
  ASSERT_EQ(reply.states.size(), 3U);
  EXPECT_EQ(reply.states[0].refused, "") << "held as it was";
  EXPECT_EQ(reply.states[1].refused, "why not");
  EXPECT_EQ(reply.states[2].refused, "nor this");
  EXPECT_EQ(reply.total, 3U);
  // a sound one in its place takes the reproach away
  store.take(wall(kOurs, 50));
  EXPECT_EQ(ask(FixtureAction::list).states.size(), 2U);
}

TEST_F(FixtureStoreTest, WhatTheSceneRefusesIsRefusedWithItsWords) {
  store.take(wall(kOurs, 100));
  EXPECT_EQ(store.take(wall(kOurs, 2000)), "too stiff");
  EXPECT_EQ(store.take(wall(kPath, 2000)), "too stiff");
  EXPECT_EQ(scene.fixtures.size(), 1U);
  EXPECT_EQ(store.held(), 1U);
  EXPECT_EQ(store.refusals(), 2U);
  EXPECT_EQ(ask(FixtureAction::list).states[2].fixture.name, "w") << "so that it is recognised";
}

TEST_F(FixtureStoreTest, EnablesAndDisablesOneOrAll) {
  for (std::int32_t id = 1; id <= 5; ++id) store.take(wall({FixtureTopic::fields, id}));
  EXPECT_EQ(ask(FixtureAction::disable, "field:2").changed, 1U);
  const auto enabled = [&] {
    return std::ranges::count_if(scene.fixtures, [](const auto& f) { return f.second.enabled; });
  };
  EXPECT_EQ(enabled(), 4);
  EXPECT_EQ(ask(FixtureAction::disable, "all").changed, 5U);
  EXPECT_EQ(enabled(), 0);
  EXPECT_EQ(ask(FixtureAction::enable, "all").changed, 5U);
  EXPECT_EQ(enabled(), 5);
  EXPECT_EQ(ask(FixtureAction::remove, "all").changed, 5U);
  EXPECT_TRUE(scene.fixtures.empty());
}

TEST_F(FixtureStoreTest, SaysWhenThereIsNoSuchFixture) {
  store.take({.key = kPath, .fixture = {}, .malformed = "so"});
  EXPECT_EQ(ask(FixtureAction::enable, "7").refused, "there is no fixture 7");
  EXPECT_EQ(ask(FixtureAction::remove, "wall\x1b[2J").refused, "there is no fixture wall?[2J");
  EXPECT_EQ(ask(FixtureAction::enable, "path:3").refused, "fixture path:3 was refused: so");
  EXPECT_EQ(ask(FixtureAction::remove, "path:3").refused, "");
  EXPECT_EQ(ask(FixtureAction::list).total, 0U);
}

TEST_F(FixtureStoreTest, ListsManyPageByPage) {
  for (std::int32_t id = 1; id <= 450; ++id) store.take(wall({FixtureTopic::paths, id}));
  for (std::int32_t id = 1; id <= 30; ++id) {
    store.take({.key = {FixtureTopic::fields, id}, .fixture = {}, .malformed = "no"});
  }
  std::map<FixtureKey, int> seen;
  for (std::uint32_t from = 0; from < 480;) {
    const auto reply = ask(FixtureAction::list, {}, from);
    ASSERT_FALSE(reply.states.empty());
    EXPECT_EQ(reply.total, 480U);
    for (const auto& state : reply.states) ++seen[state.key];
    from += static_cast<std::uint32_t>(reply.states.size());
  }
  EXPECT_EQ(seen.size(), 480U);
  EXPECT_TRUE(ask(FixtureAction::list, {}, 480).states.empty());
}

TEST_F(FixtureStoreTest, RemembersABoundedNumberOfRefusedOnes) {
  for (std::int32_t id = 0; id < 5000; ++id) {
    store.take({.key = {FixtureTopic::paths, id}, .fixture = {}, .malformed = "no"});
  }
  EXPECT_EQ(store.refusals(), 5000U);
  EXPECT_EQ(ask(FixtureAction::list).total, FixtureStore::kMaxRefused);
}

}  // namespace
}  // namespace tether::assistant
