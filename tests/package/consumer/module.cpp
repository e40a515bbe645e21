// What a module of another language calls.
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/runner.hpp"

extern "C" double energy_after_a_second() {
  using namespace tether;
  const auto scenario = scenario::load_scenario("omega_lwr_wall", {"duration=1", "phases=[]"});
  return session::run(scenario, {}).certificate.final_j;
}
