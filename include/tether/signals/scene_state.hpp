// What a simulated world looks like, for those who watch it: the coordinates of everything in it
// (MuJoCo's qpos) and where the tool touches. In single precision: nobody computes with it. It does
// not ride on ticks: it is taken beside them, a hundred times a second
// (sim/devices/scene_camera.hpp).
#pragma once

#include <array>
#include <chrono>
#include <cstdint>

#include "tether/core/time.hpp"

namespace tether::signals {

// between two that are recorded and shown
inline constexpr core::Duration kScenePeriod = std::chrono::milliseconds(10);

struct SceneState {
  static constexpr std::size_t kMaxCoordinates = 64;
  static constexpr std::size_t kMaxContacts = 4;
  struct Contact {
    std::array<float, 3> point{};  // world frame [m]
    std::array<float, 3> force{};  // of the world on the device [N]
  };
  std::uint64_t tick = 0;        // of its side, in which it was taken
  core::Time time;               // of that tick
  std::uint8_t coordinates = 0;  // that are used; a world with more shows none
  std::uint8_t contacts = 0;     // that are used
  std::array<float, kMaxCoordinates> q{};
  std::array<Contact, kMaxContacts> contact{};
};

}  // namespace tether::signals
