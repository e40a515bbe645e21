// The document's timing test (Nijhof 2018, chapter 6.1.1, table 6.1) on this machine: a session in
// wall time over every link there is, both sides in this process, with the distributions of
//   controller period, compute time, robot-interface period, transmit period, receive period,
// right after it cyclictest with the same interval, priority and duration; then the highest rate
// that the link sustains in publish–subscribe and in rendezvous form (rate_trial.hpp).
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tether/reproduction/cyclictest.hpp"
#include "tether/reproduction/passive_arm/rate_trial.hpp"
#include "tether/runtime/loops/loop_report.hpp"

namespace tether::reproduction {

// what table 6.1 has in its columns, in its order
struct TimedQuantity {
  std::string_view name;   // snake_case, as in files
  std::string_view title;  // for people
  runtime::SeriesReport runtime::LoopReport::*series;
};
std::span<const TimedQuantity> timed_quantities() noexcept;
inline constexpr std::size_t kTimedQuantities = 5;

// [s]; NaN = not given
struct TimingFigures {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  double mean = kNone, sigma = kNone, min = kNone, max = kNone, p99 = kNone;
};
TimingFigures figures(const runtime::SeriesReport& series) noexcept;

struct DocumentedTiming {
  std::string_view implementation;
  std::array<TimingFigures, kTimedQuantities> quantities;
};
// LUNA on one PC, LUNA on two PCs, ROS on two PCs
std::span<const DocumentedTiming> documented_timing() noexcept;

// of a LUNA network channel between two RaMstix boards, Wijnholt 2017 in chapter 3.2.2 [Hz]
inline constexpr double kDocumentedPublishSubscribe = 250;
inline constexpr double kDocumentedRendezvous = 230;

struct LinkRates {
  RateBracket publish_subscribe, rendezvous;
};

struct TimedLink {
  Transport transport = Transport::in_process;
  std::string missing;  // why there are no figures; empty = there are
  std::string fault;    // that ended the session early
  std::vector<runtime::LoopReport> loops;
  std::vector<std::string> refused;  // what the machine did not grant
  Cyclictest cyclictest;
  std::optional<LinkRates> rates;
};

struct TimingProgress {
  std::string step;  // "udp: session in wall time"
  double done = 0;   // [s]
  double total = 0;  // as far as is known [s]
};

struct TimingStudyOptions {
  std::string scenario = "omega_lwr_wall_document";
  std::vector<std::string> overrides;  // KEY=VALUE, on top of the scenario
  std::vector<Transport> links = {Transport::in_process, Transport::udp, Transport::dds,
                                  Transport::ros};
  double seconds = 30;       // of each session, and of cyclictest
  double trial_seconds = 2;  // of each trial of a rate
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const TimingProgress&)> progress = {};
};

struct TimingStudy {
  std::string scenario;
  double seconds = 0;
  double trial_seconds = 0;
  double control_rate = 0;  // [Hz]
  int priority = 0;
  // the machine
  std::string kernel, processor;
  std::size_t cores = 0;
  bool virtual_machine = false;
  double load = 0;   // processes that wanted to run in the minute before it began
  std::string when;  // it began, UTC
  std::vector<TimedLink> links;
};

// fewer links after a stop; core::InputError, core::IoError
TimingStudy run_timing_study(const TimingStudyOptions& options);

// ours beside the document's, for a terminal of 80 columns
std::string to_table(const TimingStudy& study);

// the same in Markdown, with the figure at that path
std::string to_markdown(const TimingStudy& study, std::string_view figure);

// histograms of the controller periods, a panel per link, as SVG
std::string period_figure(const TimingStudy& study);

// SI units
std::string timing_json(const TimingStudy& study);
// one row per link, side and quantity, the document's and cyclictest's included; SI units
std::string timing_csv(const TimingStudy& study);

}  // namespace tether::reproduction
