// tether study timing: the document's timing test over every link, beside cyclictest.
#include "tether/reproduction/passive_arm/timing_study.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "apps/tether/command_line/common_options.hpp"
#include "apps/tether/command_line/progress.hpp"
#include "apps/tether/commands.hpp"
#include "apps/tether/studies/measured_page.hpp"
#include "apps/tether/studies/studies.hpp"
#include "tether/core/error.hpp"
#include "tether/core/nearest.hpp"

namespace tether::apps {
namespace {

using reproduction::Transport;
constexpr std::array kTransports{Transport::in_process, Transport::udp, Transport::dds,
                                 Transport::ros};

struct TimingArguments {
  reproduction::TimingStudyOptions options;
  std::vector<std::string> links;
  std::string out = "out/study_timing";
};

// a bar on a terminal, a line per step elsewhere
class StepProgress {
 public:
  void update(const reproduction::TimingProgress& now) {
    if (terminal_) {
      fmt::print("\r{}\033[K",
                 progress_line(now.step, now.done, now.total, now.total - now.done, "", kColumns));
    } else if (const std::string step = now.step.substr(0, now.step.find(" at ")); step != last_) {
      fmt::print("{}, about {:.0f} s left\n", step, now.total - now.done);
      last_ = step;
    }
    std::fflush(stdout);
  }
  void finish() const {
    if (terminal_) fmt::print("\r\033[K");
  }

 private:
  static constexpr int kColumns = 80;
  bool terminal_ = isatty(STDOUT_FILENO) == 1;
  std::string last_;
};

Transport transport(const std::string& wanted) {
  std::vector<std::string> names;
  for (const Transport each : kTransports) {
    names.emplace_back(reproduction::name(each));
    if (wanted == names.back()) return each;
  }
  throw core::InputError(
      fmt::format("unknown link \"{}\"{}", wanted, core::suggestion(wanted, names)));
}

int run(TimingArguments arguments, const MeasuredPage& page) {
  if (!arguments.links.empty()) {
    arguments.options.links.clear();
    for (const std::string& link : arguments.links) {
      arguments.options.links.push_back(transport(link));
    }
  }
  StepProgress progress;
  arguments.options.stop = &stop_requested;
  arguments.options.progress = [&](const reproduction::TimingProgress& now) {
    progress.update(now);
  };
  const reproduction::TimingStudy study = reproduction::run_timing_study(arguments.options);
  progress.finish();
  if (stop_requested) {
    fmt::print("stopped by the user\n");
    return kInterrupted;
  }

  const std::string periods = reproduction::period_figure(study);
  left(arguments.out, "timing.json", reproduction::timing_json(study));
  const auto table = left(arguments.out, "timing.csv", reproduction::timing_csv(study));
  fmt::print("\n{}\ntable   {}\nfigure  {}\n", reproduction::to_table(study), table,
             left(arguments.out, "periods.svg", periods));
  page.write_image("timing.svg", periods);
  page.write(reproduction::to_markdown(study, "images/timing.svg"));
  const bool fault =
      std::ranges::any_of(study.links, [](const auto& link) { return !link.fault.empty(); });
  return fault ? kFault : kOk;
}

}  // namespace

void add_timing_study(CLI::App& study, int& status) {
  auto arguments = std::make_shared<TimingArguments>();
  reproduction::TimingStudyOptions& options = arguments->options;
  CLI::App* command =
      study.add_subcommand("timing", "How well loops keep time over each link, and at which rates");
  command->add_option("--link", arguments->links, "Over these (all)")
      ->type_name("NAME:{in-process,udp,dds,ros}");
  command->add_option("--seconds", options.seconds, "Of each session, and of cyclictest after it")
      ->check(CLI::Range(1.0, 3600.0))
      ->capture_default_str();
  command->add_option("--trial-seconds", options.trial_seconds, "Of each trial of a rate")
      ->check(CLI::Range(0.05, 60.0))
      ->capture_default_str();
  add_set(*command, options.overrides, "Change one key of the scenario");
  add_out(*command, arguments->out, "Where the files go");
  auto page = std::make_shared<MeasuredPage>(*command);
  command->footer(
      "Takes about seven minutes. What a link needs and this machine has not (a ROS master,\n"
      "cyclictest) is said and left out. Nothing else should run meanwhile.\n"
      "Exit status: 0 done, 2 bad input, 3 a session ended in a fault, 130 stopped.\n\n"
      "Example:  tether study timing --link in-process udp --seconds 10");
  command->callback([arguments, page, &status] { status = run(*arguments, *page); });
}

}  // namespace tether::apps
