// Plays a stream of sampling points (pose, twist, acceleration, each with its sender's stamp) as a
// smooth motion, a delay later, so that points that come late are there when they are needed.
//
// Points become knots, at least `spacing` apart; between two knots the motion is a quintic
// (pose_segment.hpp). The playing clock u, in the sender's time, says where on it the tool is:
//   delay = (now − b) − u,   b = least (arrival − stamp): clock offset and the quickest transit
// It begins when knots for `segments` are there, and for the delay that the stream was seen to need
// before. The delay that is wanted is the longest interval
// between knots and the largest jitter (arrival − stamp − b) of late, each forgotten slowly:
//   D = clamp(I + J, least_delay, most_delay)                                           [s]
// A knot that is not there in time: u waits, so that the delay grows at once by what is missing,
// and the motion goes on with the velocity of its end. Once it comes, a segment of full length
// leads there from where the motion is: drift is gone at its end. Where the delay would exceed
// its bound, knots are passed over instead. A delay longer than D is worked off slowly, u̇ ≤ 1 + r.
// When nothing comes for longer than the stream paused of late the stream has ended: the motion
// comes to rest within `stopping`, and begins anew when points come again. Points out of order,
// repeated or no numbers are left out, and counted. What limits of velocity, acceleration and jerk
// the points themselves break is for motion_limits.hpp.
#pragma once

#include <array>
#include <cstdint>

#include "tether/control/trajectories/pose_segment.hpp"
#include "tether/core/time.hpp"

namespace tether::control {

struct PlayoutParams {
  double spacing = 0.004;      // of knots, at least [s]
  int segments = 1;            // there before it begins
  double least_delay = 0.004;  // [s]
  double most_delay = 0.25;    // [s]
  double patience = 0.05;      // without a point, at least, before the stream has ended [s]
  double stopping = 0.25;      // to come to rest [s]
  double catch_up = 0.02;      // r: how much faster the clock runs to shorten the delay
  double forgetting = 10;      // time constant of I and J [s]
  double sample_time = 1e-3;   // [s]
};

struct StreamPoint {
  core::Time sent;  // by the sender's clock
  PoseState state;
};

enum class PlayoutPhase : std::uint8_t {
  empty,     // holds still until there is enough to play
  playing,   // between two knots
  coasting,  // the next knot is late
  stopping,  // the stream has ended
};

class Playout {
 public:
  static constexpr int kCapacity = 128;  // knots

  explicit Playout(const PlayoutParams& params) noexcept;

  // forget the stream, and hold there
  void reset(const PoseState& at) noexcept;
  // at local time `now`, before `update`
  void put(core::Time now, const StreamPoint& point) noexcept;
  // the state at `now`, one tick after the last
  const PoseState& update(core::Time now) noexcept;

  const PoseState& state() const noexcept { return state_; }
  PlayoutPhase phase() const noexcept { return phase_; }
  // of what is played behind what came by the quickest way, as it is and as it is wanted [s]
  double delay() const noexcept { return delay_; }
  double wanted_delay() const noexcept;
  std::uint64_t left_out() const noexcept { return left_out_; }  // points
  std::uint64_t waited() const noexcept { return waited_; }      // times that a knot was late

 private:
  struct Knot {
    double stamp = 0;  // [s] after the first point
    PoseState state;
  };

  bool have(int n) const noexcept { return count_ >= n; }
  const Knot& knot(int i) const noexcept;
  void drop_first() noexcept;
  bool enough() const noexcept;
  void begin(double now) noexcept;
  void aim(double from, const PoseState& at) noexcept;
  void next_segment() noexcept;
  void join(double now) noexcept;
  void coast() noexcept;
  void stop() noexcept;
  double warp(double now, double dt) noexcept;
  void play(double now, double dt) noexcept;
  void wait(double now, double dt) noexcept;
  void come_to_rest(double dt) noexcept;

  PlayoutParams params_;
  std::array<Knot, kCapacity> ring_;
  int first_ = 0, count_ = 0;
  bool received_ = false;
  core::Time origin_sent_, origin_here_;  // of the first point
  double newest_ = 0;                     // stamp [s]
  double base_ = 0;                       // b, beyond that of the first point [s]
  double interval_ = 0, jitter_ = 0;      // I, J [s]
  double silence_ = 0;                    // since the last point [s]
  double last_knot_ = 0;                  // stamp of the newest knot [s]

  core::Time last_;  // update
  PlayoutPhase phase_ = PlayoutPhase::empty;
  PoseState state_;
  PoseSegment segment_;
  double begun_ = 0;    // stamp at the segment's start [s]
  double clock_ = 0;    // u [s]
  double faster_ = 0;   // u̇ − 1
  double elapsed_ = 0;  // of coasting or stopping [s]
  PoseState left_;      // where coasting began
  double delay_ = 0;
  std::uint64_t left_out_ = 0, waited_ = 0;
};

}  // namespace tether::control
