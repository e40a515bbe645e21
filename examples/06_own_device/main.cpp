// A leader device of one's own: a handle on three rails, and a hand that leads it round in circles.
// A real one reads encoders and drives motors in `read` and `command`, and runs in wall time.
#include <cmath>

#include <fmt/format.h>

#include "tether/report/session_report.hpp"
#include "tether/scenario/extensions.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/sim/devices/simulated_device.hpp"

using namespace tether;
using spatial::Vector3;

class Rails final : public sim::SimulatedDevice {
 public:
  explicit Rails(const robot::Chain& chain) : chain_(chain) {}
  const robot::Chain& chain() const noexcept override { return chain_; }

  signals::DeviceState read(core::Time) noexcept override {
    signals::DeviceState state;
    state.position = position_;
    state.applied = force_;  // that acted since the position measured before
    state.external_at_tool.force = hand_;
    return state;
  }
  void command(core::Time, const device::JointEfforts& efforts) noexcept override {
    force_ = efforts.values;
  }
  void advance(core::Duration dt) noexcept override {
    time_ += core::seconds(dt);
    const Vector3 wanted = 0.03 * Vector3(0, std::sin(2 * time_), 1 - std::cos(2 * time_));
    hand_ = 400 * (wanted - position_) - 30 * velocity_;  // [N]
    velocity_ += core::seconds(dt) * (hand_ + force_) / 0.5;
    position_ += core::seconds(dt) * velocity_;
  }

 private:
  robot::Chain chain_;
  double time_ = 0;                                                  // [s]
  Vector3 position_ = Vector3::Zero(), velocity_ = Vector3::Zero();  // [m], [m/s]
  Vector3 force_ = Vector3::Zero(), hand_ = Vector3::Zero();         // of motors and hand [N]
};

int main() {
  scenario::Extensions mine;
  mine.devices.add(
      {.name = "rails",
       .help = "a handle on three rails",
       .model = "omega7",
       .leader = [](const auto&, const auto& chain) { return std::make_unique<Rails>(chain); }});
  const auto scenario = scenario::load_scenario(
      "omega_lwr_wall", {"leader.device=rails", "duration=10", "expect=[]"}, mine);
  const auto run = report::run_and_report(scenario, {.directory = "out/06_own_device"});
  const auto* travel = report::find_metric(run.summary.overall.metrics, "follower_travel");
  fmt::print("the robot went to and fro by {:.0f} mm\n", 1e3 * travel->value);
  fmt::print("certificate: {}\n", passivity::name(run.result.certificate.verdict));
}
