#include "tether/report/shown_metrics.hpp"

#include <algorithm>

#include "tether/robot/catalogue.hpp"
#include "tether/scenario/guarantee.hpp"
#include "tether/scenario/session_traits.hpp"

namespace tether::report {

// whether samples take time from one side to the other
bool has_delay(const link::EmulatedLinkParams& link) noexcept {
  const auto delays = [](const link::NetworkParams& n) {
    return n.delay.mean > 0 || !n.delay.trace.empty() || n.bandwidth > 0;
  };
  return delays(link.to_follower) || delays(link.to_leader);
}

bool leader_turns(const scenario::Scenario& scenario) {
  if (!has_operator(scenario)) return false;
  return robot::can_turn(robot::load(scenario.leader.device));
}

std::vector<std::string> left_out_metrics(const scenario::Scenario& scenario) {
  const bool turns = leader_turns(scenario);
  const bool guarded = scenario::is_guarded(scenario, signals::SideName::leader);
  std::vector<std::string> names;
  const auto leave_out = [&](std::initializer_list<const char*> metrics) {
    for (const char* metric : metrics) {
      const bool expected =
          std::any_of(scenario.expect.begin(), scenario.expect.end(),
                      [&](const scenario::Expectation& e) { return e.metric == metric; });
      if (!expected) names.emplace_back(metric);
    }
  };
  if (!scenario::shares_workspace(scenario)) {
    // the handle and the platform are in different places, and mean different things by it
    leave_out({"tracking_error_mean", "tracking_error_max", "orientation_error_mean",
               "orientation_error_max", "follower_travel", "travel_ratio", "force_error_mean"});
  }
  if (scenario.coupling.kind == control::CouplingKind::force_position) {
    // the point hangs where it hangs: what counts is how the tool goes along (display_*)
    leave_out({"tracking_error_mean", "tracking_error_max", "orientation_error_mean",
               "orientation_error_max", "contact_force_mean", "contact_force_max",
               "force_error_mean"});
  }
  if (!turns && !guarded) {
    leave_out(
        {"total_energy_max", "power_to_hand_max", "spring_force_max", "force_difference_mean"});
  }
  if (!turns) leave_out({"torque_difference_mean"});
  if (!scenario.guard.max_energy) leave_out({"limited_force_step_max"});
  if (!scenario.assist.present()) {
    leave_out({"assist_force_mean", "assist_force_max", "assist_energy", "assist_chatter"});
  }
  if (scenario.passivity.method == passivity::Method::none) {
    leave_out({"tank_min", "leader_starved_s", "leader_held_back_share", "follower_starved_s",
               "follower_held_back_share"});
  }
  // without a link that delays, now is also one transport delay ago
  if (!has_delay(scenario.link.emulated)) {
    leave_out({"tracking_error_delayed_mean", "tracking_error_delayed_max"});
  }
  if (scenario.passivity.method != passivity::Method::two_layer) leave_out({"tlc_force_rms"});
  return names;
}

}  // namespace tether::report
