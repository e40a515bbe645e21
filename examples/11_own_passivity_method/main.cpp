// A passivity method of one's own beside two that are built in, over three links.
#include <fmt/format.h>

#include "plain_tank.hpp"
#include "tether/report/session_report.hpp"
#include "tether/scenario/scenario_file.hpp"

using namespace tether;

int main() {
  scenario::Extensions mine;
  add_plain_tank(mine);
  for (const std::string method : {"none", "two-layer", "plain-tank"}) {
    for (const std::string link : {"ideal", "luna", "nl_it"}) {
      const auto scenario = scenario::load_scenario(
          "omega_lwr_wall_document", {"passivity.kind=" + method, "link.kind=" + link, "expect=[]"}, mine);
      const auto run =
          report::run_and_report(scenario, {.directory = fmt::format("out/{}_{}", method, link)});
      const auto* error = report::find_metric(run.summary.overall.metrics, "tracking_error_mean");
      fmt::print("{:<10} {:<5}  error {:3.0f} mm, {}\n", method, link, 1e3 * error->value,
                 passivity::name(run.result.certificate.verdict));
    }
  }
}
