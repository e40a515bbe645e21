// How two sides come together and part without a jolt: at the start, when the link falls silent and
// comes back, when a peer is started anew, and while the operator presses the clutch.
//
// The follower receives a target between where it was and where the leader is,
//   H = blend(H_from, H_leader ∘ index, s(t)),      s eased from 0 to 1
// over a time that keeps the way there below a speed. `index` is an offset between the tools: none
// when it shall go to meet the leader, or what there was between both when the clutch was let go.
// When nothing is received from the leader it holds the last target, with its stiffness bounded.
// Motion and force of the leader's hand are eased in and out with the stiffness. The follower sends
// its place as it is seen through the index, so that both sides mean the same place when they are
// together.
//
// The leader's force is scaled by a share that is eased in once the follower says that it is there,
// and eased out when anything is missing: then the handle is limp. A follower that is a new run is
// taken up only after the force of the old one is gone.
//
// After a gap that is too short to part for, what is received may have jumped: the jump is eased
// away (transition.hpp, turn_transition.hpp).
#pragma once

#include <cstdint>

#include "tether/control/couplings/coupling.hpp"
#include "tether/control/engagement/ease.hpp"
#include "tether/control/engagement/transition.hpp"
#include "tether/control/trajectories/turn_transition.hpp"

namespace tether::control {

// how far a side is coupled to the other; travels with every sample
enum class Engagement : std::uint8_t {
  waiting,   // nothing was received yet
  engaging,  // on the way
  engaged,
  holding,  // nothing is received any more, or the other side is not ready
  clutched  // the operator moves the leader alone
};
inline constexpr int kEngagements = 5;
const char* name(Engagement engagement) noexcept;

enum class Alignment : std::uint8_t {
  approach,  // the follower goes to where the leader is
  index      // it stays, and the offset between both is kept
};

struct EngagementParams {
  Alignment alignment = Alignment::approach;
  double ramp = 0.5;            // to ease in, at least [s]
  double release = 0.1;         // to ease out [s]
  double speed = 0.1;           // of an approach, at most [m/s]
  double turn_speed = 0.5;      // the same for its turn [rad/s]
  double hold_stiffness = 0.4;  // share of the stiffness that the follower holds with
  // What follows goes where it is pushed, and its turning and acceleration are tracked as well:
  // sides that parted meet where it went, and they are sent as the peer sees its place.
  bool keeps_place = false;
  double sample_time = 1e-3;  // [s]
};

struct EngagementInput {
  bool live = false;        // samples of the other side arrive
  std::uint32_t epoch = 0;  // another one: another run of the other side, or another method
  bool after_gap = false;   // what is received is the first after a while
  Engagement peer = Engagement::waiting;
  bool clutch = false;  // pressed at this side's device
  PortSignals remote;
  spatial::Pose own;  // this side's tool in the leader's workspace
};

struct EngagementOutput {
  bool valid = false;  // there is something to track
  PortSignals remote;
  double share = 0;  // of the wrench that the coupling asks for
};

class EngagementStage {
 public:
  virtual ~EngagementStage() = default;
  virtual EngagementOutput update(const EngagementInput& in) noexcept = 0;
  Engagement state() const noexcept { return state_; }
  // what this side sends, in the leader's workspace, as the peer sees it
  virtual PortSignals as_seen(const PortSignals& own) const noexcept { return own; }
  // the coupling is another one from now on: its target is there, and the next meeting shall keep
  // it
  virtual void realign(Alignment, const spatial::Pose&) noexcept {}

 protected:
  Engagement state_ = Engagement::waiting;
};

class FollowerEngagement final : public EngagementStage {
 public:
  explicit FollowerEngagement(const EngagementParams& params) noexcept : params_(params) {}
  EngagementOutput update(const EngagementInput& in) noexcept override;
  PortSignals as_seen(const PortSignals& own) const noexcept override;
  void realign(Alignment alignment, const spatial::Pose& target) noexcept override;

 private:
  void begin(const spatial::Pose& from, const spatial::Pose& leader) noexcept;
  spatial::Pose indexed(const spatial::Pose& leader) const noexcept;

  EngagementParams params_;
  Ease approach_;
  Ease stiffness_;   // from that of holding to the full one
  double step_ = 0;  // of the approach per tick
  std::uint32_t epoch_ = 0;
  bool keep_offset_ = false;  // the clutch was pressed: do not go back
  spatial::Pose index_;
  spatial::Pose from_;
  Transition<spatial::Vector3> jump_;  // of the leader's position [m]
  TurnTransition turn_;                // of its orientation
  PortSignals received_;               // what the coupling received last, before it is eased
};

class LeaderEngagement final : public EngagementStage {
 public:
  explicit LeaderEngagement(const EngagementParams& params) noexcept : params_(params) {}
  EngagementOutput update(const EngagementInput& in) noexcept override;

 private:
  EngagementParams params_;
  Ease force_;
  std::uint32_t epoch_ = 0;             // whose force is felt
  Transition<spatial::Wrench> jump_;    // of what it says
  Transition<spatial::Vector3> shift_;  // of where it is [m]
  TurnTransition turn_;
  PortSignals received_;
};

}  // namespace tether::control
