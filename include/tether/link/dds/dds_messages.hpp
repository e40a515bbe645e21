// Addressed samples as the DDS messages of idl/. Poses and wrenches are in the leader's workspace
// frame, whichever side they are of.
#pragma once

#include <geometry_msgs.h>
#include <tether_msgs.h>

#include "tether/link/udp/addressed_sample.hpp"

namespace tether::link {

using LinkSampleMessage = tether_msgs_msg_dds__LinkSample_;
using PoseStampedMessage = geometry_msgs_msg_dds__PoseStamped_;
using WrenchStampedMessage = geometry_msgs_msg_dds__WrenchStamped_;

LinkSampleMessage to_link_sample(const AddressedSample& addressed) noexcept;
AddressedSample from_link_sample(const LinkSampleMessage& message) noexcept;
PoseStampedMessage to_pose_stamped(const signals::Sample& sample) noexcept;
WrenchStampedMessage to_wrench_stamped(const signals::Sample& sample) noexcept;

}  // namespace tether::link
