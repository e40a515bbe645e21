#include "tether/session/operator_view.hpp"

#include "tether/scenario/workspace.hpp"

namespace tether::session {

OperatorView::OperatorView(const scenario::Scenario& scenario, const scenario::FollowerSetup& setup)
    : late_(scenario.person.sees == scenario::OperatorParams::Sees::late),
      map_(workspace_map(scenario, setup)) {}

spatial::Pose OperatorView::received(const signals::Sample& sample) const noexcept {
  const spatial::Pose place{sample.orientation.toRotationMatrix(), sample.position};
  return {map_.to_follower(place).rotation, place.position};
}

}  // namespace tether::session
