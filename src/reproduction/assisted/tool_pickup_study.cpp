#include "tether/reproduction/assisted/tool_pickup_study.hpp"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "reproduction/sessions.hpp"
#include "tether/core/error.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/sim/people/operator_profile.hpp"

namespace tether::reproduction {
namespace {

constexpr const char* kWithout = "phantom_whman_tool_pickup";
constexpr const char* kWith = "phantom_whman_tool_pickup_assisted";

struct PickupMeasure {
  const char* name;
  const char* unit;
  const char* metric;
  bool decides = false;  // whether assistance helps
};

constexpr std::array kMeasures{
    PickupMeasure{"approach", "s", "approach_time"},
    PickupMeasure{"search", "s", "search_time", true},
    PickupMeasure{"insertion", "s", "insertion_time"},
    PickupMeasure{"total", "s", "total_time"},
    PickupMeasure{"contact force, whole task", "N", "contact_force_mean", true},
    PickupMeasure{"contact force, touching", "N", "touch_force_mean"},
    PickupMeasure{"contact force, largest", "N", "contact_force_max"}};

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
                                        const PickupMeasure& measure) {
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
  for (const PickupMeasure& measure : kMeasures) {
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
    const auto measure = std::ranges::find(kMeasures, f.name, &PickupMeasure::name);
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
  std::vector<SessionLine> lines;
  for (const PickupSession& s : sessions) {
    lines.push_back(
        {fmt::format("{},{:d},{},{},{},{:d},{:.3f}", s.plan.person, s.plan.assisted, s.plan.trial,
                     s.plan.seed, to_string(s.verdict), s.picked_up(), s.duration),
         s.metrics});
  }
  return sessions_csv("operator,assisted,trial,seed,verdict,picked_up,duration", lines);
}

}  // namespace tether::reproduction
