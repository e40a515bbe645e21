#include "tether/assistant/fixture_book.hpp"

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

FixtureNews wall(FixtureKey key, double stiffness = 200) {
  return {.key = key,
          .fixture = Fixture{.id = key.id, .name = "w", .stiffness = stiffness},
          .malformed = {}};
}
FixtureNews gone(FixtureKey key) { return {.key = key, .fixture = {}, .malformed = {}}; }

struct Book : testing::Test {
  FixtureReply ask(FixtureAction action, const std::string& which = {}, std::uint32_t from = 0) {
    return book.answer({.action = action, .which = which, .from = from});
  }
  Scene scene;
  FixtureBook book{scene};
};
using FixtureBookTest = Book;

constexpr FixtureKey kPath{FixtureTopic::paths, 3};
constexpr FixtureKey kField{FixtureTopic::fields, 3};
constexpr FixtureKey kOurs{FixtureTopic::fixtures, 3};

TEST_F(FixtureBookTest, TheSameIdOnThreeTopicsIsThreeFixtures) {
  for (const FixtureKey key : {kPath, kField, kOurs}) EXPECT_FALSE(book.take(wall(key)));
  EXPECT_EQ(scene.fixtures.size(), 3U);
  book.take(gone(kField));
  EXPECT_EQ(scene.fixtures.size(), 2U);
  EXPECT_EQ(book.held(), 2U);
}

TEST_F(FixtureBookTest, WhatCameTogetherTakesEffectAtOnceAndOnlyWhenSomethingChanged) {
  for (std::int32_t id = 1; id <= 100; ++id) book.take(wall({FixtureTopic::paths, id}));
  EXPECT_EQ(scene.commits, 0);
  book.commit();
  book.commit();
  book.take({.key = kOurs, .fixture = {}, .malformed = "no"});
  ask(FixtureAction::enable, "all");
  ask(FixtureAction::list);
  book.commit();
  EXPECT_EQ(scene.commits, 1);
}

TEST_F(FixtureBookTest, AnUpdateKeepsItsPlaceInTheScene) {
  book.take(wall(kOurs, 100));
  book.take(wall(kOurs, 300));
  ASSERT_EQ(scene.fixtures.size(), 1U);
  EXPECT_EQ(scene.fixtures.begin()->second.stiffness, 300);
}

TEST_F(FixtureBookTest, WhatIsGoneGivesItsPlaceBack) {
  for (int i = 0; i < 100; ++i) {
    book.take(wall(kOurs));
    book.take(gone(kOurs));
    book.take(gone(kOurs));
  }
  book.take(wall(kPath));
  EXPECT_LT(scene.fixtures.begin()->first, 3);
}

TEST_F(FixtureBookTest, ARefusedOneChangesNothingElseAndIsListedWithItsReason) {
  book.take(wall(kOurs, 100));
  const int edits = scene.edits;
  EXPECT_EQ(book.take({.key = kOurs, .fixture = {}, .malformed = "why not"}), "why not");
  EXPECT_EQ(book.take({.key = kPath, .fixture = {}, .malformed = "nor this"}), "nor this");
  EXPECT_EQ(scene.edits, edits);
  EXPECT_EQ(scene.fixtures.begin()->second.stiffness, 100);
  const auto reply = ask(FixtureAction::list);
  ASSERT_EQ(reply.states.size(), 3U);
  EXPECT_EQ(reply.states[0].refused, "") << "held as it was";
  EXPECT_EQ(reply.states[1].refused, "why not");
  EXPECT_EQ(reply.states[2].refused, "nor this");
  EXPECT_EQ(reply.total, 3U);
  // a sound one in its place takes the reproach away
  book.take(wall(kOurs, 50));
  EXPECT_EQ(ask(FixtureAction::list).states.size(), 2U);
}

TEST_F(FixtureBookTest, WhatTheSceneRefusesIsRefusedWithItsWords) {
  book.take(wall(kOurs, 100));
  EXPECT_EQ(book.take(wall(kOurs, 2000)), "too stiff");
  EXPECT_EQ(book.take(wall(kPath, 2000)), "too stiff");
  EXPECT_EQ(scene.fixtures.size(), 1U);
  EXPECT_EQ(book.held(), 1U);
  EXPECT_EQ(book.refusals(), 2U);
  EXPECT_EQ(ask(FixtureAction::list).states[2].fixture.name, "w") << "so that it is recognised";
}

TEST_F(FixtureBookTest, EnablesAndDisablesOneOrAll) {
  for (std::int32_t id = 1; id <= 5; ++id) book.take(wall({FixtureTopic::fields, id}));
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

TEST_F(FixtureBookTest, SaysWhenThereIsNoSuchFixture) {
  book.take({.key = kPath, .fixture = {}, .malformed = "so"});
  EXPECT_EQ(ask(FixtureAction::enable, "7").refused, "there is no fixture 7");
  EXPECT_EQ(ask(FixtureAction::remove, "wall\x1b[2J").refused, "there is no fixture wall?[2J");
  EXPECT_EQ(ask(FixtureAction::enable, "path:3").refused, "fixture path:3 was refused: so");
  EXPECT_EQ(ask(FixtureAction::remove, "path:3").refused, "");
  EXPECT_EQ(ask(FixtureAction::list).total, 0U);
}

TEST_F(FixtureBookTest, ListsManyPageByPage) {
  for (std::int32_t id = 1; id <= 450; ++id) book.take(wall({FixtureTopic::paths, id}));
  for (std::int32_t id = 1; id <= 30; ++id) {
    book.take({.key = {FixtureTopic::fields, id}, .fixture = {}, .malformed = "no"});
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

TEST_F(FixtureBookTest, RemembersABoundedNumberOfRefusedOnes) {
  for (std::int32_t id = 0; id < 5000; ++id) {
    book.take({.key = {FixtureTopic::paths, id}, .fixture = {}, .malformed = "no"});
  }
  EXPECT_EQ(book.refusals(), 5000U);
  EXPECT_EQ(ask(FixtureAction::list).total, FixtureBook::kMaxRefused);
}

}  // namespace
}  // namespace tether::assistant
