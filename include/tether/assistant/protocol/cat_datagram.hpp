// The gateway's datagrams, for controllers without DDS: a pose goes in, a force comes out, of fixed
// sizes, little endian.
//   0  4  magic "TCAT"
//   4  1  version, 1
//   5  1  kind: 1 pose, 2 force
//   6  2  run: a number that the sender makes up when it starts
//   8  4  sequence: counts up within a run
//  12  4  CRC-32 (IEEE 802.3, as of zlib) of the whole datagram with these four bytes zero
//  16     pose: 32 doubles, last frame and tool offset as of TCP_position, 272 bytes in all
//         force: 6 doubles, force and torque as of CAT_forces, 64 bytes in all
// Whatever has another length, magic, version, kind or sum is refused; so is a pose that is none.
// The sum finds damage, not malice: there is no secrecy and no proof of origin.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "tether/assistant/client/cat_link.hpp"
#include "tether/link/bytes.hpp"

namespace tether::assistant {

inline constexpr std::size_t kCatHeaderBytes = 16;
inline constexpr std::size_t kCatPoseBytes = kCatHeaderBytes + 32 * sizeof(double);
inline constexpr std::size_t kCatForceBytes = kCatHeaderBytes + 6 * sizeof(double);

struct CatNumber {
  std::uint16_t run = 0;
  std::uint32_t sequence = 0;
};

struct CatPoseDatagram {
  CatNumber number;
  ToolPose pose;
};
struct CatForceDatagram {
  CatNumber number;
  spatial::Wrench at_tool;
};

std::array<std::uint8_t, kCatPoseBytes> encode(const CatPoseDatagram& pose) noexcept;
std::array<std::uint8_t, kCatForceBytes> encode(const CatForceDatagram& force) noexcept;
std::optional<CatPoseDatagram> decode_cat_pose(link::Bytes datagram) noexcept;
// any figures: assist::ForceHold judges them
std::optional<CatForceDatagram> decode_cat_force(link::Bytes datagram) noexcept;

// the CRC-32 that belongs in a datagram
std::uint32_t cat_sum(link::Bytes datagram) noexcept;

// Whether a datagram is newer than all before it; another run begins anew.
class CatOrder {
 public:
  bool newer(const CatNumber& number) noexcept;

 private:
  std::optional<CatNumber> last_;
};

}  // namespace tether::assistant
