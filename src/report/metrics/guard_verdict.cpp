#include "tether/report/metrics/guard_verdict.hpp"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "tether/robot/catalogue.hpp"
#include "tether/scenario/guarantee.hpp"
#include "tether/scenario/multibody.hpp"
#include "tether/session/assemble/guards.hpp"

namespace tether::report {
namespace {

constexpr double kBoundRounding = 1e-9;  // of a bound
constexpr double kTaken = 1e-3;          // share of a force that is worth the name
constexpr std::size_t kMostStops = 64;   // reported
using signals::SideName;

nlohmann::ordered_json number_or_null(const std::optional<double>& x) {
  return x && std::isfinite(*x) ? nlohmann::ordered_json(*x) : nlohmann::ordered_json(nullptr);
}

StopVerdict* last_of(std::vector<StopVerdict>& stops, SideName side) noexcept {
  for (std::size_t i = stops.size(); i-- > 0;) {
    if (stops[i].side == signals::name(side)) return &stops[i];
  }
  return nullptr;
}

bool slides_only(const robot::Chain& chain) {
  return std::none_of(chain.joints.begin(), chain.joints.begin() + chain.joint_count,
                      [](const robot::Joint& j) { return j.type == robot::JointType::revolute; });
}

}  // namespace

struct GuardCollector::Seen {
  const signals::Tick& leader;
  const signals::Tick& follower;
  const signals::Tick& tick;  // of the device whose bound it is
  const Own& own;
  signals::LocalSides local_sides;
};

namespace {

using Seen = GuardCollector::Seen;

// of the leader's motion and the spring; the follower alone knows what it received
double energy(const Seen& s) noexcept {
  if (s.local_sides == signals::LocalSides::follower) return s.follower.bounds.energy;
  return s.leader.kinetic + s.follower.coupling.potential;
}
double seen_spring_force(const Seen& s) noexcept {
  return (s.local_sides == signals::LocalSides::follower ? s.follower : s.leader)
      .coupling.wrench.force.norm();
}
bool takes(double share) noexcept { return share < 1 - kTaken; }
// a device that only brakes takes nothing of what the stages before the stop made
bool runs(const Seen& s) noexcept { return s.tick.guard.stop == guard::StopReason::none; }
double power(const Seen& s) noexcept { return s.own.power; }
double effort_rate(const Seen& s) noexcept { return s.own.effort_rate; }
double stop_distance(const Seen& s) noexcept {
  const auto& q = s.tick.measured.position;
  return std::min((q - s.own.lower).minCoeff(), (s.own.upper - q).minCoeff());
}
double seen_joint_speed(const Seen& s) noexcept { return s.own.speeds.joint_of_rating; }
double seen_tool_speed(const Seen& s) noexcept { return s.own.speeds.tool; }
double tool_turn_speed(const Seen& s) noexcept { return s.own.speeds.turn; }
double load_force(const Seen& s) noexcept {
  return s.tick.measured.external_at_tool.force.cwiseAbs().maxCoeff();
}
double load_torque(const Seen& s) noexcept {
  return s.tick.measured.external_at_tool.torque.cwiseAbs().maxCoeff();
}
double seen_fence_distance(const Seen& s) noexcept { return s.tick.guard.fence_distance; }
double seen_fence_force(const Seen& s) noexcept { return runs(s) ? s.tick.guard.fence : 0; }

}  // namespace

bool BoundVerdict::kept() const noexcept {
  if (!reached) return true;
  return (!max || *reached <= *max * (1 + kBoundRounding)) &&
         (!min || *reached >= *min - kBoundRounding * std::abs(*min));
}

bool GuardVerdict::kept() const noexcept {
  return std::all_of(bounds.begin(), bounds.end(), [](const auto& b) { return b.kept(); });
}

nlohmann::ordered_json to_json(const GuardVerdict& verdict) {
  using Json = nlohmann::ordered_json;
  Json json{{"kept", verdict.kept()}, {"bounds", Json::array()}, {"stops", Json::array()}};
  for (const BoundVerdict& b : verdict.bounds) {
    json["bounds"].push_back({{"name", b.name},
                              {"side", b.side.empty() ? Json(nullptr) : Json(b.side)},
                              {"unit", b.unit},
                              {"min", number_or_null(b.min)},
                              {"max", number_or_null(b.max)},
                              {"reached", number_or_null(b.reached)},
                              {"kept", b.kept()},
                              {"acted_s", b.acted}});
  }
  for (const StopVerdict& s : verdict.stops) {
    json["stops"].push_back(
        {{"side", s.side}, {"reason", s.reason}, {"t_s", s.at}, {"lasted_s", s.lasted}});
  }
  return json;
}

GuardCollector::Own::Own(const scenario::Scenario& scenario, SideName name)
    : side(name), meter(scenario.rate), rate(scenario.rate) {
  if (!scenario::is_guarded(scenario, side)) return;
  const robot::Chain chain = side == SideName::leader ? robot::load(scenario.leader.device)
                                                      : scenario::follower_chain(scenario);
  slides = slides_only(chain);
  lower = robot::lower_limits(chain);
  upper = robot::upper_limits(chain);
  max_speed = session::speed_ratings(chain);
}

void GuardCollector::Own::note_speeds(const signals::Tick& tick) noexcept {
  const robot::JointVector& now = tick.measured.position;
  if (now.size() != max_speed.size()) return;
  if (position.size() != now.size()) {
    position = now;
    tool = tick.tool;
    moved = tick.index;
    return;
  }
  speeds = {};
  if (now == position || tick.index <= moved) return;
  const double per_second = rate / static_cast<double>(tick.index - moved);
  speeds = {.joint_of_rating =
                per_second * (now - position).cwiseAbs().cwiseQuotient(max_speed).maxCoeff(),
            .tool = per_second * (tick.tool.position - tool.position).norm(),
            .turn = per_second * spatial::rotation_angle(tool.rotation, tick.tool.rotation)};
  position = now;
  tool = tick.tool;
  moved = tick.index;
}

void GuardCollector::Own::note(const signals::Tick& tick) noexcept {
  note_speeds(tick);
  power = meter.update(tick);
  effort_rate = 0;
  if (effort.size() > 0 && effort.size() == tick.effort.size() && tick.index > index) {
    const auto ticks = static_cast<double>(tick.index - index);
    effort_rate = rate / ticks * (tick.effort - effort).cwiseAbs().maxCoeff();
  }
  effort = tick.effort;
  index = tick.index;
}

GuardCollector::GuardCollector(const scenario::Scenario& scenario, signals::LocalSides sides)
    : sides_(sides),
      tick_(1 / scenario.rate),
      leader_(scenario, SideName::leader),
      follower_(scenario, SideName::follower) {
  stops_.reserve(kMostStops);
  watch_spring(scenario.guard);
  if (sides != signals::LocalSides::follower) watch_device(scenario.leader.side.guard, leader_);
  if (sides != signals::LocalSides::leader) watch_device(scenario.follower.side.guard, follower_);
}

void GuardCollector::watch(BoundVerdict bound, SideName side, double (*value)(const Seen&) noexcept,
                           bool (*acts)(const Seen&) noexcept) {
  watched_.push_back({std::move(bound), side, value, acts});
}

void GuardCollector::watch_spring(const scenario::GuardParams& params) {
  // the leader alone does not know what the spring holds
  if (params.max_energy && sides_ != signals::LocalSides::leader) {
    watch({.name = "energy", .unit = "J", .max = params.max_energy}, SideName::follower, energy,
          [](const Seen& s) noexcept { return takes(s.follower.bounds.energy_share); });
  }
  if (params.max_force) {
    watch({.name = "force", .unit = "N", .max = params.max_force}, SideName::leader,
          seen_spring_force, [](const Seen& s) noexcept {
            return takes(s.leader.bounds.force_share) || takes(s.follower.bounds.force_share);
          });
  }
}

void GuardCollector::watch_device(const scenario::SideGuardParams& params, const Own& own) {
  const auto add = [&](BoundVerdict bound, double (*value)(const Seen&) noexcept,
                       bool (*acts)(const Seen&) noexcept) {
    bound.side = signals::name(own.side);
    watch(std::move(bound), own.side, value, acts);
  };
  const char* length = own.slides ? "m" : "rad";
  if (params.max_power) {
    add({.name = "power", .unit = "W", .max = params.max_power}, power,
        [](const Seen& s) noexcept { return s.tick.guard.power > 0; });
  }
  if (params.joint_limits) {
    add({.name = "joint_stop_distance", .unit = length, .min = 0}, stop_distance,
        [](const Seen& s) noexcept { return runs(s) && s.tick.guard.joint_stops > 0; });
    add({.name = "joint_speed_of_rating", .unit = "1", .max = 1}, seen_joint_speed,
        [](const Seen& s) noexcept { return runs(s) && s.tick.guard.joint_speed > 0; });
  }
  if (params.tool) {
    const auto acts = [](const Seen& s) noexcept { return runs(s) && s.tick.guard.tool_speed > 0; };
    add({.name = "tool_speed", .unit = "m/s", .max = params.tool->linear_speed}, seen_tool_speed,
        acts);
    add({.name = "tool_turn_speed", .unit = "rad/s", .max = params.tool->angular_speed},
        tool_turn_speed, acts);
  }
  if (params.torque_rate) {
    add({.name = "torque_rate", .unit = own.slides ? "N/s" : "N m/s", .max = params.torque_rate},
        effort_rate, [](const Seen& s) noexcept { return s.tick.guard.torque_rate > 0; });
  }
  if (params.contact) {
    const auto acts = [](const Seen& s) noexcept { return s.tick.guard.contact; };
    add({.name = "load_force", .unit = "N", .max = params.contact->force.upper}, load_force, acts);
    add({.name = "load_torque", .unit = "N m", .max = params.contact->torque.upper}, load_torque,
        acts);
  }
  if (params.fence) {
    const auto acts = [](const Seen& s) noexcept { return runs(s) && s.tick.guard.fence > 0; };
    add({.name = "fence_distance", .unit = "m", .min = 0}, seen_fence_distance, acts);
    add({.name = "fence_force", .unit = "N", .max = params.fence->geofence.max_force},
        seen_fence_force, acts);
  }
  if (params.hand) {
    add({.name = "hand_gone", .unit = "s"}, nullptr, [](const Seen& s) noexcept {
      return !s.tick.measured.operator_present && s.tick.bounds.hand_share < 1;
    });
  }
}

void GuardCollector::observe(const record::Observation& now) noexcept {
  const signals::Tick &leader = now.leader, &follower = now.follower;
  // what a fault made of an effort is no guard's doing
  if (!leader.fault) leader_.note(leader);
  if (!follower.fault) follower_.note(follower);
  for (Watched& w : watched_) {
    const signals::Tick& tick = w.side == SideName::leader ? leader : follower;
    const Own& device = own(w.side);
    // a side that has made no tick yet has measured nothing
    if (!w.verdict.side.empty() && tick.measured.position.size() != device.lower.size()) continue;
    const Seen seen{leader, follower, tick, device, sides_};
    if (w.acts(seen)) w.verdict.acted += tick_;
    if (w.value == nullptr || tick.fault) continue;
    const double value = w.value(seen);
    if (!std::isfinite(value)) continue;
    double& reached = w.verdict.reached ? *w.verdict.reached : w.verdict.reached.emplace(value);
    reached = w.verdict.min ? std::min(reached, value) : std::max(reached, value);
  }
  if (sides_ != signals::LocalSides::follower) watch_stop(leader_, leader);
  if (sides_ != signals::LocalSides::leader) watch_stop(follower_, follower);
}

void GuardCollector::watch_stop(Own& own, const signals::Tick& tick) noexcept {
  const guard::StopReason reason = tick.guard.stop;
  const bool begins = reason != own.stop && reason != guard::StopReason::none;
  own.stop = reason;
  if (begins && stops_.size() < kMostStops) {
    stops_.push_back({signals::name(own.side), guard::name(reason), core::seconds(tick.time), 0});
  } else if (reason != guard::StopReason::none) {
    if (StopVerdict* last = last_of(stops_, own.side)) {
      last->lasted = core::seconds(tick.time) - last->at;
    }
  }
}

GuardVerdict GuardCollector::verdict() const {
  GuardVerdict verdict;
  for (const Watched& w : watched_) verdict.bounds.push_back(w.verdict);
  verdict.stops = stops_;
  for (const Own* device : {&leader_, &follower_}) {
    if (device->stop == guard::StopReason::none) continue;
    if (StopVerdict* last = last_of(verdict.stops, device->side)) last->lasting = true;
  }
  return verdict;
}

}  // namespace tether::report
