// Every passivity method and coupling over ever longer links: does the follower still go where the
// hand goes, is the wall still touched and felt, is anything felt that is not touched?
// A cell is one coupling with one method over one link; it has as many sessions as there are seeds,
// each of which also takes the next of the ten simulated operators. All parameters but those three
// are the scenario's. Links have half of the round trip each way:
//   none    constant delay, nothing lost
//   jitter  delay of a gamma distribution with a deviation of a fifth of its mean; samples may
//           overtake each other, as they may over every link by default
//   loss    constant delay; a tenth is lost, in bursts of 20 samples on average (Gilbert, Bell
//           System Technical Journal 39(5), 1960)
#pragma once

#include <array>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "tether/passivity/monitor.hpp"
#include "tether/report/metrics/verdict.hpp"
#include "tether/study/statistics.hpp"
#include "tether/study/work_on_threads.hpp"

namespace tether::reproduction {

struct DelayStudyOptions : study::JobOptions {
  std::string scenario = "omega_lwr_wall";
  // Of the one that is given alone, the other is the default law; of neither, every method with
  // that coupling and every coupling with that method.
  std::vector<std::string> methods, couplings;
  std::vector<double> round_trips = {0, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2};  // [s]
  std::vector<std::string> impairments = {"none", "jitter", "loss"};
  int first_seed = 1;
  int seeds = 50;
  std::vector<std::string> overrides;  // key=value, on top of the scenario
};

// What is measured of a session. The worst of two phases is taken of free motion along y and z;
// "held" is the phase in which the wall is pressed over any link.
enum class DelayMeasure : std::uint8_t {
  reach,          // follower_reach, of free motion
  touched,        // contact_force_mean, held [N]
  touched_share,  // the same over the mean of the cell without delay or impairment
  felt,           // operator_force_mean, held [N]
  felt_error,     // |felt − touched| / touched, held; none when nothing is touched
  peak,           // contact_force_max [N]
  peak_share,     // over the mean of the cell without delay or impairment
  phantom,        // phantom_force_mean [N]
  free_force,     // operator_force_mean, of free motion [N]
  lag,            // follower_lag_s beyond the mean delay of the link, of free motion [s]
  least_energy,   // outside_energy_min [J]
  tracking,       // tracking_error_mean [m]
};
inline constexpr std::size_t kDelayMeasures = 12;

struct DelayMeasureName {
  std::string_view column;  // in files, with its unit
  std::string_view words;
};
const DelayMeasureName& name(DelayMeasure measure) noexcept;

struct DelaySession {
  std::size_t cell = 0;
  int seed = 0;
  bool ran = false;  // to its end, or to a fault
  report::Verdict verdict = report::Verdict::stopped;
  passivity::Verdict certificate = passivity::Verdict::not_guaranteed;
  // NaN where it was not measured
  std::array<double, kDelayMeasures> values{};

  double value(DelayMeasure measure) const { return values[static_cast<std::size_t>(measure)]; }
};

struct DelayCell {
  std::string coupling, method, impairment;
  double round_trip = 0;  // [s]
  std::size_t sessions = 0;
  std::size_t passive = 0, violated = 0, not_guaranteed = 0;  // certificates
  std::size_t pass = 0, fail = 0, fault = 0;                  // verdicts, by the scenario's bounds
  std::array<study::Moments, kDelayMeasures> figures{};       // n: of how many sessions

  const study::Moments& figure(DelayMeasure measure) const {
    return figures[static_cast<std::size_t>(measure)];
  }
};

struct DelayStudy {
  std::string scenario;
  int first_seed = 1, seeds = 0;
  std::vector<DelayCell> cells;  // by coupling and method, impairment, round trip
  std::vector<DelaySession> sessions;
};

// Links without jitter where there is no delay are not run twice. After a stop the study has the
// sessions that were done. core::InputError
DelayStudy run_delay_study(const DelayStudyOptions& options);

// A bound that the mean of a cell is held against.
struct DelayBound {
  DelayMeasure measure;
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
};
std::vector<DelayBound> delay_bounds();
// those that the cell does not keep; what was not measured is not judged, but a wall that is not
// touched in every session is not felt rightly
std::vector<DelayMeasure> missed_bounds(const DelayCell& cell);

// For the terminal: of each coupling and method the longest round trip up to which every bound is
// kept, and what breaks first.
std::string to_table(const DelayStudy& study);
// for the manual: the same, and a table of cells per impairment
std::string to_markdown(const DelayStudy& study);
// a row per cell, and per session that ran; SI units
std::string delay_cells_csv(const DelayStudy& study);
std::string delay_sessions_csv(const DelayStudy& study);
// SVG: every measure over the round trip; methods, couplings, and what impairments do
std::string delay_figure(const DelayStudy& study);

}  // namespace tether::reproduction
