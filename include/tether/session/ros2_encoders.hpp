// Encoders for the tick. A message whose names and frame stay the same for a whole session keeps
// the same layout too: it is encoded once, at set-up, and each tick only its stamp and numbers are
// written over the old ones. encode() gives the bytes to log, valid until the next encode().
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tether/core/time.hpp"
#include "tether/session/ros2_messages.hpp"
#include "tether/spatial/wrench.hpp"

namespace tether::session::ros2 {

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
  struct Numbers {
    std::size_t offset = 0;
    std::size_t count = 0;
  };
  bool fill(const Numbers& numbers, std::span<const double> values) noexcept;

  std::vector<std::byte> bytes_;
  Numbers position_;
  Numbers velocity_;
  Numbers effort_;
};

class PoseStampedEncoder {
 public:
  explicit PoseStampedEncoder(std::string_view frame_id);
  std::span<const std::byte> encode(core::Time stamp, const Pose& pose) noexcept;

 private:
  std::vector<std::byte> bytes_;
  std::size_t pose_ = 0;
};

class WrenchStampedEncoder {
 public:
  explicit WrenchStampedEncoder(std::string_view frame_id);
  std::span<const std::byte> encode(core::Time stamp, const spatial::Wrench& wrench) noexcept;

 private:
  std::vector<std::byte> bytes_;
  std::size_t wrench_ = 0;
};

class LinkSampleEncoder {
 public:
  explicit LinkSampleEncoder(std::string_view frame_id);
  std::span<const std::byte> encode(core::Time stamp, const link::Received& received) noexcept;

 private:
  std::vector<std::byte> bytes_;
  std::size_t sequence_ = 0;
  std::size_t sent_ = 0;
  std::size_t fresh_ = 0;
  std::size_t arrived_ = 0;
  std::size_t echoes_ = 0;
  std::size_t echo_ = 0;
  std::size_t held_ = 0;
  std::size_t pose_ = 0;
  std::size_t wrench_ = 0;
  std::size_t energy_ = 0;  // wave and kinetic energy behind it
  std::size_t moves_ = 0;   // turning and velocity
  std::size_t external_ = 0;
  std::size_t obstruction_ = 0;
  std::size_t acceleration_ = 0;  // of turning and of velocity
  std::size_t method_ = 0;
  std::size_t engagement_ = 0;
  std::size_t coupling_ = 0;
  std::size_t valid_ = 0;
  std::size_t conversation_ = 0;
};

class EngagementEncoder {
 public:
  explicit EngagementEncoder(std::string_view frame_id);
  std::span<const std::byte> encode(core::Time stamp, const EngagementState& state) noexcept;

 private:
  std::vector<std::byte> bytes_;
  std::size_t state_ = 0;  // and the marks behind it
};

class EnergyEncoder {
 public:
  explicit EnergyEncoder(std::string_view frame_id);
  std::span<const std::byte> encode(core::Time stamp, const EnergyAccount& account) noexcept;

 private:
  std::vector<std::byte> bytes_;
  std::size_t numbers_ = 0;
};

class GuardEncoder {
 public:
  explicit GuardEncoder(std::string_view frame_id);
  std::span<const std::byte> encode(core::Time stamp, const guard::WrenchBounds::Out& bounds,
                                    const guard::DeviceGuardsReport& device) noexcept;

 private:
  std::vector<std::byte> bytes_;
  std::size_t numbers_ = 0;
  std::size_t stop_ = 0;  // and contact behind it
};

class AssistEncoder {
 public:
  explicit AssistEncoder(std::string_view frame_id);
  std::span<const std::byte> encode(core::Time stamp, const AssistState& state) noexcept;

 private:
  std::vector<std::byte> bytes_;
  std::size_t numbers_ = 0;  // and two integers behind them
};

class LinkStatsEncoder {
 public:
  explicit LinkStatsEncoder(std::string_view frame_id);
  std::span<const std::byte> encode(core::Time stamp, const LinkCounts& counts) noexcept;

 private:
  std::vector<std::byte> bytes_;
  std::size_t counts_ = 0;
};

// Of every length up to kMaxBeams. Ranges pass bit for bit; angles are rounded to single precision,
// as the message has them.
class LaserScanEncoder {
 public:
  static constexpr float kLeastRange = 0.05F;  // [m]
  static constexpr float kMostRange = 10;      // [m]

  explicit LaserScanEncoder(std::string_view frame_id);
  // A count of beams that no scan can have is a mistake of the caller's and gives an empty span.
  std::span<const std::byte> encode(core::Time stamp, const assist::RangeScan& scan) noexcept;

 private:
  std::vector<std::byte> bytes_;
  std::size_t settings_ = 0;  // and ranges behind them
};

class DriveEncoder {
 public:
  explicit DriveEncoder(std::string_view frame_id);
  std::span<const std::byte> encode(core::Time stamp, const DriveState& state) noexcept;

 private:
  std::vector<std::byte> bytes_;
  std::size_t numbers_ = 0;  // and a mark behind them
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

}  // namespace tether::session::ros2
