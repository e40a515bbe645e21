// From sessions of the test to means, differences and what they show.
#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "tether/core/csv.hpp"
#include "tether/core/error.hpp"
#include "tether/reproduction/assisted/tool_pickup_study.hpp"

namespace tether::reproduction {
namespace {

struct Measure {
  const char* name;
  const char* unit;
  const char* metric;
  bool decides = false;  // whether assistance helps
};

constexpr std::array kMeasures{
    Measure{"approach", "s", "approach_time"},
    Measure{"search", "s", "search_time", true},
    Measure{"insertion", "s", "insertion_time"},
    Measure{"total", "s", "total_time"},
    Measure{"contact force, whole task", "N", "contact_force_mean", true},
    Measure{"contact force, touching", "N", "touch_force_mean"},
    Measure{"contact force, largest", "N", "contact_force_max"}};

// mean of every operator over their sessions of this condition
std::map<int, double> means(std::span<const PickupSession> sessions, bool assisted,
                            std::string_view metric) {
  std::map<int, std::vector<double>> values;
  for (const PickupSession& s : sessions) {
    if (!s.ended() || s.plan.assisted != assisted) continue;
    if (const auto value = s.value(metric)) values[s.plan.person].push_back(*value);
  }
  std::map<int, double> out;
  for (const auto& [person, list] : values) out[person] = study::moments(list).mean;
  return out;
}

// nothing when fewer than two operators can be compared
std::optional<PairedFigures> figures_of(std::span<const PickupSession> sessions,
                                        const Measure& measure) {
  const auto all_without = means(sessions, false, measure.metric);
  const auto all_with = means(sessions, true, measure.metric);
  std::vector<double> without, with;
  std::vector<std::string> operators;
  for (const auto& [person, value] : all_without) {
    const auto other = all_with.find(person);
    if (other == all_with.end()) continue;
    operators.push_back(fmt::format("{}", person));
    without.push_back(value);
    with.push_back(other->second);
  }
  if (operators.size() < 2) return std::nullopt;
  return paired_figures(measure.name, measure.unit, without, with, operators);
}

}  // namespace

PickupStatistics tool_pickup_statistics(std::span<const PickupSession> sessions) {
  PickupStatistics statistics;
  for (const PickupSession& s : sessions) {
    statistics.repeats = std::max(statistics.repeats, (s.plan.trial + 1) / 2);
    const std::string person = fmt::format("{}", s.plan.person);
    if (statistics.operators.empty() || statistics.operators.back() != person) {
      statistics.operators.push_back(person);
    }
    ++statistics.sessions;
    if (s.verdict == report::Verdict::fault) ++statistics.faults;
    if (s.ended() && !s.picked_up()) {
      ++(s.plan.assisted ? statistics.late_with : statistics.late_without);
    }
  }
  for (const Measure& measure : kMeasures) {
    if (auto figures = figures_of(sessions, measure)) {
      statistics.measures.push_back(std::move(*figures));
    } else if (measure.decides) {
      throw core::InputError(
          fmt::format("fewer than two operators have a {} without and with assistance: the "
                      "sessions are too short, or ended in faults",
                      measure.name));
    }
  }
  statistics.document = cat_statistics().times;
  return statistics;
}

std::string PickupStatistics::objection() const {
  std::string reasons;
  for (const PairedFigures& f : measures) {
    const auto measure = std::ranges::find(kMeasures, f.name, &Measure::name);
    if (!measure->decides) continue;
    const double change = f.comparison.difference.value;
    if (change < 0 && f.p < study::kSignificance) continue;
    if (!reasons.empty()) reasons += "; ";
    reasons += change < 0 ? fmt::format("{} is lower with assistance, but not surely: p = {:.3f}",
                                        f.name, f.p)
                          : fmt::format("{} is not lower with assistance", f.name);
  }
  return reasons;
}

std::string tool_pickup_csv(std::span<const PickupSession> sessions) {
  std::vector<std::string_view> columns;
  for (const PickupSession& session : sessions) {
    for (const report::Metric& m : session.metrics) {
      if (std::find(columns.begin(), columns.end(), m.name) == columns.end()) {
        columns.push_back(m.name);
      }
    }
  }
  std::string text = "operator,assisted,trial,seed,verdict,picked_up,duration";
  for (const auto column : columns) text += fmt::format(",{}", column);
  text += '\n';
  for (const PickupSession& s : sessions) {
    text += fmt::format("{},{:d},{},{},{},{:d},{:.3f}", s.plan.person, s.plan.assisted,
                        s.plan.trial, s.plan.seed, to_string(s.verdict), s.picked_up(), s.duration);
    for (const auto column : columns) {
      const report::Metric* m = find_metric(s.metrics, column);
      text += m != nullptr ? fmt::format(",{:.9g}", m->value) : ",";
    }
    text += '\n';
  }
  return text;
}

}  // namespace tether::reproduction
