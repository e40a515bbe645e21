// How hard a person can push along one axis, over the whole reach of the arm. For every posture on
// a grid over the joint ranges, both ends included, the largest force along axis i that no joint
// refuses is
//   F_i = min(400 N, min_j τ_j / |J_ij|)
// with τ_j the torque of joint j and J_ij the torque that 1 N along axis i asks of it; limits are
// the same both ways, so a push and a pull are. Then the largest of all postures per 5 cm box.
// The safe-arm-leader document, section 2.2.4 and appendix A; it tried 0, 1, 2, ... 400 N instead.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "tether/robot/chain.hpp"

namespace tether::reproduction {

inline constexpr double kStrongest = 400;   // no more was seen: Das & Wang 2004 [N]
inline constexpr double kBoxSide = 0.05;    // [m]
inline constexpr double kForceLimit = 140;  // of ISO/TS 15066 in the document [N]
inline constexpr int kDocumentedBoxes = 441;
inline constexpr std::size_t kForceBins = 3;  // below 140 N, to 280 N, from there on

// What "a force along x" means. A wrench in base frame without a moment is a force on a line
// through the base origin, the shoulder, wherever the hand is.
struct ForceReading {
  bool at_hand = true;     // the line goes through the hand, else through the shoulder
  bool hand_axes = false;  // along the axes of the hand, else of the base frame
};
inline constexpr std::array<ForceReading, 4> kForceReadings{
    {{true, false}, {false, false}, {true, true}, {false, true}}};
std::string name(ForceReading reading);

// torque [N m] that 1 N along each axis (row) asks of each joint (column), for a state that
// robot::jacobian filled
using ForceLoads = Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, robot::kMaxJoints>;
ForceLoads force_loads(const robot::ChainState& state, ForceReading reading);

// F_i of each axis [N]
spatial::Vector3 largest_forces(const robot::Chain& chain, const ForceLoads& loads);

struct ForceBox {
  std::array<int, 3> index{};  // the box holds [index, index + 1) times its side
  double nearest = 0;          // to the shoulder, of the hands in it [m]
  // largest of each axis [N], per reading
  std::array<spatial::Vector3, kForceReadings.size()> force;

  spatial::Vector3 centre() const;  // [m]
};

// hands at one angle of the elbow all lie on a sphere about the shoulder
struct ElbowSphere {
  double elbow = 0;              // [rad]
  double radius = 0;             // [m]
  std::size_t boxes_out_to = 0;  // boxes that hold no hand of a smaller sphere
  std::array<spatial::Vector3, kForceReadings.size()> force;  // largest of each axis [N]
};

struct HumanArmStudy {
  int samples = 0;  // per joint
  std::size_t postures = 0;
  std::vector<ForceBox> boxes;       // reached, by index
  std::vector<ElbowSphere> spheres;  // from the straight arm inwards
};

// samples per joint, at least 2; all joints to the power of seven
HumanArmStudy run_human_arm_study(int samples = 5);

// share of the boxes per bin, for one axis
using ForceShares = std::array<double, kForceBins>;
ForceShares force_shares(const HumanArmStudy& study, std::size_t reading, int axis);
// the document's, from what its text says of figure 2.6
ForceShares documented_shares(int axis);
// the share of the boxes that no posture with a more bent elbow reaches
double share_out_to(const HumanArmStudy& study, const ElbowSphere& sphere);

// ours beside the document's, for a terminal of 80 columns
std::string to_table(const HumanArmStudy& study);

// the same in Markdown, with the figures in that folder
std::string to_markdown(const HumanArmStudy& study, std::string_view images);

// share of the boxes per bin of force: a panel per axis, a bar per reading and one of the document
std::string force_histogram_figure(const HumanArmStudy& study);

// The layer of boxes right above the shoulder, 0 ≤ x < 5 cm, from above: a row of panels per
// reading, a panel per axis, coloured by the largest force.
std::string force_slice_figure(const HumanArmStudy& study);

// a row per reading and box: its centre [m] and the largest force along each axis [N]
std::string human_arm_csv(const HumanArmStudy& study);

}  // namespace tether::reproduction
