// Sessions of an experiment: every condition with the same seeds, each of which also takes the next
// of the ten simulated operators. And small steps from what they left to the figures of rows.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tether/passivity/monitor.hpp"
#include "tether/report/summary.hpp"
#include "tether/reproduction/experiment.hpp"
#include "tether/study/statistics.hpp"

namespace tether::reproduction {

struct SessionCondition {
  std::string scenario;
  std::vector<std::string> overrides;  // key=value
  bool operators = true;               // a seed brings another operator
};

struct SessionSeen {
  report::Summary summary;
  passivity::Certificate certificate;

  // of a phase, or overall; NaN when there is none of that name
  double metric(std::string_view name, std::string_view phase = {}) const;
};

// by condition; fewer after a stop. core::InputError
std::vector<std::vector<SessionSeen>> run_sessions(std::span<const SessionCondition> conditions,
                                                   int seeds, const Effort& effort);

// mean and deviation over sessions, times scale
Figure figure_of(std::span<const SessionSeen> sessions, std::string_view metric,
                 std::string_view phase = {}, double scale = 1);
Figure figure_of(const study::Moments& moments, double scale = 1);

// reports to an effort how much of `from` … `to` is done
std::function<void(std::size_t done, std::size_t of)> part_of(const Effort& effort, double from = 0,
                                                              double to = 1);

}  // namespace tether::reproduction
