#include "tether/session/assemble/guards.hpp"

#include <limits>

namespace tether::session {
namespace {

// kept free before joint stops
constexpr double kStopMargin = 0.05;    // [rad]
constexpr double kSlideMargin = 0.005;  // [m]

// a rating of 0 means that the device has none
double rated(double rating) {
  return rating > 0 ? rating : std::numeric_limits<double>::infinity();
}

guard::FenceParams fence(const scenario::FenceParams& params, double tick) {
  guard::FenceParams fence{params.geofence, {}};
  fence.sample_time = tick;
  for (const auto& [name, box] : params.boxes) {
    fence.boxes.push_back(box);
    fence.boxes.back().name.assign(name);
    fence.boxes.back().enabled = box.enabled && params.enabled;
  }
  return fence;
}

}  // namespace

robot::JointVector effort_ratings(const scenario::SideParams& side, const robot::Chain& chain) {
  robot::JointVector efforts(chain.joint_count);
  for (int i = 0; i < chain.joint_count; ++i) {
    const double rating = chain.joints[static_cast<std::size_t>(i)].max_effort;
    efforts[i] = side.effort_limit.value_or(rated(rating));
  }
  return efforts;
}

robot::JointVector speed_ratings(const robot::Chain& chain) {
  robot::JointVector speeds(chain.joint_count);
  for (int i = 0; i < chain.joint_count; ++i) {
    speeds[i] = rated(chain.joints[static_cast<std::size_t>(i)].max_speed);
  }
  return speeds;
}

guard::WrenchBoundsParams wrench_bounds(const scenario::Scenario& scenario,
                                        const scenario::SideParams& side) {
  const double tick = 1 / scenario.rate;
  guard::WrenchBoundsParams bounds;
  if (scenario.guard.max_energy) {
    bounds.energy = {.max_energy = *scenario.guard.max_energy, .sample_time = tick};
  }
  if (scenario.guard.max_force) bounds.force = {.max_force = *scenario.guard.max_force};
  bounds.present = side.guard.hand;
  if (bounds.present) bounds.present->sample_time = tick;
  return bounds;
}

guard::DeviceGuardsParams device_guards(const scenario::Scenario& scenario,
                                        const scenario::SideParams& side,
                                        const robot::Chain& chain) {
  const scenario::SideGuardParams& asked = side.guard;
  const double tick = 1 / scenario.rate;
  const robot::JointVector efforts = effort_ratings(side, chain);
  guard::DeviceGuardsParams guards;
  guards.contact = asked.contact;
  guards.frozen = asked.frozen;
  if (guards.frozen) guards.frozen->sample_time = tick;
  if (asked.fence) {
    guards.fence = fence(*asked.fence, tick);
    guards.fence->max_effort = efforts;
  }
  if (asked.joint_limits) {
    guards.joint_stops = {.lower = robot::lower_limits(chain),
                          .upper = robot::upper_limits(chain),
                          .max_effort = efforts,
                          .margin = robot::can_turn(chain) ? kStopMargin : kSlideMargin,
                          .sample_time = tick};
    guards.joint_speed = {
        .max_speed = speed_ratings(chain), .max_effort = efforts, .sample_time = tick};
  }
  guards.tool_speed = asked.tool;
  if (asked.torque_rate) {
    guards.torque_rate = {.max_rate = *asked.torque_rate, .sample_time = tick};
  }
  if (asked.max_power) {
    guards.power = {.max_power = *asked.max_power, .sample_time = tick, .max_effort = efforts};
  }
  guards.stop = {.damping = robot::JointVector::Constant(chain.joint_count, asked.stop_damping),
                 .max_effort = efforts};
  return guards;
}

}  // namespace tether::session
