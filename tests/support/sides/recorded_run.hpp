// What one side recorded in a session of its own process: its ticks from log.mcap, as far as the
// log goes, and the figures that fault tests ask for.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tether/record/ros2/ros2_messages.hpp"
#include "tether/robot/chain.hpp"
#include "tether/signals/tick.hpp"

namespace tether::test {

struct RecordedTick {
  std::uint32_t index = 0;
  double time = 0;                                // [s]
  robot::JointVector position, velocity, effort;  // effort as commanded
  control::Engagement engagement = control::Engagement::waiting;
  bool resting = false;
  std::uint32_t epoch = 0;
  record::ros2::EnergyAccount energy;
  bool finite = true;  // every number of it
};

// the largest change from one tick to the next
struct Steps {
  double force = 0;     // [N] of what is commanded: at the handle, or at the follower's tool
  double velocity = 0;  // [m/s] of the tool, as measured
  double force_at = 0, velocity_at = 0;  // when [s]
};

struct RecordedRun {
  signals::SideName side = signals::SideName::leader;
  robot::Chain chain;
  bool truncated = false;  // the log has no end
  std::vector<RecordedTick> ticks;
  std::vector<record::ros2::Event> events;

  bool finite() const;
  double largest_effort() const;  // of one joint [N m]; norm of the force for the leader [N]
  double lowest_tank() const;     // [J]
  std::size_t count(const std::string& event) const;
  std::vector<double> times(const std::string& event) const;  // [s]
  // Between ticks that follow each other on the grid. Where ticks were left out a change is shared
  // out among them. An effort that the energy account cannot pay is cut at once, in any session:
  // such ticks do not count for the force.
  Steps steps(double from, double to) const;
};

// core::InputError where it is no log of that side
RecordedRun read_run(const std::filesystem::path& log, signals::SideName side);

}  // namespace tether::test
