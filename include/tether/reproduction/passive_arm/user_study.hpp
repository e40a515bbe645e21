// The document's user study with simulated operators: everybody does a task over every link, the
// orders of the links balanced over their permutations, as people learn. What comes out is compared
// by the non-inferiority margin: the smallest difference δ for which "tested is worse than
// reference by more than δ" is rejected, from the paired differences d of the n operators,
//   δ = d̄ + t_{1−p, n−1} s_d / √n
// Streiner, Canadian Journal of Psychiatry 48(11), 2003; Nijhof, Teleoperation using passive
// control and LUNA network channels, 2018, 5.2.5.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tether/study/batch.hpp"
#include "tether/study/statistics.hpp"

namespace tether::reproduction {

// what the document found with ten people
struct DocumentedLink {
  std::string_view link;
  double mean = 0;
  double deviation = 0;
};
struct DocumentedMargin {
  std::string_view tested, reference;
  std::string_view margin;  // as printed in its table 6.3
};

struct UserTask {
  std::string_view name;    // of the study and of the scenario
  std::string_view metric;  // by which links are compared
  std::string_view unit;    // of the document's figures
  double scale = 1;         // from SI to that unit
  int trials = 1;           // per link; the last one counts, those before are practice
  std::array<DocumentedLink, 3> links;
  std::array<DocumentedMargin, 4> margins;
};

// positioning, peg_in_hole
std::span<const UserTask> user_tasks() noexcept;

// one session of one operator
struct PlannedSession {
  int person = 0;        // operator_profile.hpp, 1 …
  std::string link;      // name of a preset
  int order = 0;         // 1 = the first link of this operator
  std::string sequence;  // of links, by their letters: "ILR"
  int practice = 0;      // sessions of the task this operator did before
  std::uint64_t seed = 0;
};

// operators × links, grouped by operator; operator n does the links in permutation (n − 1) mod 6
std::vector<PlannedSession> plan_user_study(const UserTask& task, int operators);

struct UserSession {
  PlannedSession plan;
  report::Verdict verdict = report::Verdict::stopped;
  double duration = 0;  // simulated [s]
  std::vector<report::Metric> metrics;
};

struct UserStudyOptions : study::JobOptions {
  int operators = 10;
  std::vector<std::string> links;      // empty = all; practice counts as if all were done
  std::vector<std::string> overrides;  // key=value, on top of the task's scenario
};

// in the order of the plan; what was stopped has the verdict `stopped`. core::InputError
std::vector<UserSession> run_user_study(const UserTask& task, const UserStudyOptions& options);

// the metric of every operator who did the task over this link without a fault
std::map<int, double> values(std::span<const UserSession> sessions, std::string_view link,
                             std::string_view metric);

// n = 0 when nobody has the metric
study::Moments moments_of(const std::map<int, double>& values);

// δ over the operators that both have; NaN with fewer than two
double noninferiority_margin(const std::map<int, double>& tested,
                             const std::map<int, double>& reference);

// simulated operators beside the document's people
std::string to_table(const UserTask& task, std::span<const UserSession> sessions);
// for the manual: the same, and operator 1 alone
std::string to_markdown(const UserTask& task, std::span<const UserSession> sessions);

// one row per session; core::IoError
void write_csv(const std::filesystem::path& path, std::span<const UserSession> sessions);

}  // namespace tether::reproduction
