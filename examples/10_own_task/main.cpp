// A task of one's own for the simulated person: lead the robot's tool round a square, reach a
// little further while it is seen short of a corner, and go on only once it is seen there.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "tether/scenario/extensions.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/runner.hpp"

using namespace tether;
using spatial::Vector3;

class Square final : public sim::Intention {
 public:
  Vector3 start() const noexcept override { return kCorners[0]; }

  control::PointState update(core::Time now, double dt, const sim::Senses& seen) noexcept override {
    double t = core::seconds(now) - began_;
    const Vector3 short_of = kCorners[next_ % 4] - seen.tool.position;
    if (t > kPerSide && short_of.norm() < 0.01) {
      began_ += t;
      t = 0;
      ++next_;
    } else if (t > kPerSide) {
      further_ += dt * short_of;
    }
    auto wanted = control::minimum_jerk(kCorners[(next_ + 3) % 4], kCorners[next_ % 4], kPerSide,
                                        std::clamp(t, 0.0, kPerSide));
    wanted.position += further_;
    return wanted;
  }
  bool done() const noexcept override { return next_ > 4; }

 private:
  static constexpr double kPerSide = 1.0;  // [s]
  // the first is where the scenario puts the hand [m]
  inline static const std::array<Vector3, 4> kCorners{
      {{0.02, 0, 0}, {0.02, 0.04, 0}, {0.02, 0.04, 0.04}, {0.02, 0, 0.04}}};
  std::size_t next_ = 1;               // corner
  double began_ = 0.5;                 // [s]
  Vector3 further_ = Vector3::Zero();  // [m]
};

int main() {
  scenario::Extensions mine;
  mine.tasks.add({.name = "square",
                  .help = "leads the tool round a square",
                  .make = [](const auto&) { return std::make_unique<Square>(); }});
  for (const std::string link : {"ideal", "luna", "nl_it"}) {
    const auto scenario = scenario::load_scenario(
        "omega_lwr_wall", {"operator.task=square", "duration=60", "link.kind=" + link}, mine);
    const session::RunResult result = session::run(scenario, {});
    if (result.fault) return 1;
    fmt::print("{:<6} round the square in {:4.1f} s, {}\n", link, result.duration,
               passivity::name(result.certificate.verdict));
  }
}
