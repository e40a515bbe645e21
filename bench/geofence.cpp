// Four boxes of a geofence around a seven-joint arm that one of them is pushing, beside the time
// that they may take.
#include "tether/guard/fence/geofence.hpp"

#include <array>
#include <memory>

#include "bench/budget.hpp"
#include "bench/comparison.hpp"
#include "tether/robot/catalogue.hpp"
#include "tether/robot/dynamics.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::bench {
namespace {

constexpr double kBudget = 0.2;  // [µs]

struct FencedArm {
  robot::Chain chain = robot::load("kuka_lwr4");
  robot::ChainState state;
  robot::JointVector q = robot::JointVector::Constant(7, 0.5);
  robot::JointVector rate = robot::JointVector::Constant(7, 0.1);
  robot::JointVector effort = robot::JointVector::Constant(7, 1);
  spatial::Twist twist;
  robot::InertiaFactor inertia;
  std::array<guard::FenceBox, 4> boxes;

  FencedArm() {
    robot::mass_matrix(chain, q, state);
    inertia.update(state.mass_matrix);
    twist = robot::tool_twist(state.jacobian, rate);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      boxes[i].half_size = spatial::Vector3::Constant(0.1);
      // the first is 4 mm below the tool, the others a metre apart
      boxes[i].centre.position =
          state.tool.position - spatial::Vector3(static_cast<double>(i), 0, 0.104);
    }
  }
};

const Registration kGeofence([]() -> std::vector<Comparison> {
  const auto arm = std::make_shared<FencedArm>();
  const auto fence = std::make_shared<guard::Geofence>(guard::GeofenceParams{}, arm->boxes);
  return {{.name = "geofence_4_boxes",
           .rival = "0.2 us",
           .ours =
               [arm, fence](int repetitions) {
                 for (int i = 0; i < repetitions; ++i) {
                   keep(fence->update({arm->q, arm->rate, arm->rate, arm->state.mass_matrix,
                                       arm->state.jacobian, arm->state.tool, arm->twist},
                                      arm->inertia, arm->effort));
                 }
               },
           .theirs = budget(kBudget)}};
});

}  // namespace
}  // namespace tether::bench
