#include "tether/assistant/protocol/cat_datagram.hpp"

namespace tether::assistant {
namespace {

constexpr std::uint32_t kMagic = 0x54414354;  // "TCAT"
constexpr std::uint8_t kVersion = 1;
enum class Kind : std::uint8_t { pose = 1, force = 2 };

constexpr std::size_t kSumAt = 12;

constexpr std::array<std::uint32_t, 256> crc_table() {
  constexpr std::uint32_t kPolynomial = 0xEDB88320;
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) value = (value >> 1U) ^ ((value & 1U) * kPolynomial);
    table[i] = value;
  }
  return table;
}

template <std::size_t Size, std::size_t Numbers>
std::array<std::uint8_t, Size> encode_numbers(Kind kind, const CatNumber& number,
                                              const std::array<double, Numbers>& numbers) noexcept {
  static_assert(Size == kCatHeaderBytes + Numbers * sizeof(double));
  std::array<std::uint8_t, Size> datagram{};
  link::ByteWriter writer(datagram.data());
  writer.put(kMagic).put(kVersion).put(static_cast<std::uint8_t>(kind));
  writer.put(number.run).put(number.sequence).put(std::uint32_t{0});
  for (const double value : numbers) writer.put(value);
  link::ByteWriter(datagram.data() + kSumAt).put(cat_sum(datagram));
  return datagram;
}

template <std::size_t Numbers>
struct Decoded {
  CatNumber number;
  std::array<double, Numbers> numbers;
};

template <std::size_t Numbers>
std::optional<Decoded<Numbers>> decode_numbers(Kind kind, link::Bytes datagram) noexcept {
  if (datagram.size() != kCatHeaderBytes + Numbers * sizeof(double)) return {};
  link::ByteReader reader(datagram.data());
  if (reader.take<std::uint32_t>() != kMagic) return {};
  if (reader.take<std::uint8_t>() != kVersion) return {};
  if (reader.take<std::uint8_t>() != static_cast<std::uint8_t>(kind)) return {};
  Decoded<Numbers> decoded;
  decoded.number.run = reader.take<std::uint16_t>();
  decoded.number.sequence = reader.take<std::uint32_t>();
  if (reader.take<std::uint32_t>() != cat_sum(datagram)) return {};
  for (double& value : decoded.numbers) value = reader.take<double>();
  return decoded;
}

using Matrix = double[16];

}  // namespace

std::uint32_t cat_sum(link::Bytes datagram) noexcept {
  static constexpr auto kTable = crc_table();
  std::uint32_t crc = ~0U;
  for (std::size_t i = 0; i < datagram.size(); ++i) {
    const std::uint8_t byte = i >= kSumAt && i < kCatHeaderBytes ? 0 : datagram[i];
    crc = kTable[(crc ^ byte) & 0xFFU] ^ (crc >> 8U);
  }
  return ~crc;
}

std::array<std::uint8_t, kCatPoseBytes> encode(const CatPoseDatagram& pose) noexcept {
  Matrix last_frame, tool_offset;
  matrix_of_pose(pose.pose.last_frame, last_frame);
  matrix_of_pose(pose.pose.tool_offset, tool_offset);
  std::array<double, 32> numbers;
  std::copy_n(last_frame, 16, numbers.begin());
  std::copy_n(tool_offset, 16, numbers.begin() + 16);
  return encode_numbers<kCatPoseBytes>(Kind::pose, pose.number, numbers);
}

std::array<std::uint8_t, kCatForceBytes> encode(const CatForceDatagram& force) noexcept {
  const spatial::Vector3& f = force.at_tool.force;
  const spatial::Vector3& t = force.at_tool.torque;
  const std::array<double, 6> numbers{f.x(), f.y(), f.z(), t.x(), t.y(), t.z()};
  return encode_numbers<kCatForceBytes>(Kind::force, force.number, numbers);
}

std::optional<CatPoseDatagram> decode_cat_pose(link::Bytes datagram) noexcept {
  const auto decoded = decode_numbers<32>(Kind::pose, datagram);
  if (!decoded) return {};
  Matrix matrix;
  std::copy_n(decoded->numbers.begin(), 16, matrix);
  const auto last_frame = pose_of_matrix(matrix);
  std::copy_n(decoded->numbers.begin() + 16, 16, matrix);
  const auto tool_offset = pose_of_matrix(matrix);
  if (!last_frame || !tool_offset) return {};
  return CatPoseDatagram{decoded->number, {*last_frame, *tool_offset}};
}

std::optional<CatForceDatagram> decode_cat_force(link::Bytes datagram) noexcept {
  const auto decoded = decode_numbers<6>(Kind::force, datagram);
  if (!decoded) return {};
  const auto& n = decoded->numbers;
  return CatForceDatagram{decoded->number, {{n[3], n[4], n[5]}, {n[0], n[1], n[2]}}};
}

bool CatOrder::newer(const CatNumber& number) noexcept {
  // the difference gives the order across the largest number too
  const bool newer = !last_ || last_->run != number.run ||
                     static_cast<std::int32_t>(number.sequence - last_->sequence) > 0;
  if (newer) last_ = number;
  return newer;
}

}  // namespace tether::assistant
