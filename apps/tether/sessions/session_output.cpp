#include "apps/tether/sessions/session_output.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/tether/command_line/common_options.hpp"
#include "apps/tether/command_line/progress.hpp"
#include "apps/tether/commands.hpp"
#include "apps/tether/sessions/plugins.hpp"
#include "apps/tether/sessions/session_tables.hpp"
#include "tether/core/fault.hpp"
#include "tether/core/shell_word.hpp"
#include "tether/core/whole_file.hpp"
#include "tether/report/certificate.hpp"
#include "tether/report/shown_metrics.hpp"
#include "tether/runtime/loops/loop_statistics.hpp"
#include "tether/scenario/scenario_file.hpp"

namespace tether::apps {
namespace {

constexpr double kSilent = 0.5;  // a link that brings nothing for longer is silent [s]
constexpr double kHeldBackWorthShowing = 0.01;  // share of an effort
constexpr double kLossWorthShowing = 0.005;     // share of samples that never came or came too late

std::string command_line(const SessionArguments& arguments) {
  std::string text = "tether " + arguments.command + " " + core::shell_word(arguments.scenario);
  for (const std::string& assignment : arguments.overrides)
    text += " --set " + core::shell_word(assignment);
  text += plugin_words(arguments.plugins);
  const bool wall = arguments.pace == report::Pace::wall_time;
  if (wall && arguments.local_sides == signals::LocalSides::both) {
    text += arguments.serving.wanted ? " --serve" : " --realtime";
  }
  return text;
}

std::string tanks_in_words(const session::Progress& now, signals::LocalSides sides) {
  const double leader = now.leader.energy.tank, follower = now.follower.energy.tank;
  const bool small = std::max(leader, follower) < 1;
  const auto level = [&](double tank) {
    return number(small ? 1e3 * tank : tank, "", small ? 0 : 2);
  };
  const char* unit = small ? "mJ" : "J";
  if (sides == signals::LocalSides::leader) return fmt::format("tank {} {}  ", level(leader), unit);
  if (sides == signals::LocalSides::follower)
    return fmt::format("tank {} {}  ", level(follower), unit);
  return fmt::format("tanks {}, {} {}  ", level(leader), level(follower), unit);
}

std::string link_in_words(const signals::LinkQuality& link) {
  if (!link.known) return "nothing received yet";
  if (link.silence > kSilent) return fmt::format("link silent for {:.1f} s", link.silence);
  std::string text =
      fmt::format("link {:.{}f} ms", 1e3 * link.round_trip, link.round_trip < 0.01 ? 1 : 0);
  if (link.loss >= kLossWorthShowing) text += fmt::format(", {:.0f} % missed", 100 * link.loss);
  return text;
}

// tanks, link and loop as they are now, in few words
std::string state_of(const session::Progress& now, const scenario::Scenario& scenario,
                     signals::LocalSides sides) {
  const signals::Tick& own = sides == signals::LocalSides::follower ? now.follower : now.leader;
  std::string text;
  if (sides != signals::LocalSides::both) text = fmt::format("{}  ", control::name(own.engagement));
  if (scenario.passivity.method != passivity::Method::none) text += tanks_in_words(now, sides);
  text += now.connection != nullptr ? std::string(link::words(now.connection->trouble))
                                    : link_in_words(own.quality);
  if (now.loop != nullptr && now.loop->passes > 0) {
    using runtime::LoopSeries;
    text += fmt::format("  tick {:.0f} µs, {} late", 1e6 * (*now.loop)[LoopSeries::compute].mean,
                        now.loop->late);
  }
  return text;
}

std::string bounds_in_words(const report::Summary& summary) {
  const auto& checks = summary.checks;
  const auto kept = std::count_if(checks.begin(), checks.end(), [](const auto& c) { return c.ok; });
  std::string text = checks.empty()
                         ? "no expectations stated"
                         : fmt::format("{} of {} expectations hold", kept, checks.size());
  if (!summary.not_judged.empty()) {
    text += fmt::format("; {} more take both sides to judge", summary.not_judged.size());
  }
  return text;
}

// the verdict, and every reason for it
void print_verdict(const report::Summary& summary) {
  fmt::print("verdict    {}, {}\n", to_string(summary.verdict), bounds_in_words(summary));
  for (const std::string& reason : summary.reasons) fmt::print("           - {}\n", reason);
}

void print_certificate(const passivity::Certificate& c, const scenario::Scenario& scenario,
                       signals::LocalSides sides) {
  std::string verdict = passivity::name(c.verdict);
  std::replace(verdict.begin(), verdict.end(), '_', ' ');
  print_wrapped("passivity", fmt::format("{}: {}", verdict, report::finding(c, scenario, sides)));
  for (const std::string& reason : c.voided_by) {
    fmt::print("           not guaranteed: {}\n", reason);
  }
}

// beside the certificate: passive is not yet useful
void print_following(const report::Summary& summary) {
  const auto value = [&](std::string_view name) -> std::optional<double> {
    const report::Metric* found = report::find_metric(summary.overall.metrics, name);
    return found == nullptr ? std::nullopt : std::optional(found->value);
  };
  std::vector<std::string> said;
  if (const auto reach = value("follower_reach")) {
    said.push_back(fmt::format("the follower went {:.0f} % of the leader's way", 100 * *reach));
  }
  if (const auto lag = value("follower_lag_s")) {
    said.push_back(fmt::format("{:.0f} ms behind", 1e3 * *lag));
  }
  if (const auto phantom = value("phantom_force_mean")) {
    said.push_back(fmt::format("{:.2g} N felt without a contact", *phantom));
  }
  for (const char* side : {"leader", "follower"}) {
    const double share = value(fmt::format("{}_held_back_share", side)).value_or(0);
    if (share < kHeldBackWorthShowing) continue;
    said.push_back(
        fmt::format("the {}'s account scaled what was asked down by {:.0f} %", side, 100 * share));
  }
  if (!said.empty()) print_wrapped("following", fmt::format("{}", fmt::join(said, ", ")));
}

int exit_status(report::Verdict verdict) {
  if (verdict == report::Verdict::pass) return kOk;
  if (verdict == report::Verdict::stopped) return kInterrupted;
  return verdict == report::Verdict::fault ? kFault : kExpectationFailed;
}

// how the loops kept their time, and what the machine did not grant
void print_loops(const session::RunResult& result) {
  std::size_t widest = 10;
  for (const runtime::LoopReport& loop : result.loops) widest = std::max(widest, loop.name.size());
  for (const runtime::LoopReport& loop : result.loops) {
    fmt::print(
        "{:<{}} tick {:.1f} µs ({:.0f} at most), woken {:.0f} µs late at the 99th percentile, {} "
        "of "
        "{} ticks late, {} left out\n",
        loop.name, widest, 1e6 * loop.compute.mean, 1e6 * loop.compute.max, 1e6 * loop.wake_up.p99,
        loop.late_count, loop.passes, loop.missed);
  }
  for (const std::string& refusal : result.refused) fmt::print("           {}\n", refusal);
  for (const auto& [side, c] : result.datagrams) {
    fmt::print("{:<11}{} datagrams sent, {} taken, {} dropped; {} connection{}\n", "link", c.sent,
               c.received, c.dropped(), c.connections, c.connections == 1 ? "" : "s");
  }
  if (result.ticks_lost + result.log_dropped > 0) {
    fmt::print("log        {} ticks and {} messages are missing: the disk was too slow\n",
               result.ticks_lost, result.log_dropped);
  }
}

// Ctrl-Z while it lives: lets both sides rest, and go on. A process that is suspended would leave
// its devices with the effort that they last had.
class PauseKey {
 public:
  explicit PauseKey(bool wanted) {
    if (wanted) before_ = std::signal(SIGTSTP, [](int) { pause_requested = !pause_requested; });
  }
  ~PauseKey() {
    if (before_ != SIG_ERR) std::signal(SIGTSTP, before_);
  }
  PauseKey(const PauseKey&) = delete;
  PauseKey& operator=(const PauseKey&) = delete;

 private:
  void (*before_)(int) = SIG_ERR;
};

}  // namespace

void add_session_options(CLI::App& command, SessionArguments& arguments) {
  add_scenario(command, arguments.scenario);
  add_set(command, arguments.overrides,
          "Change one key of the scenario, such as coupling.translation_stiffness=300");
  command
      .add_option("--out", arguments.out,
                  arguments.local_sides == signals::LocalSides::both
                      ? "Where log, summary and report go (out/<scenario>)"
                      : "Where log, summary and report go (out/<scenario>_<side>)")
      ->type_name("DIR");
  add_plugin_option(command, arguments.plugins);
}

int print_outcome(const report::ReportedRun& run, const scenario::Scenario& scenario,
                  signals::LocalSides sides) {
  print_metrics(run.summary, report::left_out_metrics(scenario));
  print_loops(run.result);
  print_guards(run.summary.guards);
  print_following(run.summary);
  print_certificate(run.result.certificate, scenario, sides);
  print_verdict(run.summary);
  fmt::print("report     {}\n", run.report.string());
  return exit_status(run.summary.verdict);
}

int run_session(const SessionArguments& given) {
  SessionArguments arguments = given;
  if (arguments.serving.wanted) {
    arguments.pace = report::Pace::wall_time;
    let_it_last(arguments.overrides);
  }
  scenario::Scenario scenario = scenario::load_scenario(arguments.scenario, arguments.overrides,
                                                        load_plugins(arguments.plugins));
  if (arguments.serving.wanted) leave_out_bounds(scenario, given.overrides);
  const bool one_side = arguments.local_sides != signals::LocalSides::both;
  const std::string what = one_side ? scenario.name + "_" + arguments.command : scenario.name;
  const std::string out = arguments.out.empty() ? "out/" + what : arguments.out;

  std::unique_ptr<Serving> serving;
  if (arguments.serving.wanted) {
    core::make_directory(out);
    serving = std::make_unique<Serving>(arguments.serving, scenario, out);
    fmt::print("{}\n", serving->invitation());
    std::fflush(stdout);
  }

  Progress progress(what, scenario.duration, arguments.pace == report::Pace::virtual_time);
  auto reported = control::Engagement::waiting;
  const auto report_engagement = [&](const session::Progress& now) {
    const auto& own =
        arguments.local_sides == signals::LocalSides::follower ? now.follower : now.leader;
    if (own.engagement != reported) progress.report(now.time, control::name(own.engagement));
    reported = own.engagement;
  };
  const PauseKey pause_key(arguments.pace != report::Pace::virtual_time);
  bool paused = false;
  const auto report_pause = [&](const session::Progress& now) {
    if (pause_requested == paused) return;
    paused = !paused;
    progress.report(now.time, paused ? "paused; Ctrl-Z goes on" : "goes on");
  };
  // once for every trouble that begins
  auto trouble = link::Trouble::none;
  const auto report_trouble = [&](const session::Progress& now) {
    const auto latest = now.connection ? now.connection->trouble : link::Trouble::none;
    if (latest != trouble && now.connection)
      progress.warn("no connection: " + now.connection->line);
    trouble = latest;
  };
  report::ReportedRunOptions options{
      .directory = out,
      .command = command_line(arguments),
      .stop = &stop_requested,
      .pause = &pause_requested,
      .progress =
          [&](const session::Progress& now) {
            if (one_side) report_engagement(now);
            report_trouble(now);
            report_pause(now);
            progress.update(now.time, state_of(now, scenario, arguments.local_sides));
          },
      .pace = arguments.pace,
      .local_sides = arguments.local_sides};
  if (serving) {
    options.observers = {&serving->observer()};
    options.mailbox = &serving->mailbox();
  }
  const auto run = report::run_and_report(scenario, options);
  if (serving) {
    serving->end({{run.summary.verdict, run.summary.reasons}, run.report.string()});
  }
  progress.finish(run.result.duration, run.result.wall_seconds);

  if (run.result.fault) fmt::print("the last second is in {}/fault.mcap\n", out);
  return print_outcome(run, scenario, arguments.local_sides);
}

}  // namespace tether::apps
