// A robot of one's own needs no code: an MJCF model, a world around it, and a scenario that names
// both (scara.xml, desk.xml and scara.toml beside this file). `tether run scara.toml` does the
// same.
#include <fmt/format.h>

#include "tether/report/session_report.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/assemble/assemble.hpp"

using namespace tether;

int main() {
  const auto scenario = scenario::load_scenario(EXAMPLE_DIR "/scara.toml");
  const auto setup = session::follower_setup(scenario);
  fmt::print("{} has {} joints\n", setup.chain.name, setup.chain.joint_count);

  const auto run = report::run_and_report(scenario, {.directory = "out/07_own_robot"});
  for (const auto& phase : run.summary.phases) {
    const auto* force = report::find_metric(phase.metrics, "contact_force_mean");
    fmt::print("{:<5} {:.0f} N on the tool on average\n", phase.name, force->value);
  }
  fmt::print("verdict: {}, certificate: {}\n", to_string(run.summary.verdict),
             passivity::name(run.result.certificate.verdict));
}
