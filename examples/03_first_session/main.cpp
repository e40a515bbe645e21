// A whole session: a scenario, both sides, a link, physics; and the report that it leaves.
#include <fmt/format.h>

#include "tether/report/session_report.hpp"
#include "tether/scenario/scenario_file.hpp"

using namespace tether;

int main() {
  // what `tether run omega_lwr_wall --set duration=8` does
  const auto scenario = scenario::load_scenario("omega_lwr_wall", {"duration=8", "expect=[]"});
  const auto run = report::run_and_report(scenario, {.directory = "out/03_first_session"});

  fmt::print("{} s simulated, {} ticks\n", run.result.duration, run.result.ticks);
  const auto* error = report::find_metric(run.summary.overall.metrics, "tracking_error_mean");
  fmt::print("the follower was {:.1f} mm behind on average\n", 1e3 * error->value);
  fmt::print("certificate: {}\n", passivity::name(run.result.certificate.verdict));
  fmt::print("report: {}\n", run.report.string());
}
