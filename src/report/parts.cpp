#include "tether/report/parts.hpp"

#include <fmt/format.h>

#include "tether/robot/catalogue.hpp"
#include "tether/scenario/extensions.hpp"
#include "tether/scenario/guarantee.hpp"
#include "tether/scenario/session_traits.hpp"
#include "tether/session/wall/wall_link.hpp"

namespace tether::report {
namespace {

constexpr const char* kNothing = "no delay, no loss";

// one direction of the link
std::string network_in_words(const link::NetworkParams& network) {
  const link::DelayParams& delay = network.delay;
  std::string text = "no delay";
  if (delay.kind == link::DelayParams::Kind::trace) {
    text = "delays of a recorded trace";
  } else if (delay.mean > 0) {
    text = fmt::format("{:.4g} ms", 1e3 * delay.mean);
    if (delay.deviation > 0) text += fmt::format(" ± {:.3g} ms", 1e3 * delay.deviation);
  }
  const link::LossParams& loss = network.loss;
  text += loss.probability > 0   ? fmt::format(", {:.3g} % lost", 100 * loss.probability)
          : loss.burst_begin > 0 ? ""
                                 : ", no loss";
  if (loss.burst_begin > 0) text += ", loss in bursts";
  if (network.duplication > 0) text += fmt::format(", {:.3g} % twice", 100 * network.duplication);
  if (network.bandwidth > 0) text += fmt::format(", {:g} kbit/s", 1e-3 * network.bandwidth);
  if (const auto n = network.outages.size(); n > 0) {
    text += n == 1 ? ", one outage" : fmt::format(", {} outages", n);
  }
  return text;
}

std::string person_in_words(const scenario::OperatorParams& person) {
  if (person.task == scenario::OperatorParams::Task::waypoints) return "hand";
  return fmt::format("person {} at the task {}", person.profile, person.task_name);
}

std::string link_in_words(const scenario::LinkParams& link) {
  const std::string to_follower = network_in_words(link.emulated.to_follower);
  const std::string to_leader = network_in_words(link.emulated.to_leader);
  const bool alike = to_follower == to_leader;
  if (alike && to_follower == kNothing && link.emulated.rate == 0) {
    return link.preset + ": " + kNothing;
  }
  std::string text = link.preset + " (emulated): ";
  text += alike ? to_follower + " each way"
                : to_follower + " to the follower; " + to_leader + " to the leader";
  if (link.emulated.rate > 0) text += fmt::format(", {} samples per second", link.emulated.rate);
  return text;
}

std::string passivity_in_words(const scenario::Scenario& s) {
  const passivity::Params& params = s.passivity;
  if (params.method != passivity::Method::two_layer) {
    return passivity_method(s).help;
  }
  const passivity::TwoLayerParams& p = params.two_layer;
  return fmt::format(
      "two-layer: leader's tank kept at {:g} mJ with a gain of {:g} N s/(m J), {:g} % of each tank "
      "sent "
      "per tick, a reserve for what exceeds {:g} mJ, refill at {:g} W",
      1e3 * p.desired_level, p.gain, 100 * p.share, 1e3 * p.upper_level, p.refill_power);
}

std::string pointer_in_words(const scenario::Scenario& s) {
  const scenario::LeaderPointerParams& p = s.leader.pointer;
  return fmt::format(
      "pointer at {:g} Hz (jitter {:g} %, loss {:g} %) that drags a virtual {} of {:g} kg by "
      "{:g} N/m",
      p.sampling.rate, 100 * p.sampling.jitter, 100 * p.sampling.loss, s.leader.device,
      p.handle.mass, p.handle.stiffness);
}

std::string damping_in_words(const scenario::Scenario& s) {
  std::string text =
      fmt::format("{} N m s/rad at the follower's joints", s.follower.side.joint_damping);
  if (has_operator(s)) {
    const bool turns = robot::can_turn(robot::load(s.leader.device));
    text = fmt::format("{} {} at the leader, ", s.leader.side.joint_damping,
                       turns ? "N m s/rad" : "N s/m") +
           text;
  }
  return text;
}

std::string drive_in_words(const control::DriveLeaderParams& p) {
  return fmt::format(
      "drive: {} m/s per metre pushed, {} rad/s per metre steered, dead zones of {:g} and {:g} mm, "
      "centring {} N/m",
      p.forward_gain, p.turn_gain, 1e3 * p.dead_zone, 1e3 * p.turn_dead_zone, p.centring);
}

std::string obstacles_in_words(const scenario::ObstacleParams& p) {
  if (!p.enabled) return "not felt";
  using Mode = assist::ObstructionMode;
  const std::string where =
      p.sensor.mode == Mode::trajectory
          ? fmt::format("on the predicted way, {:g} s ahead", p.sensor.horizon)
          : fmt::format("around the {}, up to {:g} m",
                        p.sensor.mode == Mode::point ? "scanner" : "platform", p.sensor.d_max);
  return fmt::format("felt {}; at most {:g} N/m ahead and {:g} N/m to the sides", where,
                     p.force.push_stiffness, p.force.steer_stiffness);
}

std::string stream_in_words(const scenario::CouplingParams& p) {
  const control::ForcePositionLeaderParams& s = p.stream;
  std::string text = "force-position: force to the system, ";
  if (s.variant == control::StreamVariant::impedance) {
    text += fmt::format("its motion by a spring of {:g} N/m and {:g} N m/rad",
                        s.impedance.stiffness.translation(0, 0),
                        s.impedance.stiffness.orientation(0, 0));
  } else {
    text += fmt::format("its motion played {:g} to {:g} ms later, servo of {:g} rad/s",
                        1e3 * s.playout.least_delay, 1e3 * s.playout.most_delay, s.servo.bandwidth);
  }
  if (!s.condition) text += ", force as it is measured";
  if (!p.feedback) text += ", the hand feels nothing of it";
  if (p.force_scale != 1) text += fmt::format(", forces times {}", p.force_scale);
  return text;
}

std::string coupling_in_words(const scenario::Scenario& s) {
  const scenario::CouplingParams& p = s.coupling;
  if (p.kind == control::CouplingKind::drive) return drive_in_words(p.drive);
  if (p.kind == control::CouplingKind::force_position) return stream_in_words(p);
  const scenario::CouplingLaw& law = coupling_law(s);
  if (scenario::built_in()->couplings.find(law.name) == nullptr) return law.name + ": " + law.help;
  std::string text = law.name;
  text += fmt::format(", spring of {} N/m and {} N m/rad", p.translation_stiffness,
                      p.orientation_stiffness);
  if (p.reflect == control::Reflect::measured) text += ", the measured force comes back";
  if (!p.feedback) text += ", the hand feels nothing of it";
  if (p.force_scale != 1) text += fmt::format(", forces times {}", p.force_scale);
  return text;
}

std::string workspace_in_words(const scenario::WorkspaceParams& p) {
  std::string text = fmt::format("motions times {}", p.scale);
  if (!p.rotation.isIdentity()) text += ", turned";
  if (p.lock_orientation) text += ", orientation locked";
  return text;
}

std::string assist_in_words(const scenario::AssistParams& p) {
  const std::string off = p.enabled ? "" : ", switched off";
  const std::string bound = fmt::format(", at most {} N on the hand", p.max_force);
  if (p.source == scenario::AssistParams::Source::process) {
    return "virtual fixtures of a process of their own" + bound + off;
  }
  const std::size_t n = p.fixtures.size() + p.extension_fixtures.size();
  return fmt::format("{} virtual fixture{}", n, n == 1 ? "" : "s") + bound + off;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> parts_of(const scenario::Scenario& s, Pace pace,
                                                          signals::LocalSides sides) {
  const auto simulated = [&s](const std::string& name, const std::string& driver) {
    if (!driver.empty()) return s.extensions->devices.at(driver).help;
    const robot::CatalogueEntry entry = robot::find(name);
    // a multibody system is never anything else
    return entry.description + (entry.kind == robot::RobotKind::multibody ? "" : " (simulated)");
  };
  std::vector<std::pair<std::string, std::string>> list;
  if (has_operator(s)) {
    list.emplace_back("Leader", s.leader.kind == scenario::LeaderParams::Kind::pointer
                                    ? pointer_in_words(s)
                                    : simulated(s.leader.device, s.leader.driver));
    const auto& hand = s.person.hand;
    list.emplace_back(
        "Operator",
        fmt::format("simulated {}, {:.3g} kg, {:.3g} N/m, {:.3g} N s/m, reacts after {:.3g} ms",
                    person_in_words(s.person), hand.mass, hand.stiffness, hand.damping,
                    1e3 * hand.reaction_delay));
  } else {
    list.emplace_back("Leader",
                      fmt::format("programmed setpoint, {:g} mm sine of {} s on each axis",
                                  1e3 * s.setpoint.amplitude, s.setpoint.period));
  }
  list.emplace_back("Follower", simulated(s.follower.robot, s.follower.driver));
  list.emplace_back("Coupling", coupling_in_words(s));
  if (s.workspace.scale != 1 || s.workspace.lock_orientation) {
    list.emplace_back("Workspace", workspace_in_words(s.workspace));
  }
  if (s.assist.present()) list.emplace_back("Assistance", assist_in_words(s.assist));
  list.emplace_back("Damping", damping_in_words(s));
  if (scenario::has_scanner(s)) {
    list.emplace_back("Obstacles", obstacles_in_words(s.obstacles));
    list.emplace_back("Passivity",
                      fmt::format("of the hand's port: obstacles hold {:g} mJ in store; the "
                                  "platform has a supply of its own",
                                  1e3 * scenario::energy_at_the_start(s)));
  } else {
    list.emplace_back("Passivity", passivity_in_words(s));
  }
  if (const auto n = s.changes.size(); n > 0) {
    list.emplace_back("Changes", n == 1 ? "one while it ran" : fmt::format("{} while it ran", n));
  }
  const bool wall = pace == Pace::wall_time;
  const std::string carrier = wall ? session::WallLink::describe(s, sides) : "";
  list.emplace_back("Link", carrier.empty() ? link_in_words(s.link) : carrier);
  list.emplace_back("Time", fmt::format("{}; controllers at {} Hz, robot interface at {} Hz",
                                        wall ? "of the wall clock" : "virtual", s.rate,
                                        s.follower.interface_rate));
  return list;
}

}  // namespace tether::report
