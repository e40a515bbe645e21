// What a person at the page may do to a running session, and what they see of it. The station's
// thread calls; towards the ticks everything goes through lock-free exchange, and takes effect at
// the next tick. A refusal says why, for people, and changes nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tether/assist/fixtures/fixture.hpp"
#include "tether/assist/obstacles/range_scan.hpp"
#include "tether/control/trajectories/jog.hpp"
#include "tether/record/events.hpp"
#include "tether/scenario/scenario.hpp"
#include "tether/signals/scene_state.hpp"
#include "tether/signals/tick.hpp"

namespace tether::station {

using Refusal = std::optional<std::string>;  // nothing when it was done

// where the hand that holds the leader is wanted, in the leader's base frame
struct HandAim {
  spatial::Vector3 position = spatial::Vector3::Zero();  // [m]
  std::optional<Eigen::Quaterniond> orientation;         // of the tool; as it is when not given
  bool clutch = false;                                   // the leader moves alone
};

// what is seen of the session at one moment
struct Snapshot {
  signals::Tick leader, follower;
  signals::SceneState leader_scene, follower_scene;  // empty where no world is simulated here
  std::uint64_t late_leader = 0, late_follower = 0;  // ticks, so far
  bool ended = false;
};

// a robot's posture with a name
struct StoredPose {
  std::string name;
  signals::SideName side = signals::SideName::follower;
  robot::JointVector position;  // [rad or m]
};

class Controls {
 public:
  virtual ~Controls() = default;

  virtual const scenario::Scenario& scenario() const = 0;  // as it is now, changes included
  virtual bool look(Snapshot& snapshot) = 0;               // false: nothing new since the last look
  virtual const assist::RangeScan* scan() = 0;  // the newest, if it was not looked at yet
  virtual std::vector<record::Event> events(std::size_t from) = 0;  // those since

  // the hand: repeated while it is held; let go when it was not repeated for half a second
  virtual void hold(const HandAim& aim) = 0;
  virtual void let_go() = 0;

  virtual void stop() = 0;      // the emergency stop of both sides
  virtual Refusal reset() = 0;  // both may go on
  // both sides rest, or go on; neither is a stop, and no stop is taken back by it
  virtual Refusal pause(bool rest) = 0;
  // "key=value" as on the command line; what a running session may change
  virtual Refusal change(const std::vector<std::string>& assignments) = 0;

  // jogging is repeated while the key is down; stops by itself when it was not for 0.2 s
  virtual Refusal jog(signals::SideName side, const control::JogVelocity& velocity) = 0;
  virtual Refusal go(signals::SideName side, const std::string& pose, control::JogSpace by) = 0;
  virtual Refusal store(signals::SideName side, const std::string& name) = 0;
  virtual const std::vector<StoredPose>& poses() const = 0;

  virtual std::vector<assist::Fixture> fixtures() const = 0;
  virtual Refusal put(const assist::Fixture& fixture) = 0;  // new, or in the place of its id
  virtual Refusal remove(std::int32_t id) = 0;
  // to a file beside the session's other output; its path, or why not
  virtual Refusal save_fixtures(std::string& path) = 0;
};

}  // namespace tether::station
