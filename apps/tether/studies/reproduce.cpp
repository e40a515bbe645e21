// tether reproduce: every experiment of the five documents, ours beside theirs.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "apps/tether/command_line/common_options.hpp"
#include "apps/tether/command_line/progress.hpp"
#include "apps/tether/commands.hpp"
#include "apps/tether/studies/measured_page.hpp"
#include "tether/core/version.hpp"
#include "tether/core/whole_file.hpp"
#include "tether/reproduction/report.hpp"
#include "tether/reproduction/run.hpp"
#include "tether/reproduction/selection.hpp"
#include "tether/reproduction/store.hpp"

namespace tether::apps {
namespace {

using reproduction::Experiment;
using reproduction::Finished;

struct ReproduceArguments {
  std::vector<int> documents;
  std::string only;
  bool list = false;
  reproduction::RunOptions options;
  std::string out = "out/reproduction";
};

// "48 s", "12 min"
std::string seconds_or_minutes(double seconds) {
  return seconds < 120 ? fmt::format("{:.0f} s", seconds) : fmt::format("{:.0f} min", seconds / 60);
}

// a bar on a terminal, a line per experiment and now and then one between elsewhere
class ExperimentProgress {
 public:
  void update(const reproduction::RunProgress& now) {
    const std::string what = fmt::format("[{}/{}] {}", now.number, now.of, now.id);
    const std::string left =
        fmt::format("{:.0f} %, about {} left", 100 * now.done, seconds_or_minutes(now.left));
    if (terminal_) {
      fmt::print("\r{}  {} {}\033[K", what, bar(now.share, kWidth), left);
    } else if (what != last_) {
      fmt::print("{}  {}; {}\n", what, now.title, left);
      tenths_ = 0;
    } else if (const int tenths = static_cast<int>(10 * now.share);
               tenths >= tenths_ + 5 && now.share < 1) {
      fmt::print("{}  {:.0f} % of it done; {}\n", what, 100 * now.share, left);
      tenths_ = tenths;
    }
    last_ = what;
    std::fflush(stdout);
  }
  void show(const Experiment& experiment, const Finished& finished) const {
    if (terminal_) fmt::print("\r\033[K");
    if (!finished.remark.empty()) fmt::print("{}  {}\n", experiment.id, finished.remark);
    if (!finished.failure.empty()) {
      fmt::print("{}  FAILED: {}\n", experiment.id, finished.failure);
    } else if (finished.taken_over) {
      fmt::print("{}  taken over from {}\n", experiment.id, finished.when);
    } else {
      fmt::print("{}  {} rows in {:.1f} s\n", experiment.id, finished.rows.size(),
                 finished.seconds);
    }
    std::fflush(stdout);
  }

 private:
  static constexpr int kWidth = 20;  // of the bar
  bool terminal_ = isatty(STDOUT_FILENO) == 1;
  std::string last_;
  int tenths_ = 0;
};

void print_list(std::span<const Experiment> experiments) {
  double full = 0, quick = 0;
  fmt::print("{:<26}{:>8}{:>8}  {}\n", "experiment", "full", "quick", "title");
  for (const Experiment& e : experiments) {
    fmt::print("{:<26}{:>8}{:>8}  {}\n", e.id, seconds_or_minutes(e.seconds),
               seconds_or_minutes(e.quick_seconds), e.title);
    full += e.seconds;
    quick += e.quick_seconds;
  }
  fmt::print("{:<26}{:>8}{:>8}  on two cores\n", "together", seconds_or_minutes(full),
             seconds_or_minutes(quick));
}

// what is known of the rows beforehand, so that a mistyped one is not found after the measuring
void check_row(const ReproduceArguments& arguments, std::span<const Experiment> chosen) {
  if (std::ranges::count(arguments.only, '.') < 2) return;
  for (const bool quick : {false, true}) {
    auto options = arguments.options;
    options.quick = quick;
    auto known = reproduction::stored(chosen, options);
    if (!known.empty()) reproduction::keep_rows(known, arguments.only);
  }
}

// the page and the file hold all that is in the store, not only what was asked for now
void write_report(const ReproduceArguments& arguments, const std::vector<Finished>& now) {
  reproduction::ReproductionReport report{.experiments = reproduction::all_experiments(),
                                          .quick = arguments.options.quick,
                                          .version = arguments.options.version};
  report.finished = reproduction::stored(report.experiments, arguments.options);
  for (const Finished& f : now) {
    const auto there = std::ranges::find(report.finished, f.id, &Finished::id);
    if (there == report.finished.end()) {
      report.finished.push_back(f);
    } else {
      *there = f;
    }
  }
  const std::filesystem::path out = arguments.out;
  core::write_whole(out / "reproduction.html", reproduction::reproduction_page(report));
  core::write_whole(out / "reproduction.json",
                    reproduction::reproduction_json(report).dump(1) + "\n");
}

int show_outcome(const ReproduceArguments& arguments, std::span<const Experiment> chosen,
                 std::vector<Finished> finished) {
  const auto said = reproduction::objections(finished);
  if (!arguments.only.empty()) reproduction::keep_rows(finished, arguments.only);
  fmt::print("\n{}{}\n", reproduction::reproduction_table(chosen, finished),
             reproduction::verdict_line(finished));
  for (const std::string& objection : said) fmt::print("not right: {}\n", objection);
  bool failed = false;
  for (const Finished& f : finished) {
    if (f.failure.empty()) continue;
    fmt::print("failed: {}: {}\n", f.id, f.failure);
    failed = true;
  }
  fmt::print("\npage   {0}/reproduction.html\ntable  {0}/reproduction.json\n", arguments.out);
  return failed || !said.empty() ? kFault : kOk;
}

int run(ReproduceArguments arguments, const MeasuredPage& page) {
  const auto all = reproduction::all_experiments();
  auto chosen = reproduction::of_documents(all, arguments.documents);
  if (!arguments.only.empty()) chosen = reproduction::of_prefix(chosen, arguments.only);
  if (arguments.list) {
    print_list(chosen);
    return kOk;
  }
  arguments.options.out = arguments.out;
  arguments.options.version = TETHER_VERSION;
  // who names one wants it measured, not shown what was
  if (!arguments.only.empty()) {
    check_row(arguments, chosen);
    arguments.options.fresh = true;
  }

  ExperimentProgress progress;
  arguments.options.stop = &stop_requested;
  arguments.options.progress = [&](const auto& now) { progress.update(now); };
  arguments.options.finished = [&](const Experiment& experiment, const Finished& finished) {
    progress.show(experiment, finished);
  };
  auto finished = reproduction::run(chosen, arguments.options);
  write_report(arguments, finished);
  if (stop_requested) {
    fmt::print(
        "\nstopped by the user after {} of {} experiments; what is measured is kept in {}\n"
        "to go on: the same command again{}\n",
        finished.size(), chosen.size(), reproduction::store_of(arguments.options).string(),
        arguments.options.fresh && arguments.only.empty() ? ", without --fresh" : "");
    return kInterrupted;
  }
  page.write(reproduction::verdict_markdown(finished));
  return show_outcome(arguments, chosen, std::move(finished));
}

}  // namespace

void add_reproduce(CLI::App& app, int& status) {
  auto arguments = std::make_shared<ReproduceArguments>();
  CLI::App* command = app.add_subcommand(
      "reproduce", "All experiments of the five documents, theirs and ours on a page");
  command->add_option("documents", arguments->documents, "Only these documents (all)")
      ->check(CLI::Range(1, 5))
      ->type_name("1..5");
  command->add_option("--only", arguments->only, "Measure this experiment or row (again)")
      ->type_name("ID");
  command->add_flag("--quick", arguments->options.quick, "Fewer people and seeds: five minutes");
  command->add_flag("--fresh", arguments->options.fresh, "Forget what was measured before");
  command->add_flag("--list", arguments->list, "Experiments and how long they take");
  add_jobs(*command, arguments->options.threads, "Sessions at a time (one per core)");
  add_out(*command, arguments->out, "Where reproduction.html and .json go");
  auto page = std::make_shared<MeasuredPage>(*command);
  command->footer(
      "What was measured is kept: after Ctrl-C the same command goes on.\n"
      "Exit status: 0 every row has a verdict, 2 bad input, 3 an experiment failed, 130 "
      "stopped.\n\n"
      "Example:  tether reproduce 1 2 --quick\n"
      "          tether reproduce --only 1.positioning.luna");
  command->callback([arguments, page, &status] { status = run(*arguments, *page); });
}

}  // namespace tether::apps
