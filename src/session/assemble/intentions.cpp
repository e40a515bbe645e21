#include "session/assemble/intentions.hpp"

namespace tether::session {

std::shared_ptr<const control::Trajectory> intended_turn(const scenario::OperatorParams& person) {
  std::vector<control::Waypoint> turns;
  for (const scenario::HandWaypoint& waypoint : person.waypoints) {
    turns.push_back({waypoint.at, waypoint.duration, waypoint.turn});
  }
  return std::make_shared<control::MinimumJerkPath>(spatial::Vector3::Zero(), std::move(turns));
}

}  // namespace tether::session
