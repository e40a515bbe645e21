// The document's test of assistance with simulated operators: everybody picks up the tool several
// times without and with two guiding paths, turn about; every other operator begins with them.
// What is compared is each operator's mean over their sessions, by the paired t-test and by ranks,
// beside the document's ten people.
// M. Viinikainen, Computer-Aided Bilateral Teleoperation of Manipulators, MSc thesis, Tampere
// University of Technology, 2014, section 5.3.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tether/reproduction/assisted/cat_statistics.hpp"
#include "tether/study/batch.hpp"

namespace tether::reproduction {

// one pick-up by one operator
struct PickupPlan {
  int person = 0;  // operator_profile.hpp, 1 …
  bool assisted = false;
  int trial = 0;  // of this operator, from 1; those before are practice
  std::uint64_t seed = 0;
};

// operators × repeats × 2, grouped by operator; even operators begin assisted. No two sessions
// share a seed: luck is not paired.
std::vector<PickupPlan> plan_tool_pickup(int operators, int repeats);

struct PickupSession {
  PickupPlan plan;
  report::Verdict verdict = report::Verdict::stopped;
  double duration = 0;  // simulated [s]
  std::vector<report::Metric> metrics;

  bool ended() const noexcept { return report::ended(verdict); }
  bool picked_up() const noexcept;
  // Of a session that ran out of time, the phase under way and the total count up to there: less
  // than it would have been. Nothing for phases that never began.
  std::optional<double> value(std::string_view metric) const noexcept;
};

struct PickupOptions : study::JobOptions {
  int operators = 10;                  // 2 …
  int repeats = 5;                     // per condition
  std::vector<std::string> overrides;  // key=value, on top of both scenarios
};

// in the order of the plan; core::InputError
std::vector<PickupSession> run_tool_pickup(const PickupOptions& options);

struct PickupStatistics {
  int repeats = 0;
  std::vector<std::string> operators;
  // times of the phases and in total, forces; without those that fewer than two operators have
  std::vector<PairedFigures> measures;
  std::vector<PairedFigures> document;  // approach, search, insertion, total, of ten people
  std::size_t sessions = 0;
  std::size_t late_without = 0, late_with = 0;  // that ran out of time
  std::size_t faults = 0;                       // left out

  // why assistance is not shown to help; empty when search time and contact force are both lower
  // with p < 0.05 by the paired t-test
  std::string objection() const;
};

// core::InputError when fewer than two operators have a search time or a contact force under both
// conditions
PickupStatistics tool_pickup_statistics(std::span<const PickupSession> sessions);

std::string to_table(const PickupStatistics& statistics);
// for the manual: ours beside the document's, and the first pick-ups of two operators by themselves
std::string tool_pickup_markdown(const PickupStatistics& statistics,
                                 std::span<const PickupSession> sessions);
// one row per session
std::string tool_pickup_csv(std::span<const PickupSession> sessions);
// figure and tables on one page that needs nothing else
std::string tool_pickup_page(const PickupStatistics& statistics);

}  // namespace tether::reproduction
