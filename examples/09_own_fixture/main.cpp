// A virtual fixture of one's own: a magnet that pulls the tool to a point and lets go of it far
// away.
#include <cmath>

#include <fmt/format.h>

#include "tether/report/session_report.hpp"
#include "tether/scenario/own_parts.hpp"
#include "tether/scenario/scenario_file.hpp"

using namespace tether;

// V = D (1 − exp(−r²/2s²)), F = −dV/dr: the deepest pull is at r = s
class Magnet final : public assist::FixtureForces {
 public:
  explicit Magnet(const spatial::Vector3& at) : at_(at) {}

  assist::FixtureEffect at(core::Time, const spatial::Pose& tool,
                           const spatial::Twist&) noexcept override {
    const spatial::Vector3 away = tool.position - at_;
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
  spatial::Vector3 at_;                   // in the follower's base [m]
};

int main() {
  auto scenario = scenario::load_scenario("omega_lwr_wall", {"expect=[]"});
  // where the leader's y is 40 mm
  const spatial::Vector3 place(0.03, 0.04, 0);
  const spatial::Vector3 at = scenario.follower.offset->position + place;
  scenario.own = std::make_shared<scenario::OwnParts>(scenario::OwnParts{
      .fixture_forces = [at](const auto&) { return std::make_unique<Magnet>(at); }});
  const auto run = report::run_and_report(scenario, {.directory = "out/09_own_fixture"});
  for (const auto& phase : run.summary.phases) {
    const auto* pull = report::find_metric(phase.metrics, "assist_force_max");
    fmt::print("{:<7} pulls with up to {:.1f} N\n", phase.name, pull->value);
  }
  fmt::print("certificate: {}\n", passivity::name(run.result.certificate.verdict));
}
