#include "tether/link/dds/dds_messages.hpp"

#include "link/dds/message_fields.hpp"

namespace tether::link {
namespace {

std_msgs_msg_dds__Header_ header_of(const signals::Sample& sample) noexcept {
  std_msgs_msg_dds__Header_ header{};
  write(header.stamp, sample.sent);
  // the C type has no const; nobody writes to it
  header.frame_id = const_cast<char*>(kMessageFrame);  // NOLINT(*-const-cast)
  return header;
}

}  // namespace

LinkSampleMessage to_link_sample(const AddressedSample& addressed) noexcept {
  LinkSampleMessage message{};
  message.header = header_of(addressed.sample);
  write_addressed(message, addressed);
  return message;
}

AddressedSample from_link_sample(const LinkSampleMessage& message) noexcept {
  return read_addressed(message);
}

PoseStampedMessage to_pose_stamped(const signals::Sample& sample) noexcept {
  PoseStampedMessage message{};
  message.header = header_of(sample);
  write_pose(message.pose, sample);
  return message;
}

WrenchStampedMessage to_wrench_stamped(const signals::Sample& sample) noexcept {
  WrenchStampedMessage message{};
  message.header = header_of(sample);
  write_wrench(message.wrench, sample);
  return message;
}

}  // namespace tether::link
