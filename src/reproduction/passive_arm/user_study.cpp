#include "tether/reproduction/passive_arm/user_study.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "reproduction/sessions.hpp"
#include "tether/core/error.hpp"
#include "tether/core/whole_file.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/signals/metric_names.hpp"
#include "tether/sim/people/operator_profile.hpp"
#include "tether/study/measured_part.hpp"

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

using UserSessions = std::span<const UserSession>;
using UserRows = std::vector<std::vector<std::string>>;

std::string with_deviation(double mean, double deviation) {
  return fmt::format("{:.2f} ± {:.2f}", mean, deviation);
}

// lengths in mm are what people picture
std::pair<double, std::string_view> shown(std::string_view unit) {
  if (unit == "m") return {1e3, "mm"};
  if (unit == "1") return {1, ""};
  return {1, unit};
}

std::string heading_of(const signals::MetricName& metric) {
  const std::string_view unit = shown(metric.unit).second;
  return unit.empty() ? std::string(metric.name) : fmt::format("{} [{}]", metric.name, unit);
}

// link, ours, theirs
UserRows link_rows(const UserTask& task, UserSessions sessions) {
  UserRows rows;
  for (const DocumentedLink& link : task.links) {
    const study::Moments ours = moments_of(values(sessions, link.link, task.metric));
    if (ours.n == 0) continue;
    rows.push_back({std::string(link.link),
                    with_deviation(task.scale * ours.mean, task.scale * ours.deviation),
                    with_deviation(link.mean, link.deviation)});
  }
  return rows;
}

// "luna not worse than ideal", our margin, theirs
UserRows margin_rows(const UserTask& task, UserSessions sessions) {
  UserRows rows;
  for (const DocumentedMargin& margin : task.margins) {
    const double ours = noninferiority_margin(values(sessions, margin.tested, task.metric),
                                              values(sessions, margin.reference, task.metric));
    rows.push_back({fmt::format("{} not worse than {}", margin.tested, margin.reference),
                    std::isnan(ours) ? "–" : fmt::format("{:.2f}", task.scale * ours),
                    std::string(margin.margin)});
  }
  return rows;
}

// the task's other figures, which the document does not give: metric, then one per link
UserRows other_rows(const UserTask& task, UserSessions sessions) {
  UserRows rows;
  for (const signals::MetricName& metric : signals::kMetricNames) {
    if (metric.task != task.name || metric.name == task.metric) continue;
    rows.push_back({heading_of(metric)});
    const double scale = shown(metric.unit).first;
    for (const DocumentedLink& link : task.links) {
      const study::Moments ours = moments_of(values(sessions, link.link, metric.name));
      rows.back().push_back(
          ours.n == 0 ? "–" : with_deviation(scale * ours.mean, scale * ours.deviation));
    }
  }
  return rows;
}

// operator 1 over each link that was done: all figures of the task
UserRows first_rows(const UserTask& task, UserSessions sessions) {
  UserRows rows{{"operator 1"}};
  for (const signals::MetricName& metric : signals::kMetricNames) {
    if (metric.task == task.name) rows.front().push_back(heading_of(metric));
  }
  for (const DocumentedLink& link : task.links) {
    UserRows::value_type row{std::string(link.link)};
    for (const signals::MetricName& metric : signals::kMetricNames) {
      if (metric.task != task.name) continue;
      const auto found = values(sessions, link.link, metric.name);
      const auto first = found.find(1);
      if (first != found.end()) {
        row.push_back(fmt::format("{:.3f}", shown(metric.unit).first * first->second));
      }
    }
    if (row.size() > 1) rows.push_back(std::move(row));
  }
  return rows;
}

constexpr const char* kOurs = "simulated operators";
constexpr const char* kTheirs = "document, 10 people";

std::string three_columns(const std::string& title, const UserRows& rows) {
  std::string text = fmt::format("{:<36}{:>22}{:>22}\n", title, kOurs, kTheirs);
  for (const auto& row : rows) {
    text += fmt::format("  {:<34}{:>22}{:>22}\n", row[0], row[1], row[2]);
  }
  return text;
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
    overrides.push_back(fmt::format("operator.profile={}", plan.person));
    overrides.push_back(fmt::format("operator.practice={}", plan.practice));
    overrides.push_back(fmt::format("link.kind={}", plan.link));
    overrides.push_back(fmt::format("seed={}", plan.seed));
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

study::Moments moments_of(const std::map<int, double>& values) {
  std::vector<double> list;
  list.reserve(values.size());
  for (const auto& [person, x] : values) list.push_back(x);
  return list.empty() ? study::Moments{} : study::moments(list);
}

double noninferiority_margin(const std::map<int, double>& tested,
                             const std::map<int, double>& reference) {
  std::vector<double> new_ones, old_ones;
  for (const auto& [person, x] : tested) {
    const auto other = reference.find(person);
    if (other == reference.end()) continue;
    new_ones.push_back(x);
    old_ones.push_back(other->second);
  }
  if (new_ones.size() < 2) return std::numeric_limits<double>::quiet_NaN();
  return smallest_margin(study::paired_difference(old_ones, new_ones), study::Better::lower);
}

void write_csv(const std::filesystem::path& path, std::span<const UserSession> sessions) {
  std::vector<SessionLine> lines;
  for (const UserSession& session : sessions) {
    const PlannedSession& p = session.plan;
    lines.push_back(
        {fmt::format("{},{},{},{},{},{},{},{:.3f}", p.person, p.link, p.order, p.sequence,
                     p.practice, p.seed, to_string(session.verdict), session.duration),
         session.metrics});
  }
  core::write_whole(
      path, sessions_csv("operator,link,order,sequence,practice,seed,verdict,duration", lines));
}

std::string to_table(const UserTask& task, UserSessions sessions) {
  std::string text =
      three_columns(fmt::format("{} [{}]", task.metric, task.unit), link_rows(task, sessions));
  text += '\n' + three_columns(fmt::format("non-inferior at p = 0.05 within [{}]", task.unit),
                               margin_rows(task, sessions));
  const UserRows others = other_rows(task, sessions);
  if (others.empty()) return text;
  text += fmt::format("\n{:<36}", kOurs);
  for (const DocumentedLink& link : task.links) text += fmt::format("{:>18}", link.link);
  for (const auto& row : others) {
    text += fmt::format("\n  {:<34}", row.front());
    for (std::size_t i = 1; i < row.size(); ++i) text += fmt::format("{:>18}", row[i]);
  }
  return text + '\n';
}

std::string to_markdown(const UserTask& task, UserSessions sessions) {
  UserRows rows{{fmt::format("{} [{}]", task.metric, task.unit), kOurs, kTheirs}};
  for (auto& row : link_rows(task, sessions)) rows.push_back(std::move(row));
  for (auto& row : margin_rows(task, sessions)) {
    row.front() = "δ, " + row.front();
    rows.push_back(std::move(row));
  }
  std::string text = study::markdown_table(rows);
  UserRows others{{kOurs}};
  for (const DocumentedLink& link : task.links) others.front().emplace_back(link.link);
  for (auto& row : other_rows(task, sessions)) others.push_back(std::move(row));
  if (others.size() > 1) text += '\n' + study::markdown_table(others);
  return text + "\nOperator 1 alone (`--operators 1`):\n\n" +
         study::markdown_table(first_rows(task, sessions));
}

}  // namespace tether::reproduction
