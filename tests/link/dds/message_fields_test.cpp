#include "link/dds/message_fields.hpp"

#include <array>

#include <gtest/gtest.h>

#include "tests/support/random/random_sample.hpp"
#include "tests/support/random/same_sample.hpp"

namespace tether::link {
namespace {

struct Stamp {
  std::int32_t sec;
  std::uint32_t nanosec;
};
struct Vector {
  double x, y, z;
};
struct Turn {
  double x, y, z, w;
};
// the fields of LinkSample in idl/, but for the header
struct AddressedMessage {
  std::uint32_t sequence;
  Stamp sent;
  bool fresh;
  std::uint32_t arrived;
  bool echoes;
  Stamp echo;
  std::int64_t held;
  struct {
    Vector position;
    Turn orientation;
  } pose;
  struct {
    Vector force, torque;
  } wrench;
  double energy;
  Vector wave;
  double kinetic;
  Vector angular, linear;
  struct {
    Vector force, torque;
  } external;
  std::array<float, 4> obstruction;
  Vector angular_acceleration, linear_acceleration;
  std::uint8_t wall, wall_generation;
  Vector wall_normal, wall_point, wall_figures;
  std::uint8_t method, engagement, coupling;
  std::uint64_t sender, receiver;
  bool met;
};

TEST(MessageFields, BringEveryFieldOfAnAddressedSampleAcross) {
  test::RandomDraw draw(2);
  for (int i = 0; i < 1000; ++i) {
    const AddressedSample in{{draw.bits(), draw.bits(), draw.bernoulli(0.5)},
                             test::random_sample(draw)};
    AddressedMessage message{};
    write_addressed(message, in);
    const AddressedSample out = read_addressed(message);
    EXPECT_EQ(out.address, in.address);
    EXPECT_EQ(out.sample.sequence, in.sample.sequence);
    EXPECT_EQ(out.sample.sent, in.sample.sent);
    EXPECT_EQ(out.sample.echoes, in.sample.echoes);
    EXPECT_EQ(out.sample.echo, in.sample.echo);
    EXPECT_EQ(out.sample.held, in.sample.held);
    test::expect_same_content(out.sample, in.sample);
  }
}

TEST(MessageFields, KeepTimesBeforeTheSessionBegan) {
  for (const std::int64_t nanoseconds : {-1'000'000'001L, -1L, 0L, 1'999'999'999L}) {
    const core::Time time{core::Duration(nanoseconds)};
    Stamp stamp{};
    write(stamp, time);
    EXPECT_LT(stamp.nanosec, 1'000'000'000U);
    EXPECT_EQ(read_time(stamp), time);
  }
}

}  // namespace
}  // namespace tether::link
