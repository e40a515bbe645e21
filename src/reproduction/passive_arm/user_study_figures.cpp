// What comes out of a user study: spreads, margins, a table of sessions.
#include <algorithm>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "tether/core/whole_file.hpp"
#include "tether/reproduction/passive_arm/user_study.hpp"

namespace tether::reproduction {

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
  // a session may lack what could not be measured in it; its field stays empty
  std::vector<std::string_view> columns;
  for (const UserSession& session : sessions) {
    for (const report::Metric& m : session.metrics) {
      if (std::find(columns.begin(), columns.end(), m.name) == columns.end()) {
        columns.push_back(m.name);
      }
    }
  }
  std::string text = "operator,link,order,sequence,practice,seed,verdict,duration";
  for (const auto column : columns) text += fmt::format(",{}", column);
  text += '\n';
  for (const UserSession& session : sessions) {
    const PlannedSession& p = session.plan;
    text += fmt::format("{},{},{},{},{},{},{},{:.3f}", p.person, p.link, p.order, p.sequence,
                        p.practice, p.seed, to_string(session.verdict), session.duration);
    for (const auto column : columns) {
      const report::Metric* m = find_metric(session.metrics, column);
      text += ',';
      if (m != nullptr) text += fmt::format("{:.9g}", m->value);
    }
    text += '\n';
  }
  core::write_whole(path, text);
}

}  // namespace tether::reproduction
