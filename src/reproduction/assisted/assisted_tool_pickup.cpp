// Document 4's test of assistance with simulated operators.
#include <fmt/format.h>

#include "reproduction/experiments.hpp"
#include "reproduction/sessions.hpp"
#include "tether/core/whole_file.hpp"
#include "tether/reproduction/assisted/tool_pickup_study.hpp"

namespace tether::reproduction {
namespace {

Row pickup_row(const PairedFigures& ours, const PairedFigures& document,
               const PickupStatistics& statistics) {
  return {.id = fmt::format("4.tool_pickup.{}", document.name),
          .quantity = fmt::format("change of the {} time with assistance, simulated operators",
                                  document.name),
          .unit = "%",
          .source = "table 5.1",
          .theirs = Figure{100 * document.comparison.change()},
          .ours = Figure{100 * ours.comparison.change()},
          .not_comparable =
              "simulated operators beside ten people: the size of the effect is the "
              "model's",
          .remark = fmt::format("p = {:.3f} there, {:.3f} here; {} of {} sessions ran out of time "
                                "without assistance, {} with it",
                                document.p, ours.p, statistics.late_without,
                                statistics.sessions / 2, statistics.late_with)};
}

}  // namespace

Outcome assisted_tool_pickup(const Effort& effort) {
  PickupOptions options;
  options.operators = effort.quick ? 4 : 10;
  options.repeats = effort.quick ? 1 : 3;
  // who has not found the holes by then will not soon
  if (effort.quick) options.overrides = {"duration=150"};
  set_jobs(options, effort);
  const auto sessions = run_tool_pickup(options);
  if (effort.stopped()) return {};
  const PickupStatistics statistics = tool_pickup_statistics(sessions);
  Outcome outcome;
  for (const PairedFigures& document : statistics.document) {
    // ours are named as metrics: "search_time"
    for (const PairedFigures& ours : statistics.measures) {
      if (ours.name != document.name && ours.name != document.name + "_time") continue;
      outcome.rows.push_back(pickup_row(ours, document, statistics));
      break;
    }
  }
  const auto file = effort.out / "tool_pickup.csv";
  core::write_whole(file, tool_pickup_csv(sessions));
  outcome.files.push_back(file);
  return outcome;
}

}  // namespace tether::reproduction
