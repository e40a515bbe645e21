// What a device measures, once per tick.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "tether/core/fault.hpp"
#include "tether/robot/joints.hpp"
#include "tether/spatial/pose.hpp"
#include "tether/spatial/wrench.hpp"

namespace tether::signals {

// What a simulated world looks like, for those who watch it: the coordinates of everything in it
// (MuJoCo's qpos) and where the tool touches. In single precision: nobody computes with it.
struct SceneState {
  static constexpr std::size_t kMaxCoordinates = 64;
  static constexpr std::size_t kMaxContacts = 4;
  struct Contact {
    std::array<float, 3> point{};  // world frame [m]
    std::array<float, 3> force{};  // of the world on the device [N]
  };
  std::uint8_t coordinates = 0;  // that are used; a world with more shows none
  std::uint8_t contacts = 0;     // that are used
  std::array<float, kMaxCoordinates> q{};
  std::array<Contact, kMaxContacts> contact{};
};

struct DeviceState {
  robot::JointVector position;  // [rad or m]
  // effort that acted since the position told before [N m or N]; what came of it is τᵀ Δq [J]
  robot::JointVector applied;
  // what the outside does to the device's tool (hand on handle, world on robot): base axes, moment
  // about the tool, as force sensors tell it
  spatial::Wrench external_at_tool;
  bool clutch = false;        // the operator wants to move the device alone
  bool hand_felt = true;      // false for a device that knows that nobody holds it
  bool stop_pressed = false;  // its emergency stop
  core::Fault fault;          // of the device itself
  // where the tool of a simulated device really is, for those who judge; never for a controller
  std::optional<spatial::Pose> actual = std::nullopt;
  SceneState scene = {};  // the same: of a simulated world, for those who watch
};

}  // namespace tether::signals
