#include "apps/tether/sessions/check_bounds.hpp"

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tether/report/text_table.hpp"
#include "tether/robot/dynamics.hpp"
#include "tether/robot/held_force.hpp"
#include "tether/session/assemble/assemble.hpp"
#include "tether/session/assemble/guards.hpp"

namespace tether::apps {
namespace {

using spatial::Vector3;

// along or about each axis of the base [N] or [N m]
using PerAxis = std::array<double, 3>;

std::string held_figure(double value) {
  return std::isinf(value) ? "any" : fmt::format("{:.3g}", value);
}

// A side's device where it starts, with its ratings.
struct Standing {
  const char* side;
  const scenario::SideParams& params;
  robot::Chain chain;
  robot::JointVector start;
  robot::ChainState state{};
  robot::HoldingRatings ratings{};

  Standing(const char* called, const scenario::SideParams& of, const robot::Chain& device,
           const robot::JointVector& posture)
      : side(called), params(of), chain(device), start(posture) {
    robot::gravity_efforts(chain, start, state);
    ratings.max_effort = session::effort_ratings(params, chain);
    if (params.force_limit) ratings.norm = *params.force_limit;
  }

  PerAxis forces() const { return {held_force(0), held_force(1), held_force(2)}; }
  PerAxis torques() const { return {held_torque(0), held_torque(1), held_torque(2)}; }
  double held_force(int axis) const {
    return robot::held_force(state, ratings, Vector3::Unit(axis));
  }
  double held_torque(int axis) const {
    return robot::held_torque(state, ratings, Vector3::Unit(axis));
  }
  // "leader.guard.max_power"
  std::string key(const std::string& name) const { return fmt::format("{}.guard.{}", side, name); }
};

std::vector<Standing> devices(const scenario::Scenario& scenario) {
  std::vector<Standing> all;
  if (has_operator(scenario)) {
    // the device knows where the hand takes it, and what it weighs in its world
    const auto device = session::leader_device(scenario, session::leader_chain(scenario));
    all.emplace_back("leader", scenario.leader.side, device->chain(),
                     device->read(core::Time{}).position);
  }
  const scenario::FollowerSetup setup = session::follower_setup(scenario);
  all.emplace_back("follower", scenario.follower.side, setup.chain, setup.start);
  return all;
}

void print_held_row(const std::string& label, const PerAxis& forces, const PerAxis& torques) {
  fmt::print("  {:<26}", label);
  for (const double force : forces) fmt::print("{:>8}", held_figure(force));
  fmt::print("  ");
  for (const double torque : torques) fmt::print("{:>8}", held_figure(torque));
  fmt::print("\n");
}

// with the weight on the joints too, along the axes and against them
void print_with_weight(Standing device) {
  if (!(device.state.gravity.norm() > 0)) return;
  for (const double sense : {1.0, -1.0}) {
    // pushing the other way bears as much as the opposite weight does this way
    device.ratings.carried = sense * device.state.gravity;
    print_held_row(sense > 0 ? "  with its weight, along" : "  and against the axis",
                   device.forces(), device.torques());
  }
}

void print_held(const std::vector<Standing>& all) {
  fmt::print("\nheld at the tool by the joints' ratings, where it starts\n");
  fmt::print("  {:<26}{:>24}  {:>24}\n", "", "force along, N", "torque about, N m");
  fmt::print("  {:<26}{:>8}{:>8}{:>8}  {:>8}{:>8}{:>8}\n", "base axis", "x", "y", "z", "x", "y",
             "z");
  for (const Standing& device : all) {
    print_held_row(fmt::format("{}, {}", device.side, device.chain.name), device.forces(),
                   device.torques());
    print_with_weight(device);
  }
}

// A bound beside what can be held of its kind; says where it is more.
class Bounds {
 public:
  void add(const std::string& key, const std::string& says) { rows_.push_back({key, says}); }

  void compare(const Standing& device, const std::string& key, double bound, bool torque) {
    const PerAxis held = torque ? device.torques() : device.forces();
    std::vector<std::string> less;
    for (std::size_t i = 0; i < 3; ++i)
      if (held[i] < bound)
        less.push_back(fmt::format("{:.3g} {} {} {}", held[i], torque ? "N m" : "N",
                                   torque ? "about" : "along", report::kAxes[i]));
    if (less.empty()) return;
    warnings_.push_back(fmt::format("{} is {:g} {}, but the {} holds\n            {}", key, bound,
                                    torque ? "N m" : "N", device.side, fmt::join(less, ", ")));
  }
  void compare_joints(const Standing& device, const std::string& key, double bound) {
    std::vector<std::string> less;
    for (Eigen::Index i = 0; i < device.ratings.max_effort.size(); ++i)
      if (device.ratings.max_effort[i] < bound)
        less.push_back(fmt::format("{:.3g} at joint {}", device.ratings.max_effort[i], i + 1));
    if (less.empty()) return;
    warnings_.push_back(fmt::format("{} is {:g}, but the {} is rated\n            {}", key, bound,
                                    device.side, fmt::join(less, ", ")));
  }

  void print() const {
    fmt::print("\nbounds of the guards\n");
    if (rows_.empty()) fmt::print("  none is stated\n");
    for (const auto& [key, says] : rows_) fmt::print("  {:<38}{}\n", key, says);
    for (const std::string& warning : warnings_) fmt::print("  warning   {}\n", warning);
  }

 private:
  struct Row {
    std::string key, says;
  };
  std::vector<Row> rows_;
  std::vector<std::string> warnings_;
};

void add_joint_limits(Bounds& bounds, const Standing& device) {
  const char* angle = robot::can_turn(device.chain) ? "rad" : "m";
  Eigen::Index nearest = 0;
  const robot::JointVector distance =
      (device.start - robot::lower_limits(device.chain))
          .cwiseMin(robot::upper_limits(device.chain) - device.start);
  const double least = distance.minCoeff(&nearest);
  const robot::JointVector speeds = session::speed_ratings(device.chain);
  bounds.add(device.key("joint_limits"), fmt::format("stops: {:.3g} {} to the nearest, of joint {}",
                                                     least, angle, nearest + 1));
  bounds.add("", fmt::format("speeds: {} to {} {}/s", held_figure(speeds.minCoeff()),
                             held_figure(speeds.maxCoeff()), angle));
}

void add_contact(Bounds& bounds, const Standing& device, const guard::ContactWatchParams& contact) {
  const auto add = [&](const char* what, const guard::ContactThreshold& at, const char* unit) {
    const std::string key = device.key(fmt::format("contact.{}", what));
    bounds.add(key, fmt::format("contact {:g}, collision {:g} {}", at.lower, at.upper, unit));
    return key + ".collision";
  };
  bounds.compare(device, add("force", contact.force, "N"), contact.force.upper, false);
  bounds.compare(device, add("torque", contact.torque, "N m"), contact.torque.upper, true);
  bounds.compare_joints(device, add("joint", contact.joint, "N m or N"), contact.joint.upper);
}

void add_fence(Bounds& bounds, const Standing& device, const scenario::FenceParams& fence) {
  const guard::GeofenceParams& g = fence.geofence;
  for (const auto& [name, force] :
       {std::pair{"fence.max_force", g.max_force}, std::pair{"fence.hand_force", g.hand_force}}) {
    bounds.add(device.key(name), fmt::format("{:g} N", force));
    bounds.compare(device, device.key(name), force, false);
  }
  for (const auto& [name, box] : fence.boxes) {
    const auto face = spatial::nearest_face(box, device.state.tool.position);
    std::array<std::string, 3> held;
    for (int i = 0; i < 3; ++i)
      held[static_cast<std::size_t>(i)] =
          held_figure(held_force(device.state, device.ratings, box.centre.rotation.col(i)));
    bounds.add(device.key("fence.boxes." + name),
               fmt::format("{:.3g} m away{}", face.distance - g.radius,
                           fence.enabled && box.enabled ? "" : ", switched off"));
    bounds.add("", fmt::format("held along its axes: {} N", fmt::join(held, ", ")));
  }
}

void add_side_bounds(Bounds& bounds, const Standing& device) {
  const scenario::SideGuardParams& guard = device.params.guard;
  const auto add = [&](const char* key, double value, const char* unit) {
    bounds.add(device.key(key), fmt::format("{:g} {}", value, unit));
  };
  const bool turns = robot::can_turn(device.chain);
  if (guard.max_power) add("max_power", *guard.max_power, "W");
  if (guard.joint_limits) add_joint_limits(bounds, device);
  if (guard.torque_rate) add("torque_rate", *guard.torque_rate, turns ? "N m/s" : "N/s");
  if (guard.tool) {
    add("tool.speed", guard.tool->linear_speed, "m/s");
    add("tool.turn_speed", guard.tool->angular_speed, "rad/s");
    add("tool.acceleration", guard.tool->linear_acceleration, "m/s²");
    add("tool.turn_acceleration", guard.tool->angular_acceleration, "rad/s²");
  }
  if (guard.contact) add_contact(bounds, device, *guard.contact);
  if (guard.frozen) add("frozen.patience", guard.frozen->patience, "s");
  if (guard.hand) add("hand.grace", guard.hand->grace, "s");
  if (guard.fence) add_fence(bounds, device, *guard.fence);
}

}  // namespace

void print_bounds(const scenario::Scenario& scenario) {
  const std::vector<Standing> all = devices(scenario);
  print_held(all);
  Bounds bounds;
  if (scenario.guard.max_energy)
    bounds.add("guard.max_energy", fmt::format("{:g} J", *scenario.guard.max_energy));
  if (scenario.guard.max_force) {
    bounds.add("guard.max_force", fmt::format("{:g} N", *scenario.guard.max_force));
    for (const Standing& device : all)
      bounds.compare(device, "guard.max_force", *scenario.guard.max_force, false);
  }
  for (const Standing& device : all) add_side_bounds(bounds, device);
  bounds.print();
}

}  // namespace tether::apps
