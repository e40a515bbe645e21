// Logging is part of the tick, so that it may not touch the heap.
#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/record/mcap_bytes.hpp"
#include "tests/support/allocation_counter.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tether/record/mcap/mcap_writer.hpp"
#include "tether/record/ros2/ros2_encoders.hpp"

namespace tether::record {
namespace {

TEST(McapWriter, LogsATickWithoutTouchingTheHeap) {
  if (!test::AllocationCounter::available()) GTEST_SKIP() << "the sanitizer owns the heap";
  const test::TemporaryDirectory directory;
  McapWriter log(directory.file("x.mcap"), {.chunk_bytes = std::size_t{1} << 16});
  const std::vector<std::string> names{"a", "b", "c"};
  const std::array<double, 3> numbers{1, 2, 3};
  ros2::JointStateEncoder joints("base", names, true, true, true);
  ros2::Encoder<ros2::Pose> pose("base");
  ros2::Encoder<spatial::Wrench> wrench("base");
  ros2::Encoder<signals::Received> sample("base");
  ros2::Encoder<ros2::LinkCounts> stats("base");
  ros2::EventEncoder event;
  using ros2::MessageType;
  const auto joint_channel = ros2::add_channel(log, "/js", MessageType::joint_state);
  const auto pose_channel = ros2::add_channel(log, "/cp", MessageType::pose_stamped);
  const auto wrench_channel = ros2::add_channel(log, "/cf", MessageType::wrench_stamped);
  const auto sample_channel = ros2::add_channel(log, "/received", MessageType::link_sample);
  const auto stats_channel = ros2::add_channel(log, "/link", MessageType::link_stats);
  const auto event_channel = ros2::add_channel(log, "/events", MessageType::event);

  const test::AllocationCounter counter;
  bool taken = true;
  for (std::uint32_t i = 0; i < 2000; ++i) {
    const core::Time now{core::Duration(1'000'000) * i};
    taken = log.wait_until_ready() && taken;
    taken =
        log.append(joint_channel, i, now, joints.encode(now, numbers, numbers, numbers)) && taken;
    taken = log.append(pose_channel, i, now, pose.encode(now, {})) && taken;
    taken = log.append(wrench_channel, i, now, wrench.encode(now, {})) && taken;
    taken = log.append(sample_channel, i, now, sample.encode(now, {.sample = {.sequence = i}})) &&
            taken;
    taken = log.append(stats_channel, i, now, stats.encode(now, {})) && taken;
    taken = log.append(event_channel, i, now, event.encode(now, "tick", "an event")) && taken;
  }
  EXPECT_EQ(counter.allocations(), 0);
  EXPECT_EQ(counter.frees(), 0);
  EXPECT_TRUE(taken);
  log.close();
}

}  // namespace
}  // namespace tether::record
