// Whatever differs between two logged messages is named.
#include "tether/record/ros2/message_difference.hpp"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/record/moments.hpp"
#include "tether/record/ros2/ros2_encoders.hpp"

namespace tether::record {
namespace {

using ros2::MessageType;
using spatial::Vector3;
using ::testing::AnyOf;
using ::testing::HasSubstr;

const core::Time kStamp = at(1'000'000'001);
const spatial::Wrench kWrench{{0.1, 0.2, 0.3}, {0.4, 0.5, 0.6}};
const ros2::Pose kPose{{0.1, 0.2, 0.3}, {0.7, 0.1, 0.2, 0.3}};

std::vector<std::byte> kept(std::span<const std::byte> bytes) {
  return {bytes.begin(), bytes.end()};
}

// Bytes that a message with other values has otherwise belong to a field, not to the gaps between
// them. Each is changed, by its lowest bit.
void expect_every_field_to_be_named(MessageType type, const std::vector<std::byte>& empty,
                                    const std::vector<std::byte>& full) {
  ASSERT_EQ(empty.size(), full.size());
  int changed = 0;
  for (std::size_t i = 0; i < full.size(); ++i) {
    if (empty[i] == full[i]) continue;
    std::vector<std::byte> other = full;
    other[i] ^= std::byte{1};
    EXPECT_THAT(first_difference(type, full, other),
                AnyOf(HasSubstr(": recorded "), HasSubstr("cannot be decoded")))
        << "byte " << i;
    ++changed;
  }
  EXPECT_GT(changed, 0);
}

template <class Body>
void expect_every_field_to_be_named(MessageType type, const Body& empty, const Body& full) {
  ros2::Encoder<Body> encoder("base");
  const auto before = kept(encoder.encode(kStamp, empty));
  expect_every_field_to_be_named(type, before, kept(encoder.encode(kStamp, full)));
}

TEST(MessageDifference, IsNamedWhicheverFieldOfAPoseAWrenchOrAnAccountItIs) {
  expect_every_field_to_be_named(MessageType::pose_stamped,
                                 ros2::Pose{Vector3::Zero(), {0, 0, 0, 0}}, kPose);
  expect_every_field_to_be_named(MessageType::wrench_stamped, spatial::Wrench{}, kWrench);
  expect_every_field_to_be_named(MessageType::energy, ros2::EnergyAccount{},
                                 ros2::EnergyAccount{.tank = 0.1,
                                                     .reserve = 0.2,
                                                     .exchanged = 0.3,
                                                     .received = 0.4,
                                                     .sent = 0.5,
                                                     .in_flight = 0.6,
                                                     .tlc_force = 0.7,
                                                     .held_back = 0.8,
                                                     .kinetic = 0.9,
                                                     .potential = 1.1});
  expect_every_field_to_be_named(MessageType::outside, signals::OutsideTick{},
                                 signals::OutsideTick{.kinetic = 0.1,
                                                      .refunded = 0.2,
                                                      .taken_in = 0.3,
                                                      .taken_in_at_motors = 0.4,
                                                      .uncertain = 0.5});
  expect_every_field_to_be_named(MessageType::engagement,
                                 ros2::EngagementState{.operator_present = false},
                                 ros2::EngagementState{.state = 3,
                                                       .clutch = true,
                                                       .resting = true,
                                                       .operator_present = true,
                                                       .stop_pressed = true});
  expect_every_field_to_be_named(MessageType::link_stats, ros2::LinkCounts{},
                                 ros2::LinkCounts{.sent = 1001,
                                                  .received = 902,
                                                  .lost = 103,
                                                  .duplicated = 4,
                                                  .delay = 0.1,
                                                  .round_trip = 0.3});
}

TEST(MessageDifference, IsNamedWhicheverFieldOfASampleItIs) {
  const signals::Sample sample{.sequence = 7,
                               .sent = at(2'000'000'003),
                               .echoes = true,
                               .echo = at(1'000'000'005),
                               .held = core::Duration(700'001),
                               .position = kPose.position,
                               .orientation = kPose.orientation,
                               .torque = kWrench.torque,
                               .force = kWrench.force,
                               .energy = 0.1,
                               .wave = Vector3(0.2, 0.3, 0.4),
                               .kinetic = 0.5,
                               // few bits: messages have them in double precision
                               .angular = Eigen::Vector3f(0.5F, 0.25F, 0.75F),
                               .linear = Eigen::Vector3f(1.5F, 1.25F, 1.75F),
                               .external_torque = Eigen::Vector3f(2.5F, 2.25F, 2.75F),
                               .external_force = Eigen::Vector3f(3.5F, 3.25F, 3.75F),
                               .obstruction = Eigen::Vector4f(0.5F, 0.25F, 0.75F, 0.125F),
                               .angular_acceleration = Eigen::Vector3f(4.5F, 4.25F, 4.75F),
                               .linear_acceleration = Eigen::Vector3f(5.5F, 5.25F, 5.75F),
                               .wall = 3,
                               .wall_generation = 9,
                               .wall_normal = Eigen::Vector3f(6.5F, 6.25F, 6.75F),
                               .wall_point = Eigen::Vector3f(7.5F, 7.25F, 7.75F),
                               .wall_figures = Eigen::Vector3f(8.5F, 8.25F, 8.75F),
                               .method = 1,
                               .engagement = 2,
                               .coupling = 3};
  signals::Received nothing;
  nothing.sample.orientation = {0, 0, 0, 0};
  expect_every_field_to_be_named(
      MessageType::link_sample, nothing,
      signals::Received{.valid = true, .fresh = true, .arrived = 3, .epoch = 5, .sample = sample});
}

TEST(MessageDifference, IsNamedWhicheverFieldOfGuardsOrAssistanceItIs) {
  ros2::Encoder<ros2::GuardState> encoder("base");
  const auto before =
      kept(encoder.encode(kStamp, {{.energy_share = 0, .force_share = 0, .hand_share = 0}, {}}));
  const auto after = kept(encoder.encode(
      kStamp, {{.energy = 0.1, .energy_share = 0.2, .force_share = 0.3, .hand_share = 0.4},
               {.joint_stops = 0.5,
                .joint_speed = 0.6,
                .tool_speed = 0.7,
                .torque_rate = 0.8,
                .power = 0.9,
                .fence = 1.1,
                .fence_distance = 1.2,
                .held = 1.3,
                .contact = true,
                .stop = guard::StopReason::collision}}));
  expect_every_field_to_be_named(MessageType::guard, before, after);

  ros2::AssistState assisted{.at_leader = kWrench, .potential = 0.1, .energy = 0.2};
  assisted.effect.at_tool = kWrench;
  assisted.effect.potential = 0.3;
  assisted.effect.distance = 0.4;
  assisted.effect.active = 2;
  assisted.effect.nearest = 9;
  ros2::AssistState bare;
  bare.effect.distance = 0;
  bare.effect.nearest = 0;
  expect_every_field_to_be_named(MessageType::assist, bare, assisted);
}

TEST(MessageDifference, QuotesTextsAndBothValues) {
  ros2::EventEncoder encoder;
  const auto stop = kept(encoder.encode(kStamp, "stop", "pressed"));
  EXPECT_EQ(first_difference(MessageType::event, stop, encoder.encode(kStamp, "stay", "pressed")),
            "what: recorded stop, replayed stay");
  EXPECT_EQ(first_difference(MessageType::event, stop, encoder.encode(kStamp, "stop", "left")),
            "detail: recorded pressed, replayed left");
}

TEST(MessageDifference, SaysThatAMessageIsCutShort) {
  ros2::Encoder<spatial::Wrench> encoder("base");
  const auto bytes = kept(encoder.encode(kStamp, kWrench));
  EXPECT_THAT(first_difference(MessageType::wrench_stamped,
                               std::span(bytes).first(bytes.size() - 1), bytes),
              HasSubstr("cannot be decoded"));
}

}  // namespace
}  // namespace tether::record
