// What all guards of a session cost its leader in a tick, composed as the session composes them,
// over moments of a real session: free motion, and the fence at work.
#include <memory>
#include <vector>

#include "bench/budget.hpp"
#include "bench/comparison.hpp"
#include "tether/robot/dynamics.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/assemble/guards.hpp"
#include "tether/session/virtual_session.hpp"

namespace tether::bench {
namespace {

constexpr double kSeconds = 7;  // of the session
constexpr std::uint64_t kEvery =
    700;  // ticks between two moments; few, as in a tick all is at hand

struct Moment {
  robot::JointVector position, velocity, effort;
  robot::JointMatrix inertia;
  robot::Jacobian jacobian;
  spatial::Pose tool;
  spatial::Twist twist;
  spatial::Wrench wrench, external_at_tool;
  double kinetic = 0;
};

class GuardedTicks {
 public:
  GuardedTicks()
      : scenario_(scenario::load_scenario("panda_lwr_geofence", {})),
        session_(scenario_),
        bounds_(session::wrench_bounds(scenario_, scenario_.leader.side)),
        guards_(session::device_guards(scenario_, scenario_.leader.side, session_.leader_chain()),
                "leader guard") {
    const auto ticks = static_cast<std::uint64_t>(kSeconds * scenario_.rate);
    for (std::uint64_t k = 0; k < ticks; ++k) {
      session_.tick();
      if (k % kEvery == 0) add(session_.leader());
      session_.advance();
    }
  }

  void tick() {
    const Moment& m = moments_[next_++ % moments_.size()];
    keep(bounds_.update({m.wrench, 1.0, m.kinetic, true}));
    const guard::DeviceView view{m.position, m.velocity, m.velocity, m.inertia,
                                 m.jacobian, m.tool,     m.twist};
    keep(guards_.update(view, {m.external_at_tool, false}, m.effort));
  }

 private:
  void add(const signals::Tick& t) {
    robot::ChainState state;
    robot::mass_matrix(session_.leader_chain(), t.measured.position, state);
    moments_.push_back({t.measured.position, t.velocity, t.effort, state.mass_matrix,
                        state.jacobian, t.tool, t.twist, t.coupling.wrench,
                        t.measured.external_at_tool, t.kinetic});
  }

  scenario::Scenario scenario_;
  session::VirtualSession session_;
  guard::WrenchBounds bounds_;
  guard::DeviceGuards guards_;
  std::vector<Moment> moments_;
  std::size_t next_ = 0;
};

std::vector<Comparison> guarded_tick_comparisons() {
  const auto ticks = std::make_shared<GuardedTicks>();
  return {{.name = "guarded_tick",
           .rival = "a budget of 1 µs, spun away",
           .aim = 1,
           .ours =
               [ticks](int repetitions) {
                 for (int i = 0; i < repetitions; ++i) ticks->tick();
               },
           .theirs = budget(1)}};
}

const Registration kRegistration(guarded_tick_comparisons);

}  // namespace
}  // namespace tether::bench
