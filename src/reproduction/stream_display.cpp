// How late an arm shows a simulated pendulum that a person pushes about: document 5, by a spring
// and by buffered segments. Here the buffer is as long as the stream's jitter asks for.
#include "multibody_families.hpp"
#include "seeded_sessions.hpp"
#include <fmt/format.h>

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

std::vector<Way> ways() {
  const std::vector<std::string> spring{
      "coupling.stream.variant=\"impedance\"", "coupling.stream.translation_stiffness=3600",
      "coupling.stream.orientation_stiffness=80", "coupling.stream.translation_damping=80",
      "coupling.stream.orientation_damping=10"};
  std::vector<std::string> sampled = spring;
  sampled.emplace_back("link.rate=167");
  return {{"impedance", "lag of the tool, spring of 3600 N/m, points at 167 Hz",
           "section 3.3.2, figure 3.10", 270, "the reference is not filtered here", sampled},
          {"segments_100",
           "lag of the tool, points at 100 Hz",
           "table 7.1",
           76,
           "the document's buffer holds 4 segments",
           {"link.rate=100"}},
          {"segments_30",
           "lag of the tool, points at 30 Hz",
           "table 7.1",
           115,
           "the document's buffer holds 3 segments",
           {"link.rate=30"}}};
}

Outcome measure_stream_display(const Effort& effort) {
  const int seeds = effort.quick ? 2 : 10;
  const std::vector<Way> all = ways();
  std::vector<Variant> variants;
  for (const Way& way : all) variants.push_back({"panda_pendulum", way.overrides});
  const auto sessions = run_seeds(variants, seeds, effort);
  if (effort.stopped()) return {};
  Outcome outcome;
  for (std::size_t i = 0; i < variants.size(); ++i) {
    const Way& way = all[i];
    outcome.rows.push_back({.document = 5,
                            .id = fmt::format("5.stream.{}", way.id),
                            .quantity = way.quantity,
                            .unit = "ms",
                            .source = way.source,
                            .theirs = Figure{way.theirs},
                            .ours = mean(sessions[i], metric("display_lag"), kMilliseconds),
                            .remark = fmt::format("{}; the document's points also waited for ROS, "
                                                  "ours for an ideal link",
                                                  way.remark)});
  }
  return outcome;
}

}  // namespace

Experiment stream_display() {
  return {.id = "5.stream",
          .title = "How late a simulated pendulum is shown",
          .what =
              "A simulated person pushes a simulated pendulum of 6 kg about through a Panda, "
              "along all axes; the lag is that of the tool behind the pendulum.",
          .command = "tether run panda_pendulum --set link.rate=100",
          .seconds = 30,
          .quick_seconds = 6,
          .run = measure_stream_display};
}

}  // namespace tether::reproduction
