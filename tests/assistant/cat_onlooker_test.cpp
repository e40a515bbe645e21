// Fast DDS as the robot's controller: receives forces and sends poses.
#include <atomic>
#include <bit>
#include <random>

#include <gtest/gtest.h>

#include "tests/support/oracles/fast_dds.hpp"
#include "tests/support/processes/patience.hpp"
#include "tether/assistant/service/cat_service.hpp"

namespace tether::assistant {
namespace {

// plain CDR of two matrices: nothing but doubles behind the four bytes that name the encoding
std::vector<std::uint8_t> position(const ToolPose& pose) {
  std::vector<std::uint8_t> bytes{0, 1, 0, 0};
  for (const spatial::Pose& one : {pose.last_frame, pose.tool_offset}) {
    double matrix[16];
    matrix_of_pose(one, matrix);
    for (const double x : matrix) {
      const auto raw = std::bit_cast<std::array<std::uint8_t, 8>>(x);
      bytes.insert(bytes.end(), raw.begin(), raw.end());
    }
  }
  return bytes;
}

TEST(CatStranger, ReceivesForcesAndIsReceived) {
  const std::uint32_t domain = 1 + std::random_device()() % 200;
  test::FastDds controller(domain);
  std::atomic<double> last_torque = 0;
  controller.subscribe("CAT_forces", [&](const test::CatForce& m) {
    if (m.force[0] == 1 && m.force[1] == 2 && m.force[2] == 3) last_torque = m.torque[2];
  });
  const auto send = controller.publish("TCP_position", "DTP2DDS::CATPosition");
  PoseInbox poses;
  CatService service({.domain = domain, .interface = "lo"}, poses);
  ASSERT_TRUE(test::eventually([&] {
    service.send({{4, 5, 6}, {1, 2, 3}});
    return last_torque == 6;
  }));
  const ToolPose sent{{spatial::exp_rotation({1, 0, 0}), {0.1, 0.2, 0.3}}, {}};
  std::optional<ToolPose> pose;
  ASSERT_TRUE(test::eventually([&] {
    send({position(sent)});
    return (pose = poses.take()).has_value();
  }));
  EXPECT_EQ(pose->last_frame.rotation, sent.last_frame.rotation);
  EXPECT_EQ(pose->last_frame.position, sent.last_frame.position);

  // whatever is no pose has no effect but to be counted
  ToolPose nowhere = sent;
  nowhere.last_frame.position.x() = std::nan("");
  ASSERT_TRUE(test::eventually([&] {
    send({position(nowhere)});
    return poses.counts().refused > 0;
  }));
  ToolPose sheared = sent;
  sheared.tool_offset.rotation(0, 1) = 0.5;
  const auto before = poses.counts().refused;
  ASSERT_TRUE(test::eventually([&] {
    send({position(sheared)});
    return poses.counts().refused > before + 3;
  }));
}

}  // namespace
}  // namespace tether::assistant
