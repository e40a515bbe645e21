// One second of a shipped scenario; prints its passivity certificate.
#include <cstdio>
#include <exception>

#include "tether/scenario/scenario_file.hpp"
#include "tether/session/runner.hpp"

int main() {
  using namespace tether;
  try {
    const auto scenario =
        scenario::load_scenario("omega_lwr_wall", {"duration=1", "phases=[]", "expect=[]"});
    const auto result = session::run(scenario, {});
    std::printf("certificate: %s, %.1f mJ remain after %.1f s\n",
                passivity::name(result.certificate.verdict), 1e3 * result.certificate.final_j,
                result.duration);
    return result.end == session::RunEnd::completed ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
