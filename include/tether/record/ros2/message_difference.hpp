// Where two messages of the same type differ, in words: the first field, and both its values.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "tether/record/ros2/ros2_messages.hpp"

namespace tether::record {

// such as "effort[3]: recorded 1.25, replayed 1.2500000000000002"
std::string first_difference(ros2::MessageType type, std::span<const std::byte> recorded,
                             std::span<const std::byte> replayed);

}  // namespace tether::record
