// How late an arm shows a simulated pendulum that a person pushes about by buffered segments:
// document 5. The link is as late as the document's; the buffer is as long as its jitter asks for.
#include <fmt/format.h>

#include "reproduction/experiments.hpp"
#include "reproduction/sessions.hpp"

namespace tether::reproduction {
namespace {

constexpr double kMilliseconds = 1e3;

struct Way {
  const char* id;
  const char* quantity;
  const char* source;
  double theirs;  // [ms]
  const char* remark;
  std::vector<std::string> overrides;
};

// What the document measured of ROS, one way: 10 ± 8 ms at 100 Hz, 5 ms with less than 1 ms of
// deviation at 30 Hz; in order, as a byte stream keeps it.
std::vector<std::string> over_ros(int rate, double delay, double jitter) {
  return {fmt::format("link.rate={}", rate), fmt::format("link.delay={}", delay),
          fmt::format("link.jitter={}", jitter), "link.distribution=\"gamma\"",
          "link.reorder=false"};
}

std::vector<Way> ways() {
  return {{"segments_100", "lag of the tool, points at 100 Hz over ROS", "table 7.1", 76,
           "the document's buffer holds 4 segments; points come 10 ± 8 ms late, as it measured "
           "(section 3.4.2)",
           over_ros(100, 0.010, 0.008)},
          {"segments_30", "lag of the tool, points at 30 Hz over ROS", "table 7.1", 115,
           "the document's buffer holds 3 segments; points come 5 ms late, as it measured "
           "(section 5.3)",
           over_ros(30, 0.005, 0.0009)}};
}

}  // namespace

Outcome stream_display(const Effort& effort) {
  const int seeds = effort.quick ? 4 : 10;
  const std::vector<Way> all = ways();
  std::vector<Variant> variants;
  for (const Way& way : all) variants.push_back({"panda_pendulum", way.overrides});
  const auto sessions = run_seeds(variants, seeds, effort);
  if (effort.stopped()) return {};
  Outcome outcome;
  for (std::size_t i = 0; i < variants.size(); ++i) {
    const Way& way = all[i];
    outcome.rows.push_back({.id = fmt::format("5.stream.{}", way.id),
                            .quantity = way.quantity,
                            .unit = "ms",
                            .source = way.source,
                            .theirs = Figure{way.theirs},
                            .ours = mean(sessions[i], metric("display_lag"), kMilliseconds),
                            .origin = Origin::measured,
                            .resolution = 0.5,
                            .cause = "our buffer waits for the latest of the points, where the "
                                     "document's plays on at the last velocity",
                            .remark = fmt::format("{}; the arm is simulated", way.remark)});
  }
  return outcome;
}

}  // namespace tether::reproduction
