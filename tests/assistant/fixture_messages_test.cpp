// What a stranger may put into the messages about fixtures, and what becomes of it.
#include "assistant/protocol/fixture_messages.hpp"

#include <gtest/gtest.h>

namespace tether::assistant {
namespace {

using assist::Fixture;
using assist::Law;

Fixture ball(std::int32_t id) {
  return {.id = id, .name = "ball", .law = Law::proxy, .shape = assist::Sphere{{1, 2, 3}, 0.5}};
}

// a message whose texts can be made anything
struct ForgedMessage {
  ForgedMessage() : message(store.fixture(ball(7))) {}
  char* say(std::string text) { return (said = std::move(text)).data(); }
  std::string malformed() const { return from_message(message).malformed; }

  MessageStore store;
  FixtureMessage message;
  std::string said;
};

TEST(FixtureMessage, IsMalformedWithALawOrShapeThatNobodyKnows) {
  ForgedMessage law, shape;
  law.message.law = law.say("rubber");
  EXPECT_EQ(law.malformed(), "unknown law \"rubber\"");
  EXPECT_FALSE(from_message(law.message).fixture);
  shape.message.shape = shape.say("teapot");
  EXPECT_EQ(shape.malformed(), "unknown shape \"teapot\"");
}

TEST(FixtureMessage, SurvivesTextsThatAreMissingOrEndless) {
  ForgedMessage missing, endless, nameless;
  missing.message.law = nullptr;
  EXPECT_EQ(missing.malformed(), "unknown law \"\"");
  endless.message.shape = endless.say(std::string(100'000, 'x'));
  EXPECT_EQ(endless.malformed(), "unknown shape \"" + std::string(500, 'x') + "\"");
  nameless.message.name = nullptr;
  EXPECT_EQ(from_message(nameless.message).fixture->name, "");
}

TEST(FixtureMessage, IsMalformedWithMorePointsThanAreTaken) {
  ForgedMessage m;
  // never looked at: there are not so many
  m.message.points._length = assist::kMaxPoints + 1;
  EXPECT_EQ(m.malformed(), "100001 points; at most 100000 are taken");
}

TEST(FixtureMessage, NamesAMeshButDoesNotBringOne) {
  MessageStore store;
  const FixtureUpdate update = from_message(store.fixture({.id = 3, .shape = assist::MeshRef()}));
  EXPECT_EQ(update.key.id, 3);
  EXPECT_EQ(update.malformed, "a mesh does not travel; give its file to tether assist");
  EXPECT_TRUE(update.fixture && std::holds_alternative<assist::MeshRef>(update.fixture->shape));
}

FixtureRequest request(FixtureAction action, std::size_t fixtures) {
  FixtureRequest made{.client = 5, .number = 6, .action = action, .which = "path:7", .from = 8};
  for (std::size_t i = 0; i < fixtures; ++i) {
    made.updates.push_back(
        {.key = {}, .fixture = ball(static_cast<std::int32_t>(i)), .malformed = {}});
  }
  return made;
}

TEST(FixtureRequestMessage, BringsEveryActionAcross) {
  for (const auto action : {FixtureAction::list, FixtureAction::add, FixtureAction::enable,
                            FixtureAction::disable, FixtureAction::remove}) {
    MessageStore store;
    const auto came = from_message(store.request(request(action, 2)));
    ASSERT_TRUE(came) << name(action);
    EXPECT_EQ(came->action, action);
    EXPECT_EQ(came->client, 5U);
    EXPECT_EQ(came->number, 6U);
    EXPECT_EQ(came->which, "path:7");
    EXPECT_EQ(came->from, 8U);
    ASSERT_EQ(came->updates.size(), 2U);
    EXPECT_EQ(came->updates[1].key.id, 1);
  }
}

TEST(FixtureRequestMessage, IsNothingWithAnActionThatNobodyKnowsOrTooMuchAtOnce) {
  MessageStore store;
  RequestMessage message = store.request(request(FixtureAction::add, 1));
  std::string action = "explode";
  message.action = action.data();
  EXPECT_FALSE(from_message(message));
  message.action = nullptr;
  EXPECT_FALSE(from_message(message));
  EXPECT_TRUE(from_message(store.request(request(FixtureAction::add, kFixturesAtOnce))));
  EXPECT_FALSE(from_message(store.request(request(FixtureAction::add, kFixturesAtOnce + 1))));
}

TEST(FixtureReplyMessage, LeavesOutWhatItDoesNotUnderstand) {
  MessageStore store;
  FixtureReply reply{.client = 5, .number = 6, .refused = "", .changed = 1, .total = 3};
  for (const std::int32_t id : {1, 2, 3}) {
    reply.states.push_back({{FixtureTopic::fields, id}, ball(id), "too far away"});
  }
  ReplyMessage message = store.reply(reply);
  message.states._buffer[0].topic = 3;
  std::string law = "rubber";
  message.states._buffer[1].fixture.law = law.data();
  const FixtureReply came = from_message(message);
  EXPECT_EQ(came.total, 3U);
  ASSERT_EQ(came.states.size(), 1U);
  EXPECT_EQ(came.states[0].key, (FixtureKey{FixtureTopic::fields, 3}));
  EXPECT_EQ(came.states[0].refused, "too far away");
}

}  // namespace
}  // namespace tether::assistant
