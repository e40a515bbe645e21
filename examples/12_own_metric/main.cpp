// A metric of one's own, in every phase and as a bound of the scenario.
#include <fmt/format.h>

#include "contact_time.hpp"
#include "tether/report/session_report.hpp"
#include "tether/scenario/scenario_file.hpp"

using namespace tether;

int main() {
  scenario::Extensions mine;
  add_contact_time(mine);
  const char* bound = "expect=[{metric = 'contact_time', phase = 'wall', min = 5, max = 7}]";
  const auto scenario = scenario::load_scenario("omega_lwr_wall", {bound}, mine);
  const auto run = report::run_and_report(scenario, {.directory = "out/12_own_metric"});
  for (const auto& phase : run.summary.phases) {
    const auto* time = report::find_metric(phase.metrics, "contact_time");
    fmt::print("{:<7} {:.1f} s in contact\n", phase.name, time->value);
  }
  fmt::print("verdict: {}\n", to_string(run.summary.verdict));
}
