// What comes out of a user study: spreads, margins, a table of sessions.
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <fstream>
#include <limits>

#include <boost/math/distributions/students_t.hpp>
#include <fmt/format.h>

#include "tether/core/error.hpp"
#include "tether/study/user_study.hpp"

namespace tether::study {

Spread spread(const std::map<int, double>& values) {
  Spread s;
  s.count = static_cast<int>(values.size());
  if (s.count == 0) return s;
  for (const auto& [person, x] : values) s.mean += x / s.count;
  double squares = 0;
  for (const auto& [person, x] : values) squares += (x - s.mean) * (x - s.mean);
  if (s.count > 1) s.deviation = std::sqrt(squares / (s.count - 1));
  return s;
}

double noninferiority_margin(const std::map<int, double>& tested,
                             const std::map<int, double>& reference, double p) {
  std::map<int, double> differences;
  for (const auto& [person, x] : tested) {
    const auto other = reference.find(person);
    if (other != reference.end()) differences[person] = x - other->second;
  }
  const Spread d = spread(differences);
  if (d.count < 2) return std::numeric_limits<double>::quiet_NaN();
  const boost::math::students_t distribution(d.count - 1);
  return d.mean + boost::math::quantile(distribution, 1 - p) * d.deviation / std::sqrt(d.count);
}

void write_csv(const std::filesystem::path& path, std::span<const UserSession> sessions) {
  // a session may lack what could not be measured in it; its field stays empty
  std::vector<std::string_view> columns;
  for (const UserSession& session : sessions) {
    for (const Metric& m : session.metrics) {
      if (std::find(columns.begin(), columns.end(), m.name) == columns.end()) {
        columns.push_back(m.name);
      }
    }
  }
  std::ofstream file(path, std::ios::binary);
  if (!file) throw core::IoError("write", path.string(), errno);
  file << "operator,link,order,sequence,practice,seed,verdict,duration";
  for (const auto column : columns) file << ',' << column;
  file << '\n';
  for (const UserSession& session : sessions) {
    const PlannedSession& p = session.plan;
    file << fmt::format("{},{},{},{},{},{},{},{:.3f}", p.person, p.link, p.order, p.sequence,
                        p.practice, p.seed, to_string(session.verdict), session.duration);
    for (const auto column : columns) {
      const auto m = std::find_if(session.metrics.begin(), session.metrics.end(),
                                  [&](const Metric& metric) { return metric.name == column; });
      file << ',' << (m == session.metrics.end() ? "" : fmt::format("{:.9g}", m->value));
    }
    file << '\n';
  }
  file.close();
  if (!file) throw core::IoError("write", path.string(), errno == 0 ? EIO : errno);
}

}  // namespace tether::study
