// Writes ticks as ROS 2 messages under CRTK names: per side measured_js, servo_jf, measured_cp,
// servo_cf, measured_cf, received, engagement, energy and guard, and /link and /events for both;
// and scene, of a simulated world in which more moves than the robot. Where they go is up to a
// sink: a log file, or a comparison with one (replay).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tether/record/events.hpp"
#include "tether/record/link_watch.hpp"
#include "tether/record/mcap/mcap_writer.hpp"
#include "tether/record/ros2/ros2_encoders.hpp"
#include "tether/robot/chain.hpp"
#include "tether/signals/scene_state.hpp"
#include "tether/signals/tick.hpp"

namespace tether::record {

class MessageSink {
 public:
  virtual ~MessageSink() = default;
  // set-up; the returned number stands for the topic from then on
  virtual int add_topic(std::string_view topic, ros2::MessageType type) = 0;
  // the tick; `sequence` is the index of the tick
  virtual void append(int topic, std::uint32_t sequence, core::Time time,
                      std::span<const std::byte> payload) noexcept = 0;
};

// a sink that is a log file
class LogSink final : public MessageSink {
 public:
  explicit LogSink(McapWriter& log) : log_(log) {}
  int add_topic(std::string_view topic, ros2::MessageType type) override;
  void append(int topic, std::uint32_t sequence, core::Time time,
              std::span<const std::byte> payload) noexcept override;

 private:
  McapWriter& log_;
};

// what a side records besides what every side records
struct OptionalTopics {
  bool guard = false;
  bool assist = false;
  bool drive = false;
  bool actual = false;    // where a simulated platform really is
  bool commands = false;  // of somebody outside
};

class SideRecorder {
 public:
  SideRecorder(MessageSink& sink, signals::SideName side, const robot::Chain& chain,
               OptionalTopics optional);
  // `other` is the tick of the other side; only a tick that was made is written
  void record(const signals::Tick& tick, const signals::Tick& other) noexcept;

 private:
  enum Topic : std::uint8_t {
    measured_js,     // joint positions, estimated velocities, efforts that acted
    servo_jf,        // joint efforts really commanded
    measured_cp,     // pose of the tool
    servo_cf,        // wrench the coupling asks for, at the tool
    measured_cf,     // wrench of hand or world on the tool, at the tool
    received,        // what came from the other side; from the first arrival on
    engagement,      // how far it is coupled; when that changes
    energy,          // account of the passivity layer
    guard,           // what the guards did; only where there are some
    assist,          // what the fixtures did; only where there are some
    drive,           // obstacles, and what is felt of them; only of those who drive
    actual_cp,       // where a simulated platform really is
    commands,        // of somebody outside; when one is taken up
    fixture_motion,  // that those which somebody outside draws let through; when it changes
    outside,         // energy at the ports
    kTopics
  };

  MessageSink& sink_;
  std::array<int, kTopics> topics_{};
  ros2::JointStateEncoder joint_state_, joint_effort_;
  ros2::Encoder<ros2::Pose> pose_;
  ros2::Encoder<spatial::Wrench> wrench_;
  ros2::Encoder<signals::Received> link_sample_;
  ros2::Encoder<ros2::EngagementState> engagement_;
  std::optional<ros2::EngagementState> engaged_;  // as it was last written
  ros2::Encoder<ros2::EnergyAccount> energy_;
  ros2::Encoder<signals::OutsideTick> outside_;
  ros2::Encoder<ros2::GuardState> guard_;
  ros2::Encoder<ros2::AssistState> assist_;
  ros2::Encoder<ros2::DriveState> drive_;
  ros2::Encoder<signals::CommandsTick> commands_;
  signals::CommandsTick commanded_;  // as they were last written
  ros2::Encoder<ros2::FixtureMotion> motion_;
  spatial::Matrix3 let_through_ = spatial::Matrix3::Identity();  // as it was last written
  OptionalTopics optional_;
};

// All coordinates of a side's simulated world, for those who watch; kScenePeriod apart.
class SceneRecorder {
 public:
  // a name for each coordinate
  SceneRecorder(MessageSink& sink, signals::SideName side,
                std::span<const std::string> coordinates);
  void record(const signals::SceneState& scene) noexcept;

 private:
  MessageSink& sink_;
  int topic_;
  std::size_t count_;
  ros2::JointStateEncoder encoder_;
  core::Time next_;
};

// scans of a follower that is driven, as they come
class ScanRecorder {
 public:
  explicit ScanRecorder(MessageSink& sink);
  // follower: its tick in which the scan was first seen
  void record(const assist::RangeScan& scan, const signals::Tick& follower) noexcept;

 private:
  MessageSink& sink_;
  int topic_;
  ros2::Encoder<ros2::LaserScan> encoder_;
};

// the link's counts, ten times a second
class LinkRecorder {
 public:
  LinkRecorder(MessageSink& sink, double rate);
  void record(const signals::Tick& leader, const signals::Tick& follower) noexcept;

 private:
  MessageSink& sink_;
  int topic_;
  std::uint64_t every_;  // ticks
  LinkWatch watch_;
  ros2::Encoder<ros2::LinkCounts> encoder_;
};

// what somebody outside changed
class ChangeRecorder {
 public:
  explicit ChangeRecorder(MessageSink& sink);
  void record(std::uint64_t tick, core::Time time, const ChangeMade& change) noexcept;

 private:
  MessageSink& sink_;
  int topic_;
  ros2::Change change_;
  ros2::Encoder<ros2::Change> encoder_;
};

class EventRecorder {
 public:
  explicit EventRecorder(MessageSink& sink);
  void record(std::uint64_t tick, const Event& event) noexcept;

 private:
  MessageSink& sink_;
  int topic_;
  ros2::EventEncoder encoder_;
};

}  // namespace tether::record
