// The robots and devices that tether knows by name. Each has one MJCF model, which both the
// controllers' chain and the simulation are made from; the chain of a mobile base is the planar one
// of platform.hpp, whatever carries it in the model, and that of a multibody system leads to its
// user interaction point (multibody.hpp). A name that ends in ".xml" is a model of the user's own:
// an MJCF file, whose robot can follow and be held alike.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "tether/robot/chain.hpp"

namespace tether::robot {

enum class RobotKind : std::uint8_t {
  arm,
  haptic_device,
  hand_guided_arm,  // an arm that can be led by hand: either of the two
  mobile_base,      // drives on the ground
  multibody,        // is nowhere but in a simulation
};

// what is peculiar to a device
struct Traits {
  bool needs_hand = false;           // gives force only while it feels a hand
  bool position_controlled = false;  // of admittance type: strong, slow, with a position servo
};

struct CatalogueEntry {
  std::string name;         // as in scenarios
  std::string description;  // one line for people
  std::string model;        // MJCF file: among the shipped data, or the user's own
  RobotKind kind = RobotKind::arm;
  Traits traits = {};
};

// those that are shipped
std::span<const CatalogueEntry> catalogue() noexcept;

inline bool is_own_model(std::string_view name) noexcept { return name.ends_with(".xml"); }

// throws core::InputError that offers the nearest known name
CatalogueEntry find(std::string_view name);

// the MJCF file on this machine
std::filesystem::path model_path(const CatalogueEntry& entry);

// the prepared chain from base to tool; the chain's name is the entry's. Throws core::InputError
// for "multibody", whose model only a scenario knows.
Chain load(const CatalogueEntry& entry);
Chain load(std::string_view name);

// it can follow, as a robot
constexpr bool can_follow(RobotKind kind) noexcept { return kind != RobotKind::haptic_device; }
// a person can hold it, as a leader
constexpr bool can_be_held(RobotKind kind) noexcept {
  return kind == RobotKind::haptic_device || kind == RobotKind::hand_guided_arm;
}

// "arm", "haptic device", "arm that can be held", "mobile base" or "multibody system"
std::string_view to_string(RobotKind kind) noexcept;

}  // namespace tether::robot
