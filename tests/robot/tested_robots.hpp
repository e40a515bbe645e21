// The robots that every test of kinematics and dynamics runs on: every model of a chain and an arm
// contrived to have every feature at once.
#pragma once

#include <algorithm>
#include <numbers>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "robot/mjcf.hpp"
#include "tether/robot/catalogue.hpp"
#include "tether/robot/chain.hpp"

namespace tether::robot {

struct TestedRobot {
  std::string name;
  std::string file;
};

inline void PrintTo(const TestedRobot& robot, std::ostream* out) { *out << robot.name; }

inline std::vector<TestedRobot> tested_robots() {
  std::vector<TestedRobot> robots{
      {"contrived_arm", TETHER_SOURCE_DIR "/tests/robot/contrived_arm.xml"}};
  for (const CatalogueEntry& entry : catalogue()) {
    // their chains are not, or not all of, their models
    if (entry.kind == RobotKind::mobile_base || entry.kind == RobotKind::multibody) continue;
    robots.push_back({std::string(entry.name), model_path(entry).string()});
  }
  return robots;
}

inline std::string robot_name(const testing::TestParamInfo<TestedRobot>& info) {
  return info.param.name;
}

struct Posture {
  JointVector q;
  JointVector velocity;  // within the speed ratings
};

// postures within the limits; joints without any take a full turn either way
class RandomPostures {
 public:
  explicit RandomPostures(const Chain& chain) : chain_(chain) {}

  Posture next() {
    Posture posture{JointVector(chain_.joint_count), JointVector(chain_.joint_count)};
    for (int i = 0; i < chain_.joint_count; ++i) {
      const Joint& joint = chain_.joints[static_cast<std::size_t>(i)];
      constexpr double kTurn = 2 * std::numbers::pi;
      posture.q[i] = between(std::max(joint.lower, -kTurn), std::min(joint.upper, kTurn));
      posture.velocity[i] = between(-joint.max_speed, joint.max_speed);
    }
    return posture;
  }

  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }

 private:
  const Chain& chain_;
  std::mt19937_64 random_{20240229};
};

inline constexpr int kPostures = 1000;

}  // namespace tether::robot
