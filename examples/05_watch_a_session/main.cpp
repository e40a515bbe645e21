// Somebody who watches: every tick of both sides is seen after it was computed, and nothing
// changes.
#include <algorithm>

#include <fmt/format.h>

#include "tether/scenario/scenario_file.hpp"
#include "tether/session/runner.hpp"

using namespace tether;

class Watcher final : public record::Observer {
 public:
  void observe(const record::Observation& seen) noexcept override {
    const signals::Tick &leader = seen.leader, &follower = seen.follower;
    const double force = follower.measured.external_at_tool.force.norm();
    if (force > 0.5 && first_contact_ < 0) first_contact_ = core::seconds(follower.time);
    hardest_ = std::max(hardest_, force);
    lowest_tank_ = std::min(lowest_tank_, leader.energy.tank);
  }
  void print() const {
    fmt::print("first contact after {:.1f} s\n", first_contact_);
    fmt::print("at most {:.0f} N against the wall\n", hardest_);
    fmt::print("the leader's tank never fell below {:.0f} mJ\n", 1e3 * lowest_tank_);
  }

 private:
  double first_contact_ = -1;  // [s]
  double hardest_ = 0;         // [N]
  double lowest_tank_ = 1;     // [J]
};

int main() {
  Watcher watcher;
  session::run(scenario::load_scenario("omega_lwr_wall"), {.observers = {&watcher}});
  watcher.print();
}
