// Timed execution: the loops on the wall clock, beside table 6.1.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "reproduction/experiments.hpp"
#include "tether/core/whole_file.hpp"
#include "tether/reproduction/passive_arm/timing_study.hpp"

namespace tether::reproduction {
namespace {

constexpr double kMilli = 1e3;           // from s
constexpr std::size_t kPeriod = 0;       // of timed_quantities()
constexpr std::size_t kComputeTime = 1;  // of timed_quantities()
constexpr double kAskedFor = 1e-3;       // controller period [s]

// which of ours stands beside which of the document's
struct Beside {
  std::size_t documented;  // of documented_timing()
  std::string_view name;   // in ids
  Transport transport;
};
constexpr std::array<Beside, 3> kBeside{{{0, "one_pc", Transport::in_process},
                                         {1, "luna", Transport::udp},
                                         {2, "ros", Transport::udp}}};

const TimedLink* link_of(const TimingStudy& study, Transport transport) {
  const auto found = std::ranges::find(study.links, transport, &TimedLink::transport);
  return found == study.links.end() || found->loops.empty() ? nullptr : &*found;
}

// of the two sides the worse one
TimingFigures worse(const TimedLink& link, const TimedQuantity& quantity,
                    double TimingFigures::*by) {
  TimingFigures worst;
  for (const runtime::LoopReport& loop : link.loops) {
    const TimingFigures of_loop = figures(loop.*quantity.series);
    if (!(of_loop.*by <= worst.*by)) worst = of_loop;
  }
  return worst;
}

std::string setting(const TimingStudy& study, Transport transport) {
  return fmt::format(
      "{:.0f} s of omega_lwr_wall_document on the wall clock over {}, the worse of both sides; {} cores{}, "
      "Linux {}, load {:.1f}",
      study.seconds, name(transport), study.cores,
      study.virtual_machine ? " of a virtual machine" : "", study.kernel, study.load);
}

// what the machine itself does
std::string late_kernel(const TimedLink& link) {
  if (!link.cyclictest.missing.empty()) return "";
  return fmt::format("; cyclictest alone, right after, was up to {:.2f} ms late",
                     kMilli * link.cyclictest.max);
}

void add_loop_rows(Outcome& outcome, const TimingStudy& study, const Beside& beside) {
  const TimedLink* link = link_of(study, beside.transport);
  if (link == nullptr) return;
  const auto quantities = timed_quantities();
  const auto& documented = documented_timing()[beside.documented];
  const auto row = [&](std::string_view name, std::string_view quantity) -> Row {
    Row made{.id = fmt::format("1.timing.{}_{}", beside.name, name),
             .quantity = fmt::format("{}: {}", documented.implementation, quantity),
             .unit = "ms",
             .source = "table 6.1"};
    made.not_comparable =
        "another processor and another kernel, and devices that are simulated, so that nothing is "
        "read from them over a bus";
    made.remark = setting(study, beside.transport);
    return made;
  };

  const TimingFigures period = worse(*link, quantities[kPeriod], &TimingFigures::sigma);
  const TimingFigures theirs = documented.quantities.at(kPeriod);
  Row mean = row("period", "mean controller period, off 1 ms");
  mean.theirs = Figure{kMilli * std::abs(theirs.mean - kAskedFor)};
  mean.ours = Figure{kMilli * std::abs(period.mean - kAskedFor)};
  mean.remark =
      fmt::format("Theirs {:.2f} ± {:.2f} ms, ours {:.3f} ± {:.3f} ms; {}", kMilli * theirs.mean,
                  kMilli * theirs.sigma, kMilli * period.mean, kMilli * period.sigma, mean.remark);
  Row sigma = row("period_sigma", "σ of the controller period");
  sigma.theirs = Figure{kMilli * theirs.sigma};
  sigma.ours = Figure{kMilli * period.sigma};
  Row max = row("period_max", "longest controller period");
  max.theirs = Figure{kMilli * theirs.max};
  max.ours = Figure{kMilli * worse(*link, quantities[kPeriod], &TimingFigures::max).max};
  max.not_comparable =
      "one late wake-up decides, and that is the kernel's, the processor's and the neighbours' of "
      "this machine, not the program's";
  max.remark += late_kernel(*link);
  Row compute = row("compute", "time to compute a tick");
  const TimingFigures ours = worse(*link, quantities[kComputeTime], &TimingFigures::mean);
  compute.theirs = Figure{kMilli * documented.quantities.at(kComputeTime).mean};
  compute.ours = Figure{kMilli * ours.mean};
  for (Row* made : {&mean, &sigma, &max, &compute}) outcome.rows.push_back(std::move(*made));
}

void add_rates(Outcome& outcome, const TimingStudy& study) {
  const TimedLink* link = link_of(study, Transport::udp);
  if (link == nullptr || !link->rates) return;
  const auto add = [&](std::string id, std::string quantity, double theirs, double ours) {
    Row row{.id = "1.timing." + std::move(id),
            .quantity = std::move(quantity),
            .unit = "Hz",
            .source = "section 3.2.2"};
    row.theirs = Figure{theirs};
    row.ours = Figure{ours};
    row.aim = Aim::higher;
    row.not_comparable =
        "theirs between two small embedded boards, ours between two threads over the loopback "
        "interface";
    row.remark = fmt::format("99 % of the samples in time, trials of {} s", study.trial_seconds);
    outcome.rows.push_back(std::move(row));
  };
  add("rate_publish", "highest rate of a network channel, publish-subscribe",
      kDocumentedPublishSubscribe, link->rates->publish_subscribe.sustained);
  add("rate_rendezvous", "highest rate of a network channel, rendezvous", kDocumentedRendezvous,
      link->rates->rendezvous.sustained);
}

}  // namespace

Outcome timed_execution(const Effort& effort) {
  TimingStudyOptions options;
  options.links = {Transport::in_process, Transport::udp};
  options.seconds = effort.quick ? 4 : 30;
  options.trial_seconds = effort.quick ? 0.1 : 1;
  options.stop = effort.stop;
  options.progress = [&](const TimingProgress& now) {
    if (effort.progress) effort.progress(now.done / now.total);
  };
  const TimingStudy study = run_timing_study(options);
  Outcome outcome;
  if (effort.stopped()) return outcome;
  for (const Beside& beside : kBeside) add_loop_rows(outcome, study, beside);
  add_rates(outcome, study);
  outcome.files = {effort.out / "timing.json", effort.out / "periods.svg"};
  core::write_whole(outcome.files[0], timing_json(study));
  core::write_whole(outcome.files[1], period_figure(study));
  return outcome;
}

}  // namespace tether::reproduction
