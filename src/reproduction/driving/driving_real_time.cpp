// Real time: cyclictest alone and beside the whole driving session, above and below its priorities,
// as section 7.4 does it; and how many activities on how many threads that session is.
#include <chrono>
#include <exception>
#include <stdexcept>
#include <thread>

#include <fmt/format.h>

#include "reproduction/experiments.hpp"
#include "tether/reproduction/cyclictest.hpp"
#include "tether/runtime/machine/machine_facts.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/wall/coordination.hpp"
#include "tether/session/wall/wall_session.hpp"

namespace tether::reproduction {
namespace {

constexpr double kMicro = 1e6;                // from s
constexpr int kAbove = 41, kBelow = 38;       // priorities of the document's two runs
constexpr int kUnloaded = 80;                 // and of the one on a machine that does nothing else
constexpr double kDocumentInterval = 500e-6;  // [s]

Row timing_row(const char* name, const char* quantity, const char* unit, const char* source) {
  return {.id = fmt::format("2.realtime.{}", name),
          .quantity = quantity,
          .unit = unit,
          .source = source};
}

std::string this_machine() {
  const runtime::MachineFacts facts;
  return fmt::format("{} cores{}, Linux {}", std::thread::hardware_concurrency(),
                     facts.cpu_flag("hypervisor") ? " of a virtual machine" : "", facts.kernel());
}

void add_wake_up(Outcome& outcome, const char* name, const char* quantity, double theirs,
                 const Cyclictest& measured, const std::string& why, double seconds) {
  Row row = timing_row(name, quantity, "µs", "section 7.4.1, figure 7.2");
  row.theirs = Figure{theirs};
  if (measured.missing.empty()) row.ours = Figure{kMicro * measured.max};
  row.not_comparable = measured.missing.empty() ? why : measured.missing;
  row.remark = fmt::format("{:.0f} s on {}", seconds, this_machine());
  if (measured.missing.empty()) {
    row.remark += fmt::format("; mean {:.0f} µs, 99 % within {:.0f} µs", kMicro * measured.mean,
                              kMicro * measured.p99);
  }
  outcome.rows.push_back(std::move(row));
}

Cyclictest documented_test(const Effort& effort, double seconds, int priority) {
  return run_cyclictest({.seconds = seconds,
                         .interval = kDocumentInterval,
                         .priority = priority,
                         .stop = effort.stop});
}

struct BesideSession {
  session::RunResult result;
  Cyclictest above, below;
};

// the whole application on a thread of its own, cyclictest beside it
BesideSession beside_session(const Effort& effort, double seconds) {
  const scenario::Scenario scenario = scenario::load_scenario(
      "falcon_ropod_corridor",
      {fmt::format("duration={}", 2 * seconds + 3), "phases=[]", "expect=[]"});
  BesideSession measured;
  std::exception_ptr failure;
  std::thread application([&] {
    try {
      session::RunOptions run;
      run.stop = effort.stop;
      measured.result = session::run_in_wall_time(scenario, signals::LocalSides::both, run);
    } catch (...) {
      failure = std::current_exception();
    }
  });
  std::this_thread::sleep_for(std::chrono::seconds(1));
  measured.above = documented_test(effort, seconds, kAbove);
  if (effort.progress) effort.progress(0.75);
  measured.below = documented_test(effort, seconds, kBelow);
  application.join();
  if (failure) std::rethrow_exception(failure);
  return measured;
}

void add_latency(Outcome& outcome, const BesideSession& measured, double seconds) {
  Row row =
      timing_row("application", "latency that the application adds, worst case", "µs", "table 7.1");
  row.theirs = Figure{.value = 44, .kind = FigureKind::bound};
  row.aim = Aim::at_most;
  const bool there = measured.above.missing.empty() && measured.below.missing.empty();
  if (!there) {
    row.not_comparable =
        measured.above.missing.empty() ? measured.below.missing : measured.above.missing;
  } else {
    row.ours = Figure{kMicro * (measured.below.max - measured.above.max)};
    row.not_comparable =
        "the difference of two worst cases, which on a kernel without PREEMPT_RT and cores that "
        "are shared are the machine's";
    row.remark = fmt::format(
        "cyclictest at SCHED_FIFO {} and {} beside the session, {:.0f} s each; of the means the "
        "difference is {:.1f} µs, of the 99 % marks {:.1f} µs; on {}",
        kAbove, kBelow, seconds, kMicro * (measured.below.mean - measured.above.mean),
        kMicro * (measured.below.p99 - measured.above.p99), this_machine());
  }
  outcome.rows.push_back(std::move(row));
}

void add_application(Outcome& outcome, const session::RunResult& result) {
  Row rate = timing_row("falcon_rate", "rate of the Falcon's loop", "Hz", "section 7.4.3");
  for (const runtime::LoopReport& loop : result.loops) {
    if (loop.nominal_period != 1e-3 || rate.ours || loop.period.count == 0) continue;
    rate.ours = Figure{1 / loop.period.mean};
    rate.remark =
        fmt::format("loop {}, {} ticks, {} left out", loop.name, loop.passes, loop.missed);
  }
  rate.theirs = Figure{1000};
  rate.origin = Origin::input;
  rate.origin_note = "1 kHz is what the loop was set to run at; nothing is read over USB";
  rate.aim = Aim::same;
  rate.resolution = 5;
  rate.cause = "ticks were left out, as the machine did not wake the loop in time";
  rate.remark +=
      "; the electronics of our Falcon are emulated, theirs had 850 Hz before its USB was "
      "tuned";
  if (!rate.ours) rate.not_comparable = "no loop of 1 kHz reported";
  outcome.rows.push_back(std::move(rate));
}

// as they are deployed, apart from the recorder, which the document has not
void add_architecture(Outcome& outcome) {
  const runtime::Deployment deployment =
      session::session_deployment(scenario::load_scenario("falcon_ropod_corridor", {}));
  double threads = 0, activities = 1;  // the mediator
  for (const runtime::ThreadSpec& thread : deployment.threads) {
    if (thread.name == "recorder") continue;
    ++threads;
    activities += static_cast<double>(thread.activities.size());
  }
  const auto add = [&](const char* name, const char* quantity, double theirs, double ours) {
    outcome.rows.push_back(
        {.id = fmt::format("2.realtime.{}", name),
         .quantity = quantity,
         .source = "figure 6.1",
         .theirs = Figure{theirs},
         .ours = Figure{ours},
         .origin = Origin::input,
         .origin_note = "the application was divided as this figure of the document shows",
         .aim = Aim::same,
         .cause = "the application is divided another way",
         .remark = "Without the recorder; the mediator runs on the calling thread"});
  };
  add("threads", "threads of the application", 4, threads);
  add("activities", "activities of the application", 7, activities);
}

}  // namespace

Outcome real_time_driving(const Effort& effort) {
  const double seconds = effort.quick ? 3 : 30;
  const Cyclictest unloaded = documented_test(effort, seconds, kUnloaded);
  if (effort.progress) effort.progress(0.3);
  Outcome outcome;
  if (effort.stopped()) return outcome;
  const BesideSession measured = beside_session(effort, seconds);
  if (effort.stopped()) return outcome;
  if (measured.result.end == session::RunEnd::fault) {
    throw std::runtime_error("the session beside cyclictest ended in a fault: " +
                             measured.result.failure);
  }
  add_wake_up(outcome, "preempt", "cyclictest, PREEMPT_RT kernel, worst case", 53, unloaded,
              "no PREEMPT_RT kernel here, and another machine; theirs ran for 13 hours", seconds);
  add_wake_up(outcome, "stock", "cyclictest, stock kernel, worst case", 354, unloaded,
              "another machine; theirs ran for 13 hours under load", seconds);
  add_latency(outcome, measured, seconds);
  add_application(outcome, measured.result);
  add_architecture(outcome);
  return outcome;
}

}  // namespace tether::reproduction
