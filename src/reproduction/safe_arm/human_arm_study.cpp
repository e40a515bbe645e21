#include "tether/reproduction/safe_arm/human_arm_study.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "tether/core/error.hpp"
#include "tether/robot/human_arm.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::reproduction {
namespace {

using robot::JointVector;
using spatial::Vector3;
using Forces = std::array<Vector3, kForceReadings.size()>;

// a hand on the border of two boxes is in the upper one, whatever rounding says
constexpr double kBoxRounding = 1e-9;

std::array<int, 3> box_of(const Vector3& hand) {
  std::array<int, 3> index{};
  for (int i = 0; i < 3; ++i) {
    index[static_cast<std::size_t>(i)] =
        static_cast<int>(std::floor(hand[i] / kBoxSide + kBoxRounding));
  }
  return index;
}

// the next posture of the grid, last joint first; false after the last
class PostureGrid {
 public:
  PostureGrid(const robot::Chain& chain, int samples)
      : lower_(lower_limits(chain)),
        step_((upper_limits(chain) - lower_) / (samples - 1)),
        samples_(samples),
        q_(lower_) {}

  const JointVector& q() const { return q_; }
  int sample(int joint) const { return at_[static_cast<std::size_t>(joint)]; }
  bool next() {
    for (auto joint = static_cast<int>(q_.size()) - 1; joint >= 0; --joint) {
      int& at = at_[static_cast<std::size_t>(joint)];
      at = at + 1 == samples_ ? 0 : at + 1;
      q_[joint] = lower_[joint] + at * step_[joint];
      if (at > 0) return true;
    }
    return false;
  }

 private:
  JointVector lower_, step_;
  int samples_;
  std::array<int, robot::kMaxJoints> at_{};
  JointVector q_;
};

Forces forces_of(const robot::Chain& arm, const robot::ChainState& state) {
  Forces forces;
  for (std::size_t i = 0; i < kForceReadings.size(); ++i) {
    forces[i] = largest_forces(arm, force_loads(state, kForceReadings[i]));
  }
  return forces;
}

void take_larger(Forces& largest, const Forces& forces) {
  for (std::size_t i = 0; i < forces.size(); ++i) largest[i] = largest[i].cwiseMax(forces[i]);
}

std::vector<ElbowSphere> elbow_spheres(const robot::Chain& arm, int samples) {
  const robot::Joint& elbow = arm.joints[robot::kElbow];
  std::vector<ElbowSphere> spheres(static_cast<std::size_t>(samples));
  for (std::size_t i = 0; i < spheres.size(); ++i) {
    ElbowSphere& sphere = spheres[i];
    sphere.elbow =
        elbow.lower + static_cast<double>(i) * (elbow.upper - elbow.lower) / (samples - 1);
    sphere.radius =
        std::sqrt(robot::kUpperArm * robot::kUpperArm + robot::kForearm * robot::kForearm +
                  2 * robot::kUpperArm * robot::kForearm * std::cos(sphere.elbow));
    sphere.force.fill(Vector3::Zero());
  }
  return spheres;
}

}  // namespace

std::string name(ForceReading reading) {
  return std::string(reading.at_hand ? "at the hand" : "through the shoulder") +
         (reading.hand_axes ? ", hand axes" : ", base axes");
}

ForceLoads force_loads(const robot::ChainState& state, ForceReading reading) {
  const robot::Jacobian j = reading.at_hand ? robot::tool_point_jacobian(state) : state.jacobian;
  if (!reading.hand_axes) return j.bottomRows<3>();
  return state.tool.rotation.transpose().lazyProduct(j.bottomRows<3>());
}

Vector3 largest_forces(const robot::Chain& chain, const ForceLoads& loads) {
  Vector3 forces = Vector3::Constant(kStrongest);
  for (int joint = 0; joint < chain.joint_count; ++joint) {
    const double torque = chain.joints[static_cast<std::size_t>(joint)].max_effort;
    for (int axis = 0; axis < 3; ++axis) {
      // as a product, for a joint that the force does not load
      const double load = std::abs(loads(axis, joint));
      if (load * forces[axis] > torque) forces[axis] = torque / load;
    }
  }
  return forces;
}

Vector3 ForceBox::centre() const {
  return kBoxSide * Vector3(index[0] + 0.5, index[1] + 0.5, index[2] + 0.5);
}

HumanArmStudy run_human_arm_study(int samples) {
  if (samples < 2) throw core::InputError("a range has two ends: at least 2 samples per joint");
  const robot::Chain arm = robot::human_arm();
  HumanArmStudy study;
  study.samples = samples;
  study.spheres = elbow_spheres(arm, samples);
  std::map<std::array<int, 3>, ForceBox> boxes;
  robot::ChainState state;
  PostureGrid grid(arm, samples);
  do {
    robot::jacobian(arm, grid.q(), state);
    const Forces forces = forces_of(arm, state);
    const Vector3& hand = state.tool.position;
    const auto [found, first] = boxes.try_emplace(box_of(hand));
    ForceBox& box = found->second;
    if (first) box = {found->first, hand.norm(), forces};
    box.nearest = std::min(box.nearest, hand.norm());
    take_larger(box.force, forces);
    take_larger(study.spheres[static_cast<std::size_t>(grid.sample(robot::kElbow))].force, forces);
    ++study.postures;
  } while (grid.next());

  study.boxes.reserve(boxes.size());
  for (const auto& [index, box] : boxes) study.boxes.push_back(box);
  for (ElbowSphere& sphere : study.spheres) {
    sphere.boxes_out_to = static_cast<std::size_t>(std::ranges::count_if(
        study.boxes, [&](const auto& box) { return box.nearest > sphere.radius - kBoxRounding; }));
  }
  return study;
}

ForceShares force_shares(const HumanArmStudy& study, std::size_t reading, int axis) {
  ForceShares shares{};
  for (const ForceBox& box : study.boxes) {
    const auto bin = static_cast<std::size_t>(box.force[reading][axis] / kForceLimit);
    shares[std::min(bin, kForceBins - 1)] += 1;
  }
  for (double& share : shares) share /= static_cast<double>(study.boxes.size());
  return shares;
}

ForceShares documented_shares(int axis) {
  constexpr std::array<ForceShares, 3> kShares{{{0, 0, 1}, {0.34, 0.23, 0.43}, {0.05, 0.28, 0.67}}};
  return kShares[static_cast<std::size_t>(axis)];
}

double share_out_to(const HumanArmStudy& study, const ElbowSphere& sphere) {
  return static_cast<double>(sphere.boxes_out_to) / static_cast<double>(study.boxes.size());
}

}  // namespace tether::reproduction
