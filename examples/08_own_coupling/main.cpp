// A coupling of one's own: a spring that is soft for small errors and stiff for large ones. It is
// the follower's half of position-force; the leader's half, the account and the guards stay as they
// are.
#include <fmt/format.h>

#include "tether/control/couplings/workspace_port.hpp"
#include "tether/report/session_report.hpp"
#include "tether/scenario/extensions.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/scenario/workspace.hpp"

using namespace tether;

// f = k e + c |e|² e, V = ½ k |e|² + ¼ c |e|⁴
class HardeningSpring final : public control::Coupling {
 public:
  explicit HardeningSpring(const control::WorkspaceMapParams& map) : port_(map) {}

  control::CouplingOutput update(const control::CouplingInput& in) noexcept override {
    control::CouplingOutput out = port_.idle(in);
    if (!in.remote_valid) return out;
    out.target = in.remote.pose;
    out.setpoint = port_.map().to_follower(in.remote.pose);
    const spatial::Vector3 error = out.setpoint.position - in.tool.position;
    const double squared = error.squaredNorm();
    const spatial::Vector3 force = (kSoft + kHardening * squared) * error;
    out.potential = 0.5 * kSoft * squared + 0.25 * kHardening * squared * squared;
    port_.exert({in.tool.position.cross(force), force}, out);
    return out;
  }

 private:
  static constexpr double kSoft = 200;         // k [N/m]
  static constexpr double kHardening = 4.0e5;  // c [N/m³]
  control::FollowerPort port_;
};

int main() {
  scenario::Extensions mine;
  mine.couplings.add({.name = "hardening",
                      .help = "a spring that is soft for small errors and stiff for large ones",
                      .leader = mine.couplings.at("position-force").leader,
                      .follower = [](const auto& s, const auto& setup) {
                        return std::make_unique<HardeningSpring>(workspace_map(s, setup));
                      }});
  const auto scenario =
      scenario::load_scenario("omega_lwr_wall", {"coupling.kind=hardening", "expect=[]"}, mine);
  const auto run = report::run_and_report(scenario, {.directory = "out/08_own_coupling"});
  for (const auto& phase : run.summary.phases) {
    const auto* error = report::find_metric(phase.metrics, "tracking_error_mean");
    const auto* force = report::find_metric(phase.metrics, "operator_force_mean");
    fmt::print("{:<7} error {:2.0f} mm, hand {:.1f} N\n", phase.name, 1e3 * error->value,
               force->value);
  }
  fmt::print("certificate: {}\n", passivity::name(run.result.certificate.verdict));
}
