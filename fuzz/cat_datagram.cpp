// Bytes are a pose or a force of the assisting process's gateway, or refused; a pose is one that a
// scene can be asked about, and what is taken has one form only, but for axes that were not quite
// those of a rotation.
#include "tether/assistant/protocol/cat_datagram.hpp"

#include <algorithm>

#include "fuzz/targets.hpp"

namespace tether::fuzz {
namespace {

void check(const spatial::Pose& pose) {
  promise(pose.position.allFinite() && pose.position.cwiseAbs().maxCoeff() <= assistant::kFarthest,
          "a place within reach");
  const spatial::Matrix3 error =
      pose.rotation.transpose() * pose.rotation - spatial::Matrix3::Identity();
  promise(error.cwiseAbs().maxCoeff() < 1e-9 && pose.rotation.determinant() > 0, "a rotation");
}

// the sum of damaged bytes does not fit; with the right one the figures are reached too
std::array<std::uint8_t, assistant::kCatPoseBytes> with_figures(link::Bytes input) {
  auto datagram = assistant::encode(assistant::CatPoseDatagram{});
  std::copy_n(input.begin(), std::min(input.size(), datagram.size()), datagram.begin());
  link::ByteWriter(datagram.data() + 12).put(assistant::cat_sum(datagram));
  return datagram;
}

void check_pose(link::Bytes datagram) {
  const auto pose = assistant::decode_cat_pose(datagram);
  if (!pose) return;
  check(pose->pose.last_frame);
  check(pose->pose.tool_offset);
  const auto again = assistant::decode_cat_pose(assistant::encode(*pose));
  promise(again && again->number.sequence == pose->number.sequence, "written, it reads the same");
}

}  // namespace

void cat_datagram(link::Bytes input) {
  check_pose(input);
  check_pose(with_figures(input));
  const auto force = assistant::decode_cat_force(input);
  if (!force) return;
  promise(std::ranges::equal(assistant::encode(*force), input), "one form only");
}

}  // namespace tether::fuzz
