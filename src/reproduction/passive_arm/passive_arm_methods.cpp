// The passivity methods that table 3.1 judges by plus and minus, measured.
#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "reproduction/experiments.hpp"
#include "reproduction/sessions.hpp"
#include "tether/reproduction/passive_arm/passivity_study.hpp"

namespace tether::reproduction {
namespace {

constexpr std::string_view kNone = "none";
using Outcomes = std::vector<MethodOutcome>;

constexpr std::array<std::string_view, 2> kLinks{"luna", "nl_it"};

std::string name_of(const MethodOutcome& outcome) {
  std::string name = outcome.method;
  std::ranges::replace(name, '-', '_');
  return name;
}

void add_method_rows(Outcome& outcome, const MethodOutcome& of) {
  outcome.rows.push_back(
      {.id = fmt::format("1.methods.{}_{}_tracking", of.link, name_of(of)),
       .quantity = fmt::format("{} over {}: distance between both tools", of.method, of.link),
       .unit = "mm",
       .source = "table 3.1",
       .ours = figure_of(of.tracking, 1e3),
       .not_comparable = of.method == kNone
                             ? "not one of the document's methods: what happens without one"
                             : "the document judges by plus and minus",
       .remark = fmt::format(
           "{} of {} sessions passive; force error {:.2f} ± {:.2f} N, work of the operator "
           "{:.2f} ± {:.2f} J",
           of.passive, of.sessions, of.force_error.mean, of.force_error.deviation,
           of.operator_work.mean, of.operator_work.deviation)});
}

// the document gives two plusses of transparency to the two-layer framework alone
void add_rank(Outcome& outcome, const Outcomes& outcomes, std::string_view link) {
  double ours = 0;
  for (const MethodOutcome& each : outcomes) {
    if (each.link == link && each.method == "two-layer") ours = each.tracking.mean;
  }
  std::string nearer;
  int count = 0;
  for (const MethodOutcome& each : outcomes) {
    if (each.link != link || each.method == kNone || each.tracking.mean >= ours) continue;
    nearer += fmt::format("{}{}", nearer.empty() ? "" : ", ", each.method);
    ++count;
  }
  outcome.rows.push_back(
      {.id = fmt::format("1.methods.{}_rank", link),
       .quantity = fmt::format("methods that track better than two-layer over {}", link),
       .source = "table 3.1",
       .theirs = Figure{0},
       .ours = Figure{static_cast<double>(count)},
       .origin = Origin::measured,
       .aim = Aim::same,
       .cause = nearer +
                " tracks better over this delay: it sends positions on rather than forces that are "
                "late, and lets the operator work more for it",
       .remark = "The document gives ++ for transparency to the two-layer framework alone"});
}

void add_violations(Outcome& outcome, const Outcomes& outcomes) {
  double violated = 0, sessions = 0;
  for (const MethodOutcome& each : outcomes) {
    if (each.method == kNone) continue;
    violated += static_cast<double>(each.violated + each.not_guaranteed);
    sessions += static_cast<double>(each.sessions);
  }
  outcome.rows.push_back(
      {.id = "1.methods.passive",
       .quantity = "sessions of all methods that were not passive",
       .source = "section 3.4",
       .theirs = Figure{.value = 0, .kind = FigureKind::bound},
       .ours = Figure{violated},
       .origin = Origin::by_construction,
       .origin_note = "every method scales down what would let energy out, which is its purpose",
       .aim = Aim::at_most,
       .cause = "a method let out energy that had not gone in",
       .remark = fmt::format("Of {:.0f} sessions", sessions)});
}

}  // namespace

Outcome passivity_methods(const Effort& effort) {
  PassivityStudyOptions options;
  options.links.assign(kLinks.begin(), kLinks.end());
  options.seeds = effort.quick ? 2 : 10;
  set_jobs(options, effort);
  const Outcomes outcomes = run_passivity_study(options);
  Outcome outcome;
  if (effort.stopped()) return outcome;
  for (const MethodOutcome& each : outcomes) add_method_rows(outcome, each);
  for (const std::string_view link : kLinks) add_rank(outcome, outcomes, link);
  add_violations(outcome, outcomes);
  outcome.files = {effort.out / "passivity.csv"};
  write_csv(outcome.files[0], outcomes);
  return outcome;
}

}  // namespace tether::reproduction
