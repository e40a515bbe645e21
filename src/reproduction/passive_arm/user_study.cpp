#include "tether/reproduction/passive_arm/user_study.hpp"

#include <algorithm>
#include <cctype>

#include "tether/core/error.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/sim/people/operator_profile.hpp"
#include "tether/study/planned_sessions.hpp"

namespace tether::reproduction {
namespace {

constexpr std::array kTasks{
    UserTask{.name = "positioning",
             .metric = "positioning_error_mean",
             .unit = "mm",
             .scale = 1e3,
             .trials = 2,
             .links = {{{"ideal", 32.44, 3.41}, {"luna", 34.47, 3.14}, {"ros", 34.80, 4.39}}},
             .margins = {{{"luna", "ideal", "3.99"},
                          {"ros", "ideal", "4.11"},
                          {"luna", "ros", "1.53"},
                          {"ros", "luna", "2.19"}}}},
    UserTask{.name = "peg_in_hole",
             .metric = "interaction_force_mean",
             .unit = "N",
             .scale = 1,
             .trials = 1,
             .links = {{{"ideal", 5.22, 1.11}, {"luna", 4.95, 1.18}, {"ros", 4.78, 1.19}}},
             .margins = {{{"luna", "ideal", "0.22"},
                          {"ros", "ideal", "< 0.01"},
                          {"luna", "ros", "0.68"},
                          {"ros", "luna", "0.32"}}}},
};

// ILR, IRL, LIR, LRI, RIL, RLI and over again
std::array<std::size_t, 3> order_of(int person) {
  std::array<std::size_t, 3> order{0, 1, 2};
  for (int i = 0; i < (person - 1) % 6; ++i) std::next_permutation(order.begin(), order.end());
  return order;
}

char initial(std::string_view link) {
  return static_cast<char>(std::toupper(static_cast<unsigned char>(link.front())));
}

}  // namespace

std::span<const UserTask> user_tasks() noexcept { return kTasks; }

std::vector<PlannedSession> plan_user_study(const UserTask& task, int operators) {
  std::vector<PlannedSession> plan;
  for (int person = 1; person <= operators; ++person) {
    const auto order = order_of(person);
    std::string sequence;
    for (const std::size_t link : order) sequence += initial(task.links[link].link);
    for (int place = 0; place < 3; ++place) {
      const std::size_t link = order[static_cast<std::size_t>(place)];
      plan.push_back({.person = person,
                      .link = std::string(task.links[link].link),
                      .order = place + 1,
                      .sequence = sequence,
                      .practice = task.trials * (place + 1) - 1,
                      .seed = static_cast<std::uint64_t>(100 * person) + link});
    }
  }
  return plan;
}

std::vector<UserSession> run_user_study(const UserTask& task, const UserStudyOptions& options) {
  if (options.operators < 1 || options.operators > sim::kProfiles) {
    throw core::InputError("there are " + std::to_string(sim::kProfiles) + " operators");
  }
  std::vector<UserSession> sessions;
  for (PlannedSession& planned : plan_user_study(task, options.operators)) {
    const bool is_wanted = options.links.empty() ||
                           std::ranges::find(options.links, planned.link) != options.links.end();
    if (is_wanted) sessions.push_back({.plan = std::move(planned), .metrics = {}});
  }

  const auto scenario_of = [&](std::size_t job) {
    const PlannedSession& plan = sessions[job].plan;
    std::vector<std::string> overrides = options.overrides;
    for (const auto& [key, value] : {std::pair{"operator.profile", std::to_string(plan.person)},
                                     {"operator.practice", std::to_string(plan.practice)},
                                     {"link.kind", plan.link},
                                     {"seed", std::to_string(plan.seed)}}) {
      overrides.push_back(std::string(key) + "=" + value);
    }
    return scenario::load_scenario(std::string(task.name), overrides);
  };
  study::run_planned(sessions, scenario_of, options);
  return sessions;
}

std::map<int, double> values(std::span<const UserSession> sessions, std::string_view link,
                             std::string_view metric) {
  std::map<int, double> found;
  for (const UserSession& session : sessions) {
    if (!ended(session.verdict) || session.plan.link != link) continue;
    if (const report::Metric* m = find_metric(session.metrics, metric)) {
      found[session.plan.person] = m->value;
    }
  }
  return found;
}

}  // namespace tether::reproduction
