#include "tether/reproduction/assisted/tool_pickup_study.hpp"

#include <fmt/format.h>

#include "tether/core/error.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/sim/people/operator_profile.hpp"
#include "tether/study/planned_sessions.hpp"

namespace tether::reproduction {
namespace {

constexpr const char* kWithout = "phantom_whman_tool_pickup";
constexpr const char* kWith = "phantom_whman_tool_pickup_assisted";

}  // namespace

std::vector<PickupPlan> plan_tool_pickup(int operators, int repeats) {
  std::vector<PickupPlan> plan;
  for (int person = 1; person <= operators; ++person) {
    for (int trial = 1; trial <= 2 * repeats; ++trial) {
      plan.push_back({.person = person,
                      .assisted = (person + trial) % 2 != 0,
                      .trial = trial,
                      .seed = static_cast<std::uint64_t>(1000 * person + trial)});
    }
  }
  return plan;
}

bool PickupSession::picked_up() const noexcept {
  return find_metric(metrics, "total_time") != nullptr;
}

std::optional<double> PickupSession::value(std::string_view metric) const noexcept {
  if (const report::Metric* m = find_metric(metrics, metric)) return m->value;
  if (picked_up()) return std::nullopt;
  if (metric == "total_time") return duration;
  double before = 0;
  for (const std::string_view phase : {"approach_time", "search_time", "insertion_time"}) {
    const report::Metric* m = find_metric(metrics, phase);
    if (m == nullptr) return phase == metric ? std::optional(duration - before) : std::nullopt;
    before += m->value;
  }
  return std::nullopt;
}

std::vector<PickupSession> run_tool_pickup(const PickupOptions& options) {
  if (options.operators < 2 || options.operators > sim::kProfiles) {
    throw core::InputError(
        fmt::format("a paired test needs 2 operators, and there are {}", sim::kProfiles));
  }
  if (options.repeats < 1) throw core::InputError("nobody does anything without a repeat");
  std::vector<PickupSession> sessions;
  for (const PickupPlan& plan : plan_tool_pickup(options.operators, options.repeats)) {
    sessions.push_back({.plan = plan, .metrics = {}});
  }
  const auto scenario_of = [&](std::size_t job) {
    const PickupPlan& plan = sessions[job].plan;
    std::vector<std::string> overrides = options.overrides;
    overrides.push_back(fmt::format("operator.profile={}", plan.person));
    overrides.push_back(fmt::format("operator.practice={}", plan.trial - 1));
    overrides.push_back(fmt::format("seed={}", plan.seed));
    // the bounds are those of the default operator
    overrides.emplace_back("expect=[]");
    return scenario::load_scenario(plan.assisted ? kWith : kWithout, overrides);
  };
  study::run_planned(sessions, scenario_of, options);
  return sessions;
}

}  // namespace tether::reproduction
