// tether assist: the separate process that computes assisting forces.
#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

#include "apps/tether/command_line/common_options.hpp"
#include "apps/tether/commands.hpp"
#include "apps/tether/fixture_table.hpp"
#include "tether/assistant/assist_scene.hpp"
#include "tether/scenario/fixture_file.hpp"

namespace tether::apps {
namespace {

struct AssistArguments {
  std::string file;
  assistant::AssistProcessParams process;
  bool list = false;
};

// how it stands: one line that changes on a terminal, elsewhere a line when something happened
class StatusLine {
 public:
  void show(const assistant::AssistStatus& now) {
    if (terminal_) {
      fmt::print("\r\033[K{}", words(now));
    } else {
      print_changes(now);
    }
    std::fflush(stdout);
    last_ = now;
  }
  void end() const {
    if (terminal_) fmt::print("\r\033[K");
  }
  // a line of its own, above the one that changes
  void complain(const std::string& line) const {
    if (terminal_) fmt::print(stderr, "\r\033[K");
    fmt::print(stderr, "{}\n", line);
  }

 private:
  static std::string words(const assistant::AssistStatus& now) {
    const std::string controller = now.speaks
                                       ? fmt::format("force {:.1f} N", now.force.force.norm())
                                       : std::string("no controller speaks");
    return fmt::format("poses {}, {}, fixtures {}", now.poses.taken, controller, now.held);
  }
  void print_changes(const assistant::AssistStatus& now) const {
    if (now.speaks != last_.speaks) {
      fmt::print("{}\n", now.speaks ? "a controller speaks"
                                    : "no controller speaks any more; the force went to zero");
    }
    if (now.held != last_.held) fmt::print("fixtures held: {}\n", now.held);
  }

  bool terminal_ = isatty(STDOUT_FILENO) != 0;
  assistant::AssistStatus last_;
};

void print_end(const assistant::AssistStatus& end) {
  fmt::print("{} poses taken, {} refused; {} forces sent\n", end.poses.taken,
             end.poses.refused + end.gateway.refused, end.forces);
  fmt::print("{} passes, {} left out, {} without a new pose, {} with a bounded force\n",
             end.passes.passes, end.late, end.passes.missed, end.passes.bounded);
  fmt::print("fixtures: {} held, {} refused\n", end.held, end.refused);
}

int list_file(const std::vector<assist::Fixture>& fixtures) {
  std::vector<assistant::FixtureState> states;
  states.reserve(fixtures.size());
  for (const assist::Fixture& fixture : fixtures) {
    states.push_back({.key = {assistant::FixtureTopic::fixtures, fixture.id},
                      .fixture = fixture,
                      .refused = assist::why_refused(fixture).value_or("")});
  }
  fmt::print("{}", fixture_table(states));
  return kOk;
}

int assist(const AssistArguments& arguments) {
  std::vector<assist::Fixture> fixtures;
  if (!arguments.file.empty()) fixtures = scenario::read_fixtures(arguments.file);
  if (arguments.list) return list_file(fixtures);

  const auto scene = assistant::make_assist_scene();
  StatusLine line;
  assistant::AssistProcess process(arguments.process, *scene,
                                   [&](const std::string& words) { line.complain(words); });
  process.load(fixtures);
  fmt::print("assisting at {:g} Hz on DDS domain {}{}\n", arguments.process.rate,
             arguments.process.network.domain,
             process.gateway().empty() ? "" : ", gateway at " + process.gateway());
  fmt::print("Ctrl-C ends it\n");
  std::fflush(stdout);
  bool complained = false;
  process.run(stop_requested, [&](const assistant::AssistStatus& status) {
    if (!std::exchange(complained, true)) {
      for (const std::string& sentence : process.refused_by_machine()) line.complain(sentence);
    }
    line.show(status);
  });
  line.end();
  print_end(process.status());
  return kOk;
}

}  // namespace

void add_assist(CLI::App& app, int& status) {
  auto arguments = std::make_shared<AssistArguments>();
  assistant::AssistProcessParams& process = arguments->process;
  CLI::App* command =
      app.add_subcommand("assist", "Compute forces of virtual fixtures, as a process of its own");
  command->add_option("fixtures", arguments->file, "File of fixtures to begin with")
      ->type_name("FIXTURES.toml");
  add_network(*command, process.network.domain, process.network.interface);
  command->add_option("--rate", process.rate, "Forces per second [Hz]")
      ->check(CLI::Range(10.0, 10000.0))
      ->capture_default_str();
  command->add_option("--udp", process.udp, "Where controllers without DDS find it")
      ->type_name("ADDR:PORT");
  command->add_option("--priority", process.priority, "SCHED_FIFO; 0 = an ordinary thread")
      ->check(CLI::Range(0, 99))
      ->capture_default_str();
  command->add_flag("--list", arguments->list, "Show the fixtures of the file and end");
  command->footer(
      "It receives poses on TCP_position, answers with forces on CAT_forces, and takes\n"
      "fixtures from Force_paths, Force_fields and Fixtures; tether fixtures edits them\n"
      "while it runs.\n\n"
      "Example:  tether assist guides.toml --interface lo --udp 127.0.0.1:7410");
  command->callback([arguments, &status] { status = assist(*arguments); });
}

}  // namespace tether::apps
