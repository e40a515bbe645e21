// What came of a user study, for a terminal and for the manual: simulated operators beside the
// document's people.
#include <cmath>

#include <fmt/format.h>

#include "tether/reproduction/passive_arm/user_study.hpp"
#include "tether/signals/metric_names.hpp"
#include "tether/study/measured_part.hpp"

namespace tether::reproduction {
namespace {

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

UserRows links_heading(const UserTask& task) {
  UserRows rows{{kOurs}};
  for (const DocumentedLink& link : task.links) rows.front().emplace_back(link.link);
  return rows;
}

}  // namespace

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
  UserRows others = links_heading(task);
  for (auto& row : other_rows(task, sessions)) others.push_back(std::move(row));
  if (others.size() > 1) text += '\n' + study::markdown_table(others);
  return text + "\nOperator 1 alone (`--operators 1`):\n\n" +
         study::markdown_table(first_rows(task, sessions));
}

}  // namespace tether::reproduction
