// A virtual fixture of one's own: a magnet that pulls the tool to a point, but not from far away.
#include <cmath>

#include <fmt/format.h>

#include "tether/report/session_report.hpp"
#include "tether/scenario/extensions.hpp"
#include "tether/scenario/scenario_file.hpp"

using namespace tether;

// V = D (1 − exp(−r²/2s²)), F = −dV/dr: the deepest pull is at r = s
struct Place {
  spatial::Vector3 at = spatial::Vector3::Zero();  // in the follower's base [m]
};

class Magnet final : public assist::FixtureForces {
 public:
  explicit Magnet(const Place& place) : place_(place) {}

  assist::FixtureEffect at(core::Time, const spatial::Pose& tool,
                           const spatial::Twist&) noexcept override {
    const spatial::Vector3 away = tool.position - place_.at;
    const double share = std::exp(-away.squaredNorm() / (2 * kReach * kReach));
    assist::FixtureEffect effect;
    effect.at_tool.force = -(kDepth / (kReach * kReach)) * share * away;
    effect.potential = kDepth * (1 - share);
    effect.active = 1;
    effect.distance = away.norm();
    return effect;
  }

 private:
  static constexpr double kDepth = 0.08;  // D [J]
  static constexpr double kReach = 0.02;  // s [m]
  Place place_;
};

int main() {
  using scenario::Fields, scenario::ExtensionFixture;
  scenario::Extensions mine;
  mine.fixture_laws.add(
      {.name = "magnet",
       .help = "pulls to a point, and lets go far away",
       .keys = [](Fields& f,
                  ExtensionFixture& p) { f.vector3("at", p.extension.of<Place>("magnet").at); },
       .make =
           [](const auto&, const ExtensionFixture& p) {
             return std::make_unique<Magnet>(p.extension.get<Place>("magnet"));
           }});
  // where the leader's y is 40 mm
  const char* here = "assist.fixtures=[{id = 1, law = 'magnet', at = [-0.45, 0.29, 0.7]}]";
  const auto scenario = scenario::load_scenario("omega_lwr_wall", {here, "expect=[]"}, mine);
  const auto run = report::run_and_report(scenario, {.directory = "out/09_own_fixture"});
  for (const auto& phase : run.summary.phases) {
    const auto* pull = report::find_metric(phase.metrics, "assist_force_max");
    fmt::print("{:<7} pulls with up to {:.1f} N\n", phase.name, pull->value);
  }
  fmt::print("certificate: {}\n", passivity::name(run.result.certificate.verdict));
}
