// Fast DDS looks on, as a ROS 2 node on it would.
#include <atomic>
#include <mutex>
#include <optional>
#include <random>

#include "tests/support/fast_dds.hpp"
#include "tests/support/patience.hpp"
#include <gtest/gtest.h>

#include "tether/link/dds_endpoint.hpp"

namespace tether::link {
namespace {

// the newest message of a topic, from a thread of the middleware
template <class Message>
class Newest {
 public:
  void put(const Message& message) {
    const std::lock_guard lock(mutex_);
    message_ = message;
  }
  std::optional<Message> get() const {
    const std::lock_guard lock(mutex_);
    return message_;
  }

 private:
  mutable std::mutex mutex_;
  std::optional<Message> message_;
};

class DdsOnlooker : public testing::TestWithParam<passivity::Role> {};

TEST_P(DdsOnlooker, SeesToolAndWrenchUnderTheNamesOfRos2) {
  const std::uint32_t domain = 1 + std::random_device()() % 200;
  const bool leads = GetParam() == passivity::Role::leader;
  const std::string prefix = leads ? "rt/leader/" : "rt/follower/";
  Newest<test::PoseStamped> pose;
  Newest<test::WrenchStamped> wrench;
  test::FastDds onlooker(domain);
  onlooker.subscribe(prefix + "measured_cp", [&](const test::PoseStamped& m) { pose.put(m); });
  onlooker.subscribe(prefix + "servo_cf", [&](const test::WrenchStamped& m) { wrench.put(m); });

  DdsEndpoint side({.domain = domain, .role = GetParam(), .interface = "lo"});
  Sample sample;
  sample.sent = core::Time(core::Duration(12'000'000'345));
  sample.position = {0.1, -0.2, 0.3};
  sample.orientation = Eigen::Quaterniond(0.5, -0.5, 0.5, -0.5);
  sample.force = {1, 2, 3};
  sample.torque = {-4, 5, -6};
  ASSERT_TRUE(test::eventually([&] {
    side.send(sample.sent, sample);
    return pose.get() && wrench.get();
  }));

  const test::PoseStamped p = *pose.get();
  EXPECT_EQ(p.seconds, 12);
  EXPECT_EQ(p.nanoseconds, 345U);
  EXPECT_EQ(p.frame_id, "leader_base");
  EXPECT_EQ(spatial::Vector3(p.position), sample.position);
  EXPECT_EQ(Eigen::Vector4d(p.orientation), sample.orientation.coeffs());
  const test::WrenchStamped w = *wrench.get();
  EXPECT_EQ(w.seconds, 12);
  EXPECT_EQ(w.frame_id, "leader_base");
  EXPECT_EQ(spatial::Vector3(w.force), sample.force);
  EXPECT_EQ(spatial::Vector3(w.torque), sample.torque);
}

INSTANTIATE_TEST_SUITE_P(Sides, DdsOnlooker,
                         testing::Values(passivity::Role::leader, passivity::Role::follower),
                         [](const auto& test) {
                           return test.param == passivity::Role::leader ? "leader" : "follower";
                         });

}  // namespace
}  // namespace tether::link
