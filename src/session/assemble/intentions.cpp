#include "session/assemble/intentions.hpp"

#include "tether/sim/people/driving_intention.hpp"
#include "tether/sim/people/peg_intention.hpp"
#include "tether/sim/people/positioning_intention.hpp"
#include "tether/sim/people/tool_pickup_intention.hpp"

namespace tether::session {
namespace {

// differs from the seeds of other random parts of a session
constexpr std::uint64_t kIntentionSeed = 0x6d696e64;

// touch is as late as everything else that the person reacts to
sim::DrivingParams driver(const scenario::OperatorParams& person) {
  sim::DrivingParams params = person.drive;
  params.reaction_delay = person.hand.reaction_delay;
  params.centre = person.start;
  return params;
}

}  // namespace

std::unique_ptr<sim::Intention> make_intention(const scenario::OperatorParams& person,
                                               std::uint64_t seed) {
  const auto who = [&](int trials_per_session) {
    return sim::TaskPerson{.skill = person.skill,
                           .reaction_delay = person.hand.reaction_delay,
                           .practice = static_cast<double>(person.practice) * trials_per_session,
                           .start = person.start};
  };
  switch (person.task) {
    case scenario::OperatorParams::Task::positioning:
      return std::make_unique<sim::PositioningIntention>(
          person.positioning, who(person.positioning.cycles), seed ^ kIntentionSeed);
    case scenario::OperatorParams::Task::peg_in_hole:
      return std::make_unique<sim::PegIntention>(
          person.peg_in_hole, who(person.peg_in_hole.insertions), seed ^ kIntentionSeed);
    case scenario::OperatorParams::Task::tool_pickup:
      return std::make_unique<sim::ToolPickupIntention>(person.tool_pickup, person.view, who(1),
                                                        seed ^ kIntentionSeed);
    case scenario::OperatorParams::Task::drive:
      return std::make_unique<sim::DrivingIntention>(driver(person), seed ^ kIntentionSeed);
    case scenario::OperatorParams::Task::waypoints:
      break;
  }
  return std::make_unique<sim::ScriptedIntention>(
      std::make_shared<control::MinimumJerkPath>(
          person.start,
          std::vector<control::Waypoint>(person.waypoints.begin(), person.waypoints.end())),
      person.hand.reaction_delay);
}

std::shared_ptr<const control::Trajectory> intended_turn(const scenario::OperatorParams& person) {
  std::vector<control::Waypoint> turns;
  for (const scenario::HandWaypoint& waypoint : person.waypoints) {
    turns.push_back({waypoint.at, waypoint.duration, waypoint.turn});
  }
  return std::make_shared<control::MinimumJerkPath>(spatial::Vector3::Zero(), std::move(turns));
}

}  // namespace tether::session
