// The same wall over the same bad network, without and with a passivity layer: who made energy?
#include <fmt/format.h>

#include "tether/scenario/scenario_file.hpp"
#include "tether/session/runner.hpp"

using namespace tether;

int main() {
  for (const char* method : {"none", "two-layer", "wave"}) {
    // Netherlands to Italy and back: 40 ms each way
    const auto scenario = scenario::load_scenario(
        "omega_lwr_wall_document", {"link.kind=nl_it", std::string("passivity.kind=") + method});
    const session::RunResult result = session::run(scenario, {});
    fmt::print("{:<10} {:<15} both ports took in {:+.1f} J at the least, {:+.1f} J in the end\n",
               method, passivity::name(result.certificate.verdict), result.certificate.margin_j,
               result.certificate.final_j);
  }
}
