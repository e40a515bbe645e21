// tether check: what can be said about a scenario without moving anything.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/tether/command_line/common_options.hpp"
#include "apps/tether/commands.hpp"
#include "apps/tether/sessions/check_bounds.hpp"
#include "apps/tether/sessions/plugins.hpp"
#include "tether/core/error.hpp"
#include "tether/core/nearest.hpp"
#include "tether/core/shell_word.hpp"
#include "tether/core/whole_file.hpp"
#include "tether/robot/catalogue.hpp"
#include "tether/runtime/nets/graphviz.hpp"
#include "tether/runtime/nets/promela.hpp"
#include "tether/runtime/nets/reachability.hpp"
#include "tether/scenario/multibody.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/wall/coordination.hpp"

namespace tether::apps {
namespace {

struct CheckArguments {
  std::string scenario = "omega_lwr_wall";
  std::vector<std::string> overrides;
  std::vector<std::string> plugins;
  std::string svg;
  std::string promela;
  std::vector<std::string> without;
  std::size_t nodes = runtime::kMaxMarkingNodes;
};

// one figure when all joints have the same, else the least and the greatest
std::string figures(const std::vector<double>& values) {
  const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
  if (*least == *greatest) return fmt::format("{:.3g}", *least);
  return fmt::format("{:.3g} to {:.3g}", *least, *greatest);
}

void print_side_limits(const char* side, const std::string& device, const robot::Chain& chain,
                       const scenario::SideParams& params) {
  std::vector<double> efforts, speeds;
  bool turns = false;
  for (int i = 0; i < chain.joint_count; ++i) {
    const robot::Joint& joint = chain.joints[static_cast<std::size_t>(i)];
    turns |= joint.type == robot::JointType::revolute;
    const double effort = params.effort_limit.value_or(joint.max_effort);
    if (effort > 0) efforts.push_back(effort);
    if (joint.max_speed > 0) speeds.push_back(params.speed_margin * joint.max_speed);
  }
  std::string text = efforts.empty() ? "effort not limited"
                                     : fmt::format("effort up to {} {} per joint", figures(efforts),
                                                   turns ? "N m" : "N");
  if (params.force_limit) text += fmt::format(", force up to {:.3g} N", *params.force_limit);
  text += speeds.empty()
              ? ", no rated speed"
              : fmt::format(", a fault above {} {}", figures(speeds), turns ? "rad/s" : "m/s");
  fmt::print("  {:<10}{}: {}\n", side, device, text);
}

void print_limits(const scenario::Scenario& scenario) {
  fmt::print("\nlimits\n");
  if (has_operator(scenario)) {
    print_side_limits("leader", scenario.leader.device, robot::load(scenario.leader.device),
                      scenario.leader.side);
  } else {
    fmt::print("  {:<10}no device: a setpoint leads\n", "leader");
  }
  print_side_limits("follower", scenario.follower.robot, scenario::follower_chain(scenario),
                    scenario.follower.side);
  if (scenario.link.timeout > 0) {
    fmt::print("  {:<10}the sides part after {:.3g} s of silence\n", "link", scenario.link.timeout);
  } else {
    fmt::print("  {:<10}the sides never part, however long the silence\n", "link");
  }
}

void print_threads(const runtime::Deployment& deployment) {
  fmt::print("threads\n");
  fmt::print("  {:<10}{:>5.0f} Hz  coordinates the others\n", "mediator", session::kMediatorRate);
  for (const runtime::ThreadSpec& thread : deployment.threads) {
    std::vector<std::string> names;
    for (const runtime::ActivitySpec& activity : thread.activities) names.push_back(activity.name);
    fmt::print("  {:<10}{:>5.0f} Hz  runs {}\n", thread.name, thread.rate, fmt::join(names, ", "));
  }
}

void print_count(const runtime::NetVerdict& verdict, const char* of) {
  fmt::print("\ncoordination net{}  {} places, {} transitions, {}{} reachable markings\n", of,
             verdict.places, verdict.transitions, verdict.complete ? "" : "at least ",
             verdict.markings);
}

void print_finding(const runtime::NetFinding& finding) {
  const char* word = finding.holds ? "ok" : finding.open ? "open" : "violated";
  fmt::print("  {:<10}{}{}{}\n", word, finding.property, finding.remark.empty() ? "" : ": ",
             finding.remark);
  for (std::size_t i = 0; i < finding.trace.size(); ++i)
    fmt::print("  {:>12}. {}\n", i + 1, finding.trace[i]);
}

// without Graphviz the text of the picture is left beside where it should be
void write_picture(const std::string& path, const runtime::PetriNet& net) {
  const std::string dot = runtime::to_dot(net);
  if (std::system("command -v dot >/dev/null 2>&1") != 0) {
    const std::string instead = path + ".dot";
    core::write_whole(instead, dot);
    fmt::print("net        {}; install graphviz to draw it: dot -Tsvg {} -o {}\n", instead,
               core::shell_word(instead), core::shell_word(path));
    return;
  }
  // says why when it cannot be written
  core::write_whole(path, "");
  FILE* const pipe = popen(("dot -Tsvg > " + core::shell_word(path)).c_str(), "w");
  if (pipe == nullptr) throw core::IoError("start dot for", path, errno);
  const bool taken = fwrite(dot.data(), 1, dot.size(), pipe) == dot.size();
  if (pclose(pipe) != 0 || !taken) throw core::IoError("draw", path, EIO);
  fmt::print("net        {}\n", path);
}

// a step that is not there is reported with the nearest one that is
runtime::PetriNet without(const runtime::PetriNet& net, const std::string& step) {
  std::vector<std::string> names;
  for (const runtime::Transition& transition : net.transitions()) names.push_back(transition.name);
  if (std::ranges::find(names, step) == names.end()) {
    const auto meant = core::nearest(step, names);
    throw core::InputError(fmt::format(
        "the net has no step \"{}\"; {}", step,
        meant ? fmt::format("did you mean \"{}\"?", *meant) : "--promela FILE lists them"));
  }
  return net.without(step);
}

enum class NetOutcome : std::uint8_t { ok, violated, open };

NetOutcome verdict_of(const runtime::NetVerdict& net) {
  if (net.holds()) return NetOutcome::ok;
  return net.open() ? NetOutcome::open : NetOutcome::violated;
}

// The net of a session in one process, then those of its two sides in processes of their own, of
// which only what is wrong is shown.
NetOutcome judge(const scenario::Scenario& scenario, const runtime::Coordination& coordination,
                 std::size_t nodes) {
  const auto whole = runtime::verify(coordination.net, coordination.requirements, nodes);
  print_count(whole, "");
  for (const runtime::NetFinding& finding : whole.findings) print_finding(finding);
  NetOutcome worst = verdict_of(whole);
  for (const auto sides : {signals::LocalSides::leader, signals::LocalSides::follower}) {
    const auto part = runtime::coordinate(session::session_deployment(scenario, sides));
    const auto verdict = runtime::verify(part.net, part.requirements, nodes);
    print_count(verdict,
                sides == signals::LocalSides::leader ? " of tether leader" : " of tether follower");
    if (verdict.holds()) fmt::print("  {:<10}the same properties\n", "ok");
    for (const runtime::NetFinding& finding : verdict.findings)
      if (!finding.holds) print_finding(finding);
    if (worst != NetOutcome::violated && !verdict.holds()) worst = verdict_of(verdict);
  }
  return worst;
}

int check(const CheckArguments& arguments) {
  const scenario::Scenario scenario = scenario::load_scenario(
      arguments.scenario, arguments.overrides, load_plugins(arguments.plugins));
  fmt::print("{}: {}\n\n", scenario.name, scenario.title);

  runtime::Coordination coordination = session::session_coordination(scenario);
  for (const std::string& step : arguments.without)
    coordination.net = without(coordination.net, step);
  print_threads(coordination.deployment);
  const NetOutcome verdict = judge(scenario, coordination, arguments.nodes);
  print_limits(scenario);
  print_bounds(scenario);

  fmt::print("\n");
  if (!arguments.svg.empty()) write_picture(arguments.svg, coordination.net);
  if (!arguments.promela.empty()) {
    core::write_whole(arguments.promela,
                      runtime::to_promela(coordination.net, coordination.requirements));
    fmt::print("promela    {}\n", arguments.promela);
  }
  if (verdict == NetOutcome::open)
    fmt::print("open       the net is too large for --nodes {}; spin may help: --promela FILE\n",
               arguments.nodes);
  constexpr const char* kWords[] = {"ok", "violated", "open"};
  fmt::print("verdict    {}\n", kWords[static_cast<std::size_t>(verdict)]);
  return verdict == NetOutcome::ok ? kOk : kExpectationFailed;
}

}  // namespace

void add_check(CLI::App& app, int& status) {
  auto arguments = std::make_shared<CheckArguments>();
  CLI::App* command =
      app.add_subcommand("check", "Check coordination and limits of a scenario; nothing moves");
  add_scenario(*command, arguments->scenario);
  add_set(*command, arguments->overrides, "Change one key of the scenario");
  add_plugin_option(*command, arguments->plugins);
  command->add_option("--svg", arguments->svg, "Draw the coordination net (needs Graphviz)")
      ->type_name("FILE");
  command->add_option("--promela", arguments->promela, "Write the net as a model for spin")
      ->type_name("FILE");
  add_repeatable(*command, "--without", arguments->without, "STEP",
                 "Take a step out of the net, to see what it is for");
  command->add_option("--nodes", arguments->nodes, "Decision-diagram nodes before it gives up")
      ->capture_default_str();
  command->footer(
      "Decides over every state that start, stop, pause, failures and their orders can\n"
      "lead to; lists the guards' bounds, and those that the device cannot hold.\n"
      "Exit status: 0 all properties hold, 1 one does not or is open, 2 bad input.\n\n"
      "Example:  tether check omega_lwr_wall --svg net.svg --promela net.pml");
  command->callback([arguments, &status] { status = check(*arguments); });
}

}  // namespace tether::apps
