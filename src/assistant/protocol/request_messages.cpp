// Questions about fixtures and their answers as DDS messages.
#include "assistant/protocol/fixture_messages.hpp"

namespace tether::assistant {

constexpr std::size_t kLongestText = 500;

std::string kept(const char* text) {
  if (text == nullptr) return {};
  return std::string(text).substr(0, kLongestText);
}

RequestMessage MessageStore::request(const FixtureRequest& request) {
  RequestMessage message{};
  message.client = request.client;
  message.number = request.number;
  message.action = text(name(request.action));
  message.which = text(request.which);
  message.from = request.from;
  auto& fixtures = fixtures_.emplace_back();
  for (const FixtureUpdate& update : request.updates) fixtures.push_back(fixture(*update.fixture));
  borrow(message.fixtures, fixtures);
  return message;
}

ReplyMessage MessageStore::reply(const FixtureReply& reply) {
  ReplyMessage message{};
  message.client = reply.client;
  message.number = reply.number;
  message.refused = text(reply.refused);
  message.changed = reply.changed;
  message.total = reply.total;
  auto& states = states_.emplace_back();
  for (const FixtureState& state : reply.states) {
    states.push_back({.topic = static_cast<std::uint8_t>(state.key.topic),
                      .fixture = fixture(state.fixture),
                      .refused = text(state.refused)});
    states.back().fixture.id = state.key.id;
  }
  borrow(message.states, states);
  return message;
}

std::optional<FixtureRequest> from_message(const RequestMessage& message) {
  FixtureRequest request{.client = message.client,
                         .number = message.number,
                         .which = kept(message.which),
                         .from = message.from};
  bool known = false;
  for (const auto action : {FixtureAction::list, FixtureAction::add, FixtureAction::enable,
                            FixtureAction::disable, FixtureAction::remove}) {
    if (kept(message.action) != name(action)) continue;
    request.action = action;
    known = true;
  }
  if (!known || message.fixtures._length > kFixturesAtOnce) return {};
  for (std::uint32_t i = 0; i < message.fixtures._length; ++i) {
    request.updates.push_back(from_message(message.fixtures._buffer[i]));
  }
  return request;
}

FixtureReply from_message(const ReplyMessage& message) {
  FixtureReply reply{.client = message.client,
                     .number = message.number,
                     .refused = kept(message.refused),
                     .changed = message.changed,
                     .total = message.total};
  for (std::uint32_t i = 0; i < message.states._length; ++i) {
    const FixtureStateMessage& state = message.states._buffer[i];
    FixtureUpdate update = from_message(state.fixture);
    if (!update.fixture || state.topic > static_cast<std::uint8_t>(FixtureTopic::fields)) continue;
    reply.states.push_back({.key = {static_cast<FixtureTopic>(state.topic), state.fixture.id},
                            .fixture = std::move(*update.fixture),
                            .refused = kept(state.refused)});
  }
  return reply;
}

}  // namespace tether::assistant
