#include "tether/assistant/service/cat_gateway.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "tests/support/processes/patience.hpp"
#include "tests/support/random/random_draw.hpp"
#include "tether/assistant/client/cat_udp_client.hpp"
#include "tether/core/error.hpp"

namespace tether::assistant {
namespace {

const spatial::Wrench kForce{{0.1, 0.2, 0.3}, {1, 2, 3}};

ToolPose pose_at(double x) { return {.last_frame = {.position = {x, 0, 0}}, .tool_offset = {}}; }

TEST(CatGateway, TakesPosesAndSendsForcesBack) {
  PoseInbox poses;
  CatGateway gateway("127.0.0.1:0", poses);
  CatUdpClient client(to_string(gateway.address()));
  client.send(pose_at(0.25));
  std::optional<ToolPose> pose;
  ASSERT_TRUE(test::eventually([&] { return (pose = poses.take()).has_value(); }));
  EXPECT_EQ(pose->tool().position.x(), 0.25);
  EXPECT_FALSE(poses.take()) << "taken once";
  std::optional<spatial::Wrench> force;
  ASSERT_TRUE(test::eventually([&] {
    gateway.send(kForce);
    return (force = client.newest()).has_value();
  }));
  EXPECT_EQ(force->vector(), kForce.vector());
  EXPECT_EQ(client.refused(), 0U);
}

TEST(CatGateway, SendsNothingBeforeAPoseCame) {
  PoseInbox poses;
  CatGateway gateway("127.0.0.1:0", poses);
  for (int i = 0; i < 100; ++i) gateway.send(kForce);
  EXPECT_EQ(gateway.counts().forces, 0U);
}

TEST(CatGateway, DropsAndCountsGarbageAndGoesOn) {
  PoseInbox poses;
  CatGateway gateway("127.0.0.1:0", poses);
  link::UdpSocket stranger(link::parse_address("127.0.0.1:0", "stranger"));
  test::RandomDraw draw(3);
  const auto good = encode(CatPoseDatagram{{1, 1}, pose_at(0)});
  std::uint64_t sent = 0;
  while (sent < 500) {
    std::vector<std::uint8_t> bytes(draw.bits() % 600);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(draw.bits());
    // half of them begin well
    if (draw.bernoulli(0.5))
      std::copy_n(good.begin(), std::min<std::size_t>(12, bytes.size()), bytes.begin());
    sent += stranger.send(gateway.address(), bytes) ? 1U : 0U;
    // no more at once than a socket holds
    ASSERT_TRUE(test::eventually([&] { return gateway.counts().refused + 20 >= sent; }));
  }
  ASSERT_TRUE(test::eventually([&] { return gateway.counts().refused == sent; }));
  EXPECT_EQ(poses.counts().taken, 0U);
  CatUdpClient client(to_string(gateway.address()));
  client.send(pose_at(0.5));
  EXPECT_TRUE(test::eventually([&] { return poses.take().has_value(); }));
}

TEST(CatGateway, TakesAControllerThatStartedAgain) {
  PoseInbox poses;
  CatGateway gateway("127.0.0.1:0", poses);
  for (int run = 1; run <= 3; ++run) {
    CatUdpClient client(to_string(gateway.address()));
    ASSERT_TRUE(test::eventually([&] {
      client.send(pose_at(run));
      gateway.send(kForce);
      const auto pose = poses.take();
      return pose && pose->tool().position.x() == run;
    }));
    EXPECT_TRUE(test::eventually([&] {
      gateway.send(kForce);
      return client.newest().has_value();
    }));
  }
}

TEST(CatUdpClient, TakesForcesFromItsGatewayOnly) {
  PoseInbox poses;
  CatGateway gateway("127.0.0.1:0", poses);
  CatUdpClient client(to_string(gateway.address()));
  // a client without an address of its own listens at any; loopback reaches it
  const auto address =
      link::parse_address("127.0.0.1:" + std::to_string(client.local().port()), "client");
  link::UdpSocket stranger(link::parse_address("127.0.0.1:0", "stranger"));
  ASSERT_TRUE(stranger.send(address, encode(CatForceDatagram{{1, 1}, kForce})));
  ASSERT_TRUE(test::eventually([&] {
    EXPECT_FALSE(client.newest());
    return client.refused() == 1;
  }));
}

TEST(CatGateway, SaysWhatIsWrongWithAnAddress) {
  PoseInbox poses;
  EXPECT_THROW(CatGateway("nowhere", poses), core::InputError);
  CatGateway first("127.0.0.1:0", poses);
  EXPECT_THROW(CatGateway(to_string(first.address()), poses), core::IoError);
}

}  // namespace
}  // namespace tether::assistant
