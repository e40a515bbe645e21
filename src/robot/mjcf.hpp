// Chains from MJCF models, read by MuJoCo's own compiler, so that the controller's model and the
// simulated robot come from one file. The chain leads to the body that carries the tool site. The
// first body of the branch, when it has no joint, is the base and its frame the base frame;
// otherwise that is the world's. Bodies without joints are fused into the link that carries them.
// Speed and effort ratings are custom numerics in joint order:
//   <custom> <numeric name="max_speed" data="1.9 ..."/> <numeric name="max_effort" data="176 ..."/>
// MuJoCo XML reference, https://mujoco.readthedocs.io/en/2.2.2/XMLreference.html.
#pragma once

#include <cstdint>
#include <string>

#include "tether/robot/chain.hpp"

struct mjModel_;

namespace tether::robot {

// Bodies that move but are not between base and tool. An arm has none: its chain would lack what
// they weigh. A multibody system (multibody.hpp) may have any number.
enum class SideBranches : std::uint8_t { refused, left_out };

// throws core::InputError with the file and what MuJoCo says of it
Chain load_chain(const std::string& path, const std::string& tool_site = "tool");

// the same from a compiled model; `file` is for messages
Chain chain_from_model(const mjModel_& model, const std::string& tool_site, const std::string& file,
                       SideBranches branches = SideBranches::refused);

}  // namespace tether::robot
