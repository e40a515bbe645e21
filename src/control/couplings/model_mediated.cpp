#include "tether/control/couplings/model_mediated.hpp"

#include <algorithm>
#include <cmath>

namespace tether::control {
namespace {

constexpr double kSettled = 1e-3;  // a wall that is displayed that near is where it is [m]

}  // namespace

double ModelShare::update(bool known, double round_trip) noexcept {
  if (known && round_trip < params_.direct_below) direct_ = true;
  if (round_trip > params_.model_above) direct_ = false;
  const double step = params_.sample_time / std::max(params_.change, params_.sample_time);
  share_ = std::clamp(share_ + (direct_ ? -step : step), 0.0, 1.0);
  return share_;
}

int SlotOrder::next() noexcept {
  // Numerical Recipes' generator: its upper bits have no short period
  state_ = 1664525U * state_ + 1013904223U;
  return static_cast<int>(state_ >> 30U);
}
static_assert(kContactPlanes == 4, "two bits name a slot");

ModelMediatedLeader::ModelMediatedLeader(const ModelMediatedLeaderParams& params) noexcept
    : port_(params.port),
      force_scale_(params.force_scale),
      share_(params.share),
      display_(params.display) {}

CouplingOutput ModelMediatedLeader::update(const CouplingInput& in) noexcept {
  CouplingOutput out = port_.idle(in);
  const spatial::Vector3& hand = out.send.pose.position;
  out.model = share_.update(in.link_known, in.round_trip);
  const spatial::Wrench direct = -(force_scale_ * in.remote.wrench);
  if (in.remote_valid) {
    display_.receive(in.remote.plane, hand);
    if (out.model == 0) display_.align(hand, direct.force);
  }
  if (in.share == 0) display_.release(hand);
  const auto walls = display_.update(hand, out.send.twist.linear, in.budget);
  out.send.plane = display_.displayed(order_.next());
  if (!in.remote_valid || !port_.feels()) return out;
  const spatial::Wrench felt{(1 - out.model) * direct.torque,
                             (1 - out.model) * direct.force + out.model * walls.force};
  out.stored = out.model * walls.energy;
  port_.exert(in, felt, out);
  return out;
}

ModelMediatedFollower::ModelMediatedFollower(const ModelMediatedFollowerParams& params) noexcept
    : params_(params),
      port_(params.map),
      controller_(params.controller),
      share_(params.share),
      finder_(params.finder),
      measured_(params.measured) {}

// of the tool on the wall in a slot [N]
double ModelMediatedFollower::wanted_force(int slot,
                                           const spatial::Vector3& pressed) const noexcept {
  const ContactPlane& wall = finder_.plane(slot);
  const ContactPlane& shown = holds_[static_cast<std::size_t>(slot)].shown;
  const double force = std::max(wall.normal.dot(pressed), 0.0);
  const bool settled =
      shown.generation == wall.generation && shown.stands() && wall.depth(shown.point) < kSettled;
  return settled ? force : std::max(force, params_.first_force);
}

// whether a wall is there for this tool, on its way to a goal
bool ModelMediatedFollower::stands(int slot, const CouplingInput& in,
                                   const spatial::Vector3& goal) const noexcept {
  const ContactPlane& wall = finder_.plane(slot);
  if (!wall.stands()) return false;
  const double reach = wall.extent + params_.finder.reach;
  return wall.beside(goal) <= reach && wall.beside(in.tool.position) <= reach &&
         wall.depth(in.tool.position) <
             params_.inside + 3 * wall.uncertainty + finder_.load(slot) / wall.stiffness;
}

// how deep the setpoint may be in a wall
void ModelMediatedFollower::update_hold(int slot, bool stands, double force,
                                        const CouplingInput& in,
                                        const spatial::Vector3& goal) noexcept {
  const ContactPlane& wall = finder_.plane(slot);
  Hold& hold = holds_[static_cast<std::size_t>(slot)];
  if (!hold.acts || hold.generation != wall.generation) {
    hold.depth = std::max(wall.depth(setpoint_), 0.0);
    hold.further = 0;
    hold.generation = wall.generation;
  }
  if (!stands && !hold.acts) return;
  const double dt = params_.finder.sample_time;
  const double goes = std::max(wall.depth(goal), 0.0);
  double depth = goes;
  if (stands) {
    const double load = finder_.touched(slot) ? wall.normal.dot(in.external.force) : 0;
    const double rate = params_.integral * (force - load) / stiffness();
    const double further = goes > hold.depth ? hold.further + rate * dt : 0.99 * hold.further;
    hold.further = std::clamp(further, -params_.deepest, params_.deepest);
    depth = std::max(force * (1 / stiffness() + 1 / wall.stiffness) + hold.further, 0.0);
  }
  hold.depth = std::clamp(depth, hold.depth - params_.retreat * dt, hold.depth + params_.yield * dt);
  hold.acts = stands || goes > hold.depth;
}

// the setpoint stays where the walls take the force that is wanted
void ModelMediatedFollower::hold_back(const CouplingInput& in, double share,
                                      CouplingOutput& out) noexcept {
  constexpr int kSweeps = 3;  // walls that lean towards each other push it into one another
  spatial::Vector3& setpoint = out.setpoint.position;
  const spatial::Vector3 goal = setpoint;
  const spatial::Vector3 pressed =
      port_.map().to_follower(in.remote.wrench).force / params_.force_scale;
  if (!held_) setpoint_ = goal;
  held_ = true;
  for (int i = 0; i < kContactPlanes; ++i) {
    const bool there = share > 0 && stands(i, in, goal);
    update_hold(i, there, wanted_force(i, pressed), in, goal);
  }
  for (int i = 0; i < kSweeps * kContactPlanes; ++i) {
    const int slot = i % kContactPlanes;
    const Hold& hold = holds_[static_cast<std::size_t>(slot)];
    const ContactPlane& wall = finder_.plane(slot);
    const double beyond = hold.acts ? wall.depth(setpoint) - hold.depth : 0;
    if (beyond > 0) setpoint += beyond * wall.normal;
  }
  setpoint_ = setpoint;
}

// as the leader displays one of the walls
void ModelMediatedFollower::receive_shown(const ContactPlane& shown) noexcept {
  ContactPlane& mine = holds_[shown.slot % kContactPlanes].shown;
  mine = shown;
  mine.normal = params_.map.rotation * shown.normal;
  mine.point =
      port_.map().to_follower(spatial::Pose{spatial::Matrix3::Identity(), shown.point}).position;
}

void ModelMediatedFollower::take_over(const CouplingOutput& last) noexcept {
  setpoint_ = last.setpoint.position;
  held_ = true;
}

// One of the walls, in the leader's workspace, and as stiff as it is through the coupling's spring: the
// follower can press it with no more than the hand's depth in it gives.
ContactPlane ModelMediatedFollower::as_sent(const ContactPlane& plane) const noexcept {
  ContactPlane sent = plane;
  const double scale = params_.map.scale;
  sent.normal = params_.map.rotation.transpose() * plane.normal;
  sent.point = port_.map().to_leader(spatial::Pose{spatial::Matrix3::Identity(), plane.point}).position;
  const double through = 1 / stiffness() + 1 / std::max(plane.stiffness, 1.0);
  if (plane.stands()) sent.stiffness = params_.force_scale * scale * scale / through;
  sent.extent /= scale;
  sent.uncertainty /= scale;
  return sent;
}

CouplingOutput ModelMediatedFollower::update(const CouplingInput& in) noexcept {
  CouplingOutput out = port_.idle(in);
  out.model = share_.update(in.link_known, in.round_trip);
  finder_.update(in.tool.position, in.external.force);
  if (in.remote_valid) {
    out.target = in.remote.pose;
    out.setpoint = port_.map().to_follower(in.remote.pose);
    receive_shown(in.remote.plane);
    hold_back(in, out.model, out);
  }
  const auto pull = controller_.update(out.setpoint, {}, in.tool, in.twist);
  out.potential = pull.potential;
  port_.exert(pull.wrench, out);
  out.send.wrench = -measured_.update(out.send.external);
  out.send.plane = as_sent(finder_.plane(order_.next()));
  return out;
}

}  // namespace tether::control
