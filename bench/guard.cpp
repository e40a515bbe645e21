// What the bounding guards cost a tick of a seven-joint arm, all of them at work, beside the time
// there is for it.
#include <array>
#include <cstddef>
#include <memory>
#include <random>

#include "bench/budget.hpp"
#include "bench/comparison.hpp"
#include "tether/guard/limits/effort_limit.hpp"
#include "tether/guard/limits/energy_bound.hpp"
#include "tether/guard/limits/force_bound.hpp"
#include "tether/guard/limits/joint_speed_limit.hpp"
#include "tether/guard/limits/joint_stops.hpp"
#include "tether/guard/limits/power_bound.hpp"
#include "tether/guard/limits/tool_speed_limit.hpp"
#include "tether/guard/limits/torque_rate_limit.hpp"
#include "tether/robot/catalogue.hpp"
#include "tether/robot/dynamics.hpp"
#include "tether/robot/inertia_factor.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::bench {
namespace {

using robot::JointVector;

constexpr int kJoints = 7;
constexpr std::size_t kPostures = 64;

// what the stages see in one tick
struct Moment {
  JointVector position, velocity, effort;
  robot::ChainState state;
  spatial::Twist twist;
  spatial::Wrench wrench;
};

struct Stages {
  Stages() {
    const robot::Chain chain = robot::load(robot::find("kuka_lwr4"));
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> share(0, 1);
    for (Moment& m : moments) {
      m.position.resize(kJoints);
      m.velocity.resize(kJoints);
      m.effort.resize(kJoints);
      for (int i = 0; i < kJoints; ++i) {
        // some postures reach into the margins of the stops
        m.position[i] = lower[i] + share(random) * (upper[i] - lower[i]);
        m.velocity[i] = 2 * share(random) - 1;
        m.effort[i] = 60 * (share(random) - 0.5);
      }
      robot::jacobian(chain, m.position, m.state);
      robot::mass_matrix(chain, m.position, m.state);
      m.twist = spatial::Twist::from_vector(m.state.jacobian * m.velocity);
      m.wrench.force = 40 * spatial::Vector3::Ones() * share(random);
    }
  }

  void tick(const Moment& m) {
    const guard::DeviceView view{m.position,       m.velocity,   m.velocity, m.state.mass_matrix,
                                 m.state.jacobian, m.state.tool, m.twist};
    factor.update(m.state.mass_matrix);
    keep(energy.update({5, 0.5}));
    keep(force.update(m.wrench));
    JointVector effort = rate.update(m.effort).effort;
    effort = limit.update(effort).effort;
    effort = speed.update(view, factor, effort).effort;
    effort = stops.update(view, factor, effort).effort;
    effort = tool.update(view, factor, effort).effort;
    keep(power.update(view, factor, effort));
  }

  JointVector lower = JointVector::Constant(kJoints, -1.6);
  JointVector upper = JointVector::Constant(kJoints, 1.6);
  JointVector most = JointVector::Constant(kJoints, 87);
  std::array<Moment, kPostures> moments;
  robot::InertiaFactor factor;
  guard::EnergyBound energy{{.max_energy = 3.5}};
  guard::ForceBound force{{.max_force = 30}};
  guard::TorqueRateLimit rate{{}};
  guard::EffortLimit limit{{.per_axis = most}};
  guard::JointSpeedLimit speed{
      {.max_speed = JointVector::Constant(kJoints, 0.98), .max_effort = most}};
  guard::JointStops stops{{.lower = lower, .upper = upper, .max_effort = most}};
  guard::ToolSpeedLimit tool{{.linear_speed = 0.8}};
  guard::PowerBound power{{.max_power = 1, .max_effort = most}};
};

std::vector<Comparison> guard_comparisons() {
  const auto stages = std::make_shared<Stages>();
  return {{.name = "guard_stages",
           .rival = "a budget of 1 µs, spun away",
           .aim = 1,
           .ours =
               [stages](int repetitions) {
                 for (int i = 0; i < repetitions; ++i) {
                   stages->tick(stages->moments.at(static_cast<std::size_t>(i) % kPostures));
                 }
               },
           .theirs = budget(1)}};
}

const Registration kRegistration(guard_comparisons);

}  // namespace
}  // namespace tether::bench
