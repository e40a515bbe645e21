// Encoders for the tick: memory is taken at set-up, and the header is written once but for its
// stamp. encode() gives the bytes to log, valid until the next encode().
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tether/core/time.hpp"
#include "tether/record/ros2/ros2_messages.hpp"

namespace tether::record::ros2 {

template <class Body>
class Encoder {
 public:
  // largest: a body that needs as much room as any that will come
  explicit Encoder(std::string_view frame_id, const Body& largest = {});
  // nothing for a body that is larger
  std::span<const std::byte> encode(core::Time stamp, const Body& body) noexcept;

 private:
  std::vector<std::byte> bytes_;
  std::size_t body_ = 0;  // where it begins
};

class JointStateEncoder {
 public:
  JointStateEncoder(std::string_view frame_id, std::span<const std::string> names,
                    bool has_position, bool has_velocity, bool has_effort);

  // One number per name in each span, or none where the message was set up without. Anything else
  // is a mistake of the caller's and gives an empty span.
  std::span<const std::byte> encode(core::Time stamp, std::span<const double> position,
                                    std::span<const double> velocity,
                                    std::span<const double> effort) noexcept;

 private:
  JointState joints_;
  Encoder<JointState> encoder_;
};

// An event's texts differ each time; they are cut, between two characters, to what fits.
class EventEncoder {
 public:
  static constexpr std::size_t kWhatBytes = 64;
  static constexpr std::size_t kDetailBytes = 512;

  std::span<const std::byte> encode(core::Time stamp, std::string_view what,
                                    std::string_view detail) noexcept;

 private:
  // header, stamp, two lengths and closing zeros, each rounded up to four bytes
  std::array<std::byte, 32 + kWhatBytes + kDetailBytes> bytes_{};
};

}  // namespace tether::record::ros2
