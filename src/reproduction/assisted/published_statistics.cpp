// The statistics of document 4 from its own tables: what was printed, found again or not.
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reproduction/experiments.hpp"
#include "tether/reproduction/assisted/cat_statistics.hpp"

namespace tether::reproduction {
namespace {

Row found_again(const std::string& id, std::string quantity, const char* unit, const char* source,
                double theirs, double ours, double resolution) {
  return {.id = "4.statistics." + id,
          .quantity = std::move(quantity),
          .unit = unit,
          .source = source,
          .theirs = Figure{theirs},
          .ours = Figure{ours},
          .origin = Origin::input,
          .origin_note =
              "arithmetic on the document's own tables: it checks their print, not this "
              "system",
          .aim = Aim::same,
          .resolution = resolution,
          .cause = "the tables as shipped do not give the printed figure"};
}

// change of the mean and p of the paired test, where they were printed
void add_printed(const PairedFigures& measure, const char* source, Outcome& outcome) {
  if (!measure.printed) return;
  constexpr double kHalfPoint = 0.05;  // percentages are printed with one digit
  outcome.rows.push_back(found_again(
      measure.name + "_change", fmt::format("change of the {} time with assistance", measure.name),
      "%", source, 100 * measure.printed->change, 100 * measure.comparison.change(), kHalfPoint));
  const double half_digit = 0.5 * std::pow(10, -measure.printed->p_digits);
  outcome.rows.push_back(found_again(measure.name + "_p",
                                     fmt::format("p of the {} time, paired t-test", measure.name),
                                     "", source, measure.printed->p, measure.p, half_digit));
}

void add_load(const CatStatistics& statistics, Outcome& outcome) {
  const PairedFigures& load = statistics.load;
  if (!load.printed) return;
  const char* source = "section 5.3.2, table 5.2";
  Row change = found_again("load_change", "change of the task load with assistance", "%", source,
                           100 * load.printed->change, 100 * load.comparison.change(), 0.05);
  change.remark = fmt::format(
      "the columns of table 5.2 are exchanged: as headed, the load would "
      "rise by {:.0f} %",
      100 * statistics.load_change_as_headed);
  outcome.rows.push_back(std::move(change));
  Row unpaired = found_again("load_p_unpaired", "p of the task load, unpaired t-test", "", source,
                             load.printed->p, statistics.load_p_student, 0.0005);
  unpaired.remark = "the printed figure, though the document says that its tests are paired";
  outcome.rows.push_back(std::move(unpaired));
  Row paired = found_again("load_p", "p of the task load, paired t-test", "", source,
                           load.printed->p, load.p, 0.0005);
  paired.not_comparable = "the printed figure is that of an unpaired test, see the row before";
  outcome.rows.push_back(std::move(paired));
}

Row slower_operators(const PairedFigures& total) {
  Row row = found_again("slower", "operators who took longer with assistance", "", "section 5.3.1",
                        1, static_cast<double>(total.worse.size()), 0);
  row.not_comparable =
      fmt::format("the text miscounts its own table 5.1: {}", fmt::join(total.worse, ", "));
  return row;
}

}  // namespace

Outcome published_statistics(const Effort&) {
  const CatStatistics statistics = cat_statistics();
  Outcome outcome;
  for (const PairedFigures& measure : statistics.times) {
    add_printed(measure, "section 5.3.1, table 5.1", outcome);
    if (measure.name == "total") outcome.rows.push_back(slower_operators(measure));
  }
  add_load(statistics, outcome);
  return outcome;
}

}  // namespace tether::reproduction
