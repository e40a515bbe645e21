// A sample and its address as plain numbers: what lock-free exchanges may copy byte by byte, and
// what messages of any middleware are made of and into.
#pragma once

#include <array>
#include <cstdint>

#include "tether/link/link.hpp"
#include "tether/link/meeting.hpp"

namespace tether::link {

struct PlainSample {
  Address address;
  std::uint32_t sequence = 0;
  core::Duration sent{0};  // since the sender's session began
  bool echoes = false;
  core::Duration echo{0};  // since the receiver's session began
  core::Duration held{0};
  std::array<double, 3> position{};
  std::array<double, 4> orientation{0, 0, 0, 1};  // x, y, z, w
  std::array<double, 3> torque{};
  std::array<double, 3> force{};
  double energy = 0;
  std::array<double, 3> wave{};
  std::uint8_t method = 0;
  std::uint8_t engagement = 0;
};

PlainSample to_plain(const Address& address, const Sample& sample) noexcept;
Sample to_sample(const PlainSample& plain) noexcept;

// ROS times: seconds rounded down, and the rest, which is never negative
struct StampParts {
  std::int32_t seconds = 0;
  std::uint32_t nanoseconds = 0;
};
StampParts to_stamp(core::Duration since_begin) noexcept;
core::Duration from_stamp(const StampParts& stamp) noexcept;

}  // namespace tether::link
