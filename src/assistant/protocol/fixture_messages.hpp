// Fixtures as the DDS messages of idl/, and back. A message for writing borrows its texts and
// sequences from a value that must live as long; what is read is copied, and within bounds.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include <DTP2DDS.h>
#include <tether_assist.h>

#include "tether/assistant/client/cat_link.hpp"
#include "tether/assistant/protocol/fixture_update.hpp"

namespace tether::assistant {

using ForceMessage = DTP2DDS_CATForce;
using PositionMessage = DTP2DDS_CATPosition;
using PathMessage = DTP2DDS_PointCloud;
using FieldMessage = DTP2DDS_CollisionBoundary;
using FixtureMessage = tether_msgs_msg_dds__Fixture_;
using FixtureStateMessage = tether_msgs_msg_dds__FixtureState_;
using RequestMessage = tether_msgs_msg_dds__FixtureRequest_;
using ReplyMessage = tether_msgs_msg_dds__FixtureReply_;

ForceMessage to_message(const spatial::Wrench& at_tool) noexcept;
spatial::Wrench from_message(const ForceMessage& message) noexcept;
PositionMessage to_message(const ToolPose& pose) noexcept;
std::optional<ToolPose> from_message(const PositionMessage& message) noexcept;

// a text from outside, cut where it is too long
std::string kept(const char* text);

// lends a sequence what it is to hold
template <class Sequence, class T>
void borrow(Sequence& sequence, std::vector<T>& from) {
  sequence._buffer = from.data();
  sequence._length = sequence._maximum = static_cast<std::uint32_t>(from.size());
  sequence._release = false;
}

// what messages point to while they are written
class MessageStore {
 public:
  // throw core::InputError when the topic has no place for such a fixture
  PathMessage path(const assist::Fixture& fixture);
  FieldMessage field(const assist::Fixture& fixture);
  FixtureMessage fixture(const assist::Fixture& fixture);
  RequestMessage request(const FixtureRequest& request);
  ReplyMessage reply(const FixtureReply& reply);

 private:
  char* text(const std::string& text);

  // a deque never moves what it holds
  std::deque<std::string> texts_;
  std::deque<std::vector<DTP2DDS_Location3D>> locations_;
  std::deque<std::vector<geometry_msgs_msg_dds__Point_>> points_;
  std::deque<std::vector<FixtureMessage>> fixtures_;
  std::deque<std::vector<FixtureStateMessage>> states_;
};

FixtureUpdate from_message(const PathMessage& message);
FixtureUpdate from_message(const FieldMessage& message);
FixtureUpdate from_message(const FixtureMessage& message);
// nothing when there is no such action
std::optional<FixtureRequest> from_message(const RequestMessage& message);
FixtureReply from_message(const ReplyMessage& message);

}  // namespace tether::assistant
