#include "tether/record/ros2/ros2_messages.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <initializer_list>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "record/ros2/cdr.hpp"
#include "tests/record/moments.hpp"
#include "tether/core/error.hpp"
#include "tether/record/ros2/ros2_encoders.hpp"

namespace tether::record::ros2 {
namespace {

using ::testing::HasSubstr;

std::vector<std::byte> copy(std::span<const std::byte> bytes) {
  return {bytes.begin(), bytes.end()};
}

// any bits make a double, and all must survive
double any_double() { return std::bit_cast<double>(*rc::gen::arbitrary<std::uint64_t>()); }
float any_float() { return std::bit_cast<float>(*rc::gen::arbitrary<std::uint32_t>()); }
std::vector<double> any_doubles(std::size_t count) {
  std::vector<double> values(count);
  for (double& value : values) value = any_double();
  return values;
}
spatial::Vector3 any_vector() { return {any_double(), any_double(), any_double()}; }
Pose any_pose() { return {any_vector(), {any_double(), any_double(), any_double(), any_double()}}; }
// not negative: a log begins with its session
core::Time any_time() { return at(*rc::gen::inRange<std::int64_t>(0, std::int64_t{1} << 60)); }

bool same_bits(std::span<const double> a, std::span<const double> b) {
  return std::ranges::equal(std::as_bytes(a), std::as_bytes(b));
}
bool same_bits(std::span<const float> a, std::span<const float> b) {
  return std::ranges::equal(std::as_bytes(a), std::as_bytes(b));
}
bool same_bits(const spatial::Vector3& a, const spatial::Vector3& b) {
  return same_bits(std::span(a.data(), 3), std::span(b.data(), 3));
}
bool same_bits(const Pose& a, const Pose& b) {
  return same_bits(a.position, b.position) &&
         same_bits(std::span(a.orientation.coeffs().data(), 4),
                   std::span(b.orientation.coeffs().data(), 4));
}
bool same_bits(const spatial::Wrench& a, const spatial::Wrench& b) {
  return same_bits(a.force, b.force) && same_bits(a.torque, b.torque);
}

// each shorter message must be refused, not read past its end
template <class Decode>
void expect_every_cut_to_be_refused(std::span<const std::byte> bytes, Decode decode) {
  EXPECT_NO_THROW(decode(bytes));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const auto cut = copy(bytes.first(size));
    EXPECT_THROW(decode(cut), core::InputError) << size;
  }
}

TEST(Ros2Definitions, NameThePackageAndTheType) {
  EXPECT_EQ(name(MessageType::joint_state), "sensor_msgs/msg/JointState");
  EXPECT_EQ(name(MessageType::link_sample), "tether_msgs/msg/LinkSample");
}

TEST(Ros2Definitions, BringTheirPartsEachOnce) {
  const std::string separator = std::string(80, '=') + "\nMSG: ";
  const std::string text = definition(MessageType::link_sample);
  for (const char* part :
       {"std_msgs/Header", "builtin_interfaces/Time", "geometry_msgs/Pose", "geometry_msgs/Point",
        "geometry_msgs/Quaternion", "geometry_msgs/Wrench", "geometry_msgs/Vector3"}) {
    const std::string heading = separator + part + "\n";
    EXPECT_THAT(text, HasSubstr(heading));
    EXPECT_EQ(text.find(heading), text.rfind(heading));
  }
  EXPECT_THAT(
      definition(MessageType::event),
      ::testing::EndsWith(separator + "builtin_interfaces/Time\n# Session time\nint32 sec\nuint32 "
                                      "nanosec\n"));
}

TEST(JointStateEncoder, WritesTheMessageAsPlainCdrHasIt) {
  const std::vector<std::string> names{"a", "bc"};
  const std::array<double, 2> position{1.0, -2.5};
  const std::array<double, 2> effort{0.5, 8.0};
  JointStateEncoder encoder("base", names, true, false, true);
  const auto bytes = encoder.encode(at(3'000'000'007), position, {}, effort);

  // field by field, as the definition has them
  std::array<std::byte, 256> expected{};
  CdrWriter writer(expected);
  writer.put(std::int32_t{3});
  writer.put(std::uint32_t{7});
  writer.put("base");
  writer.put_sequence(names);
  writer.put_sequence(std::span<const double>(position));
  writer.put_sequence(std::span<const double>());
  writer.put_sequence(std::span<const double>(effort));
  EXPECT_EQ(copy(bytes), copy(writer.bytes()));
}

TEST(JointStateEncoder, RefusesTheWrongNumberOfNumbers) {
  const std::vector<std::string> names{"a", "b"};
  const std::array<double, 3> numbers{};
  const auto two = std::span<const double>(numbers).first(2);
  JointStateEncoder encoder("base", names, true, true, false);
  EXPECT_FALSE(encoder.encode(at(0), two, two, {}).empty());
  EXPECT_TRUE(encoder.encode(at(0), numbers, two, {}).empty());
  EXPECT_TRUE(encoder.encode(at(0), two, {}, {}).empty());
  EXPECT_TRUE(encoder.encode(at(0), two, two, two).empty());
}

RC_GTEST_PROP(JointStateEncoder, ComesBackBitForBit,
              (const std::string& frame, const std::vector<std::string>& names,
               const std::array<bool, 3>& has)) {
  JointStateEncoder encoder(frame, names, has[0], has[1], has[2]);
  // the second time over the first
  for (int round = 0; round < 2; ++round) {
    const core::Time stamp = any_time();
    const auto position = any_doubles(has[0] ? names.size() : 0);
    const auto velocity = any_doubles(has[1] ? names.size() : 0);
    const auto effort = any_doubles(has[2] ? names.size() : 0);
    const Stamped<JointState> back =
        decode<JointState>(encoder.encode(stamp, position, velocity, effort));
    RC_ASSERT(back.stamp == stamp);
    RC_ASSERT(back.frame_id == frame);
    RC_ASSERT(back.body.name == names);
    RC_ASSERT(same_bits(back.body.position, position));
    RC_ASSERT(same_bits(back.body.velocity, velocity));
    RC_ASSERT(same_bits(back.body.effort, effort));
  }
}

RC_GTEST_PROP(PoseStampedEncoder, ComesBackBitForBit, (const std::string& frame)) {
  Encoder<Pose> encoder(frame);
  const core::Time stamp = any_time();
  const Pose pose = any_pose();
  const Stamped<Pose> back = decode<Pose>(encoder.encode(stamp, pose));
  RC_ASSERT(back.stamp == stamp);
  RC_ASSERT(back.frame_id == frame);
  RC_ASSERT(same_bits(back.body, pose));
}

RC_GTEST_PROP(WrenchStampedEncoder, ComesBackBitForBit, (const std::string& frame)) {
  Encoder<spatial::Wrench> encoder(frame);
  const core::Time stamp = any_time();
  const spatial::Wrench wrench{any_vector(), any_vector()};
  const Stamped<spatial::Wrench> back = decode<spatial::Wrench>(encoder.encode(stamp, wrench));
  RC_ASSERT(back.stamp == stamp);
  RC_ASSERT(back.frame_id == frame);
  RC_ASSERT(same_bits(back.body, wrench));
}

RC_GTEST_PROP(LinkSampleEncoder, ComesBackBitForBit,
              (const std::string& frame, std::uint32_t sequence, bool fresh, bool echoes,
               std::uint32_t arrived, const std::array<std::uint8_t, 2>& wall)) {
  Encoder<signals::Received> encoder(frame);
  const core::Time stamp = any_time();
  const Pose pose = any_pose();
  const spatial::Wrench wrench{any_vector(), any_vector()};
  const signals::Sample put{
      .sequence = sequence,
      .sent = any_time(),
      .echoes = echoes,
      .echo = any_time(),
      .held = any_time().time_since_epoch(),
      .position = pose.position,
      .orientation = pose.orientation,
      .torque = wrench.torque,
      .force = wrench.force,
      .energy = any_double(),
      .wave = any_vector(),
      .kinetic = any_double(),
      .angular = any_vector().cast<float>(),
      .linear = any_vector().cast<float>(),
      .external_torque = any_vector().cast<float>(),
      .external_force = any_vector().cast<float>(),
      .obstruction = Eigen::Vector4f(any_float(), any_float(), any_float(), any_float()),
      .angular_acceleration = any_vector().cast<float>(),
      .linear_acceleration = any_vector().cast<float>(),
      .wall = wall[0],
      .wall_generation = wall[1],
      .wall_normal = any_vector().cast<float>(),
      .wall_point = any_vector().cast<float>(),
      .wall_figures = any_vector().cast<float>()};
  const Stamped<signals::Received> back = decode<signals::Received>(
      encoder.encode(stamp, {.valid = true, .fresh = fresh, .arrived = arrived, .sample = put}));
  RC_ASSERT(back.stamp == stamp);
  RC_ASSERT(back.frame_id == frame);
  RC_ASSERT(back.body.fresh == fresh);
  RC_ASSERT(back.body.arrived == arrived);
  const signals::Sample& got = back.body.sample;
  RC_ASSERT(got.sequence == sequence);
  RC_ASSERT(got.sent == put.sent);
  RC_ASSERT(got.echoes == echoes);
  RC_ASSERT(got.echo == put.echo);
  RC_ASSERT(got.held == put.held);
  RC_ASSERT(same_bits(Pose{got.position, got.orientation}, pose));
  RC_ASSERT(same_bits(spatial::Wrench{got.torque, got.force}, wrench));
  RC_ASSERT(same_bits(spatial::Wrench{got.wave, {got.energy, got.kinetic, 0}},
                      spatial::Wrench{put.wave, {put.energy, put.kinetic, 0}}));
  const auto measured = [](const signals::Sample& s) {
    return spatial::Wrench{s.external_torque.cast<double>(), s.external_force.cast<double>()};
  };
  const auto moves = [](const signals::Sample& s) {
    return spatial::Wrench{s.angular.cast<double>(), s.linear.cast<double>()};
  };
  const auto quickens = [](const signals::Sample& s) {
    return spatial::Wrench{s.angular_acceleration.cast<double>(),
                           s.linear_acceleration.cast<double>()};
  };
  RC_ASSERT(same_bits(quickens(got), quickens(put)));
  RC_ASSERT(same_bits(measured(got), measured(put)));
  RC_ASSERT(same_bits(moves(got), moves(put)));
  RC_ASSERT(same_bits(std::span(got.obstruction.data(), 4), std::span(put.obstruction.data(), 4)));
  RC_ASSERT(got.wall == wall[0]);
  RC_ASSERT(got.wall_generation == wall[1]);
  const auto lies = [](const signals::Sample& s) {
    return spatial::Wrench{s.wall_normal.cast<double>(), s.wall_point.cast<double>()};
  };
  RC_ASSERT(same_bits(lies(got), lies(put)));
  const auto figures = [](const signals::Sample& s) {
    return spatial::Vector3(s.wall_figures.cast<double>());
  };
  RC_ASSERT(same_bits(figures(got), figures(put)));
}

RC_GTEST_PROP(EnergyEncoder, ComesBackBitForBit, (const std::string& frame)) {
  Encoder<EnergyAccount> encoder(frame);
  const core::Time stamp = any_time();
  const EnergyAccount put{any_double(), any_double(), any_double(), any_double(),
                          any_double(), any_double(), any_double(), any_double()};
  const Stamped<EnergyAccount> back = decode<EnergyAccount>(encoder.encode(stamp, put));
  RC_ASSERT(back.stamp == stamp);
  RC_ASSERT(back.frame_id == frame);
  RC_ASSERT(std::memcmp(&back.body, &put, sizeof(put)) == 0);
}

RC_GTEST_PROP(OutsideEncoder, ComesBackBitForBit, (const std::string& frame)) {
  Encoder<signals::OutsideTick> encoder(frame);
  const core::Time stamp = any_time();
  const signals::OutsideTick put{.kinetic = any_double(),
                                 .refunded = any_double(),
                                 .taken_in = any_double(),
                                 .taken_in_at_motors = any_double(),
                                 .uncertain = any_double()};
  const auto got = decode<signals::OutsideTick>(encoder.encode(stamp, put));
  RC_ASSERT(got.stamp == stamp);
  const auto numbers = [](const signals::OutsideTick& t) {
    return std::array{t.kinetic, t.refunded, t.taken_in, t.taken_in_at_motors, t.uncertain};
  };
  RC_ASSERT(same_bits(numbers(got.body), numbers(put)));
}

RC_GTEST_PROP(LinkStatsEncoder, ComesBackBitForBit,
              (const std::string& frame, const std::array<std::uint64_t, 4>& counts)) {
  Encoder<LinkCounts> encoder(frame);
  const core::Time stamp = any_time();
  const LinkCounts put{counts[0], counts[1], counts[2], counts[3], any_double(), any_double()};
  const Stamped<LinkCounts> back = decode<LinkCounts>(encoder.encode(stamp, put));
  RC_ASSERT(back.stamp == stamp);
  RC_ASSERT(back.frame_id == frame);
  RC_ASSERT(back.body.sent == put.sent);
  RC_ASSERT(back.body.received == put.received);
  RC_ASSERT(back.body.lost == put.lost);
  RC_ASSERT(back.body.duplicated == put.duplicated);
  RC_ASSERT(same_bits(std::array{back.body.delay, back.body.round_trip},
                      std::array{put.delay, put.round_trip}));
}

TEST(WrenchStampedEncoder, PutsTheForceFirst) {
  Encoder<spatial::Wrench> encoder("");
  const auto bytes = encoder.encode(at(0), {{1, 2, 3}, {4, 5, 6}});
  CdrReader reader(bytes);
  reader.get<std::int32_t>();
  reader.get<std::uint32_t>();
  reader.get_string();
  std::array<double, 6> numbers{};
  reader.get_array(std::span<double>(numbers));
  EXPECT_THAT(numbers, ::testing::ElementsAre(4, 5, 6, 1, 2, 3));
  EXPECT_EQ(reader.position(), bytes.size());
}

TEST(PoseStampedEncoder, PutsTheRealPartOfTheQuaternionLast) {
  Encoder<Pose> encoder("");
  const auto bytes = encoder.encode(at(0), {{1, 2, 3}, Eigen::Quaterniond(7, 4, 5, 6)});
  CdrReader reader(bytes);
  reader.get<std::int32_t>();
  reader.get<std::uint32_t>();
  reader.get_string();
  std::array<double, 7> numbers{};
  reader.get_array(std::span<double>(numbers));
  EXPECT_THAT(numbers, ::testing::ElementsAre(1, 2, 3, 4, 5, 6, 7));
}

TEST(EventEncoder, KeepsTextsThatFit) {
  EventEncoder encoder;
  const std::string what(EventEncoder::kWhatBytes, 'w');
  const std::string detail(EventEncoder::kDetailBytes, 'd');
  const Event back = decode_event(encoder.encode(at(1'999'999'999), what, detail));
  EXPECT_EQ(back.stamp, at(1'999'999'999));
  EXPECT_EQ(back.what, what);
  EXPECT_EQ(back.detail, detail);
}

TEST(EventEncoder, CutsTextsThatDoNotFitBetweenTwoCharacters) {
  EventEncoder encoder;
  std::string umlauts;
  for (int i = 0; i < 400; ++i) umlauts += "ü";
  const Event back = decode_event(encoder.encode(at(0), "x" + umlauts, umlauts));
  EXPECT_LE(back.what.size(), EventEncoder::kWhatBytes);
  EXPECT_LE(back.detail.size(), EventEncoder::kDetailBytes);
  EXPECT_THAT(back.what, ::testing::StartsWith("xüü"));
  EXPECT_THAT(back.what, ::testing::EndsWith("ü…"));
  EXPECT_THAT(back.detail, ::testing::EndsWith("ü…"));
}

TEST(Ros2Decoders, RefuseMessagesThatAreCutShort) {
  const std::vector<std::string> names{"a", "bc"};
  const std::array<double, 2> numbers{1, 2};
  JointStateEncoder joints("base", names, true, true, true);
  expect_every_cut_to_be_refused(joints.encode(at(1), numbers, numbers, numbers),
                                 decode<JointState>);
  expect_every_cut_to_be_refused(Encoder<Pose>("base").encode(at(1), {}), decode<Pose>);
  expect_every_cut_to_be_refused(Encoder<spatial::Wrench>("base").encode(at(1), {}),
                                 decode<spatial::Wrench>);
  expect_every_cut_to_be_refused(Encoder<signals::Received>("base").encode(at(1), {}),
                                 decode<signals::Received>);
  expect_every_cut_to_be_refused(Encoder<EnergyAccount>("base").encode(at(1), {}),
                                 decode<EnergyAccount>);
  expect_every_cut_to_be_refused(Encoder<signals::OutsideTick>("base").encode(at(1), {}),
                                 decode<signals::OutsideTick>);
  expect_every_cut_to_be_refused(Encoder<LinkCounts>("base").encode(at(1), {}), decode<LinkCounts>);
  expect_every_cut_to_be_refused(EventEncoder().encode(at(1), "what", "detail"), decode_event);
}

TEST(Ros2Pose, AgreesWithTheRotationMatrix) {
  const spatial::Pose pose = spatial::exp({{0.3, -1.2, 0.4}, {1, 2, 3}});
  const spatial::Pose back = from_message(to_message(pose));
  EXPECT_EQ(back.position, pose.position);
  EXPECT_TRUE(back.rotation.isApprox(pose.rotation, 1e-15));
}

}  // namespace
}  // namespace tether::record::ros2
