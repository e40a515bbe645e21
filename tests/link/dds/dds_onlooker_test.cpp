// Fast DDS looks on, as a ROS 2 node on it would, and speaks in between.
#include <array>
#include <bit>
#include <limits>
#include <mutex>
#include <optional>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/oracles/fast_dds.hpp"
#include "tests/support/processes/patience.hpp"
#include "tests/support/random/random_draw.hpp"
#include "tether/link/dds/dds_endpoint.hpp"

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
  signals::Sample sample;
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

// plain CDR, little endian, alignment counted from behind the first four bytes
class CdrBytes {
 public:
  template <class Number>
  CdrBytes& put(Number number) {
    while ((bytes_.size() - 4) % sizeof number != 0) bytes_.push_back(0);
    const auto raw = std::bit_cast<std::array<std::uint8_t, sizeof number>>(number);
    bytes_.insert(bytes_.end(), raw.begin(), raw.end());
    return *this;
  }
  CdrBytes& put_numbers(int count, double number) {
    for (int i = 0; i < count; ++i) put(number);
    return *this;
  }
  const std::vector<std::uint8_t>& bytes() const noexcept { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_{0, 1, 0, 0};
};

// idl/tether_msgs.idl, spoken by somebody else: a greeting
std::vector<std::uint8_t> link_sample(double force) {
  CdrBytes cdr;
  cdr.put(std::int32_t{1}).put(std::uint32_t{2});    // stamp
  cdr.put(std::uint32_t{1}).put(std::uint8_t{0});    // no frame
  cdr.put(std::uint32_t{0});                         // sequence
  cdr.put(std::int32_t{1}).put(std::uint32_t{2});    // sent
  cdr.put(std::uint8_t{1}).put(std::uint32_t{1});    // fresh, arrived
  cdr.put(std::uint8_t{0});                          // echoes
  cdr.put(std::int32_t{0}).put(std::uint32_t{0});    // echo
  cdr.put(std::int64_t{0});                          // held
  cdr.put_numbers(6, 0).put(1.0);                    // pose
  cdr.put(force).put_numbers(5, 0);                  // wrench
  cdr.put_numbers(5, 0);                             // energy, wave, kinetic
  cdr.put_numbers(12, 0);                            // angular, linear, external
  for (int i = 0; i < 4; ++i) cdr.put(0.0F);         // obstruction
  cdr.put_numbers(6, 0);                             // accelerations
  cdr.put(std::uint8_t{0}).put(std::uint8_t{0});     // wall, its generation
  cdr.put_numbers(9, 0);                             // its normal, point and figures
  cdr.put(std::uint8_t{1}).put(std::uint8_t{0});     // method, engagement
  cdr.put(std::uint8_t{0});                          // coupling
  cdr.put(std::uint64_t{77}).put(std::uint64_t{0});  // sender, receiver
  cdr.put(std::uint8_t{0});                          // met
  return cdr.bytes();
}

TEST(DdsStranger, IsUnderstoodAndWhateverElseItSaysHasNoEffect) {
  const std::uint32_t domain = 1 + std::random_device()() % 200;
  test::FastDds stranger(domain);
  const auto send =
      stranger.publish("rt/leader/link_sample", "tether_msgs::msg::dds_::LinkSample_");
  DdsEndpoint follower({.domain = domain, .role = passivity::Role::follower, .interface = "lo"});

  // well spoken
  ASSERT_TRUE(test::eventually([&] {
    send({link_sample(3)});
    return follower.counts().arrived > 0;
  }));
  EXPECT_EQ(follower.counts().implausible, 0U);
  // well spoken and impossible
  ASSERT_TRUE(test::eventually([&] {
    send({link_sample(std::numeric_limits<double>::infinity())});
    return follower.counts().implausible > 0;
  }));
  // mutated, cut short, and noise
  test::RandomDraw draw(1);
  for (int i = 0; i < 3000; ++i) {
    std::vector<std::uint8_t> bytes = link_sample(3);
    if (draw.bernoulli(0.3)) bytes.resize(5 + draw.bits() % (bytes.size() - 5));
    const int changes = draw.bernoulli(0.5) ? 3 : 300;
    for (int k = 0; k < changes; ++k) {
      // the encoding stays: other ones are for CycloneDDS to refuse
      bytes[4 + draw.bits() % (bytes.size() - 4)] = static_cast<std::uint8_t>(draw.bits());
    }
    send({bytes});
    EXPECT_FALSE(follower.receive({}).valid) << "a stranger was taken for the leader";
  }
  // and it still receives
  const std::uint64_t before = follower.counts().arrived;
  EXPECT_TRUE(test::eventually([&] {
    send({link_sample(3)});
    follower.receive({});
    return follower.counts().arrived > before;
  }));
}

}  // namespace
}  // namespace tether::link
