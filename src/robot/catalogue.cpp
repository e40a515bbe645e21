#include "tether/robot/catalogue.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "robot/mjcf.hpp"
#include "tether/core/data_path.hpp"
#include "tether/core/error.hpp"
#include "tether/core/nearest.hpp"
#include "tether/robot/multibody.hpp"
#include "tether/robot/platform.hpp"

namespace tether::robot {
namespace {

const std::array<CatalogueEntry, 14> kEntries{{
    {"crankshaft", "crankshaft with four cylinders and a handle, simulated",
     "multibody/crankshaft.xml", RobotKind::multibody},
    {"double_pendulum", "two pendulums of 3 kg, one below the other, simulated",
     "multibody/double_pendulum.xml", RobotKind::multibody},
    {"falcon", "Novint Falcon, force feedback in three translations", "robots/falcon.xml",
     RobotKind::haptic_device},
    {"kuka_lwr4", "KUKA LWR4+, torque-controlled arm with seven joints", "robots/kuka_lwr4.xml",
     RobotKind::arm},
    {"mass_spring_chain", "six blocks of 1 kg on springs in a row, simulated",
     "multibody/mass_spring_chain.xml", RobotKind::multibody},
    {"multibody", "a multibody system of your own, simulated: [multibody] model and site", "",
     RobotKind::multibody},
    {"omega7", "Force Dimension omega.7, force feedback in three translations", "robots/omega7.xml",
     RobotKind::haptic_device},
    {"panda", "Franka Emika Panda with a handle, torque-controlled arm with seven joints",
     "robots/panda.xml", RobotKind::hand_guided_arm},
    {"pendulum", "pendulum of 6 kg that swings in two planes, simulated", "multibody/pendulum.xml",
     RobotKind::multibody},
    {"phantom_premium",
     "Phantom Premium 3.0 6DOF, force and torque feedback in six axes",
     "robots/phantom_premium.xml",
     RobotKind::haptic_device,
     {.needs_hand = true}},
    {"ropod", "ropod, holonomic platform on four smart wheels", "robots/ropod.xml",
     RobotKind::mobile_base},
    {"slider_crank", "crank with a handle that moves a block, simulated",
     "multibody/slider_crank.xml", RobotKind::multibody},
    {"whman",
     "WHMAN, position-controlled water-hydraulic arm with eight joints",
     "robots/whman.xml",
     RobotKind::arm,
     {.position_controlled = true}},
    {"youbot_arm", "KUKA youBot arm, five joints with strong friction", "robots/youbot_arm.xml",
     RobotKind::arm},
}};

}  // namespace

std::span<const CatalogueEntry> catalogue() noexcept { return kEntries; }

CatalogueEntry find(std::string_view name) {
  if (is_own_model(name)) {
    const std::string stem = std::filesystem::path(name).stem().string();
    return {std::string(name), stem + ", a robot of your own", std::string(name),
            RobotKind::hand_guided_arm};
  }
  const auto found = std::find_if(kEntries.begin(), kEntries.end(),
                                  [name](const CatalogueEntry& e) { return e.name == name; });
  if (found != kEntries.end()) return *found;
  std::vector<std::string> names;
  names.reserve(kEntries.size());
  for (const CatalogueEntry& entry : kEntries) names.emplace_back(entry.name);
  throw core::InputError(
      fmt::format("unknown robot \"{}\"{}", name, core::suggestion(name, names)));
}

std::filesystem::path model_path(const CatalogueEntry& entry) {
  return is_own_model(entry.name) ? std::filesystem::path(entry.model)
                                  : core::data_path(entry.model);
}

Chain load(const CatalogueEntry& entry) {
  if (entry.kind == RobotKind::mobile_base) return planar_chain(PlatformGeometry{});
  if (entry.model.empty()) {
    throw core::InputError(
        fmt::format("the model of \"{}\" is the one that a scenario names: "
                    "[multibody] model = \"path/to.xml\"",
                    entry.name));
  }
  const std::string file = model_path(entry).string();
  Chain chain =
      entry.kind == RobotKind::multibody ? load_multibody({.file = file}).chain : load_chain(file);
  chain.name = is_own_model(entry.name) ? std::filesystem::path(file).stem().string() : entry.name;
  return chain;
}

Chain load(std::string_view name) { return load(find(name)); }

std::string_view to_string(RobotKind kind) noexcept {
  switch (kind) {
    case RobotKind::arm:
      return "arm";
    case RobotKind::haptic_device:
      return "haptic device";
    case RobotKind::hand_guided_arm:
      return "arm that can be held";
    case RobotKind::mobile_base:
      return "mobile base";
    case RobotKind::multibody:
      return "multibody system";
  }
  return "unknown";
}

}  // namespace tether::robot
