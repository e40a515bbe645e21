#include "tether/control/couplings/playout.hpp"

#include <algorithm>
#include <cmath>

#include "control/estimators/finite_state.hpp"

namespace tether::control {
namespace {

constexpr double kOnTime = 1e-9;      // two stamps nearer than this are one [s]
constexpr double kRamp = 0.2;         // of the clock's rate [1/s]
constexpr double kPauses = 3;         // longer than so many intervals, a pause is the end
constexpr double kBaseDrift = 1e-4;   // of two clocks against each other, at most
constexpr double kLongestTick = 0.1;  // a clock that was set is no time that passed [s]
constexpr double kFarAway = 3600;     // a stamp that far from the last is another clock's [s]

// goes on as it did, without acceleration
PoseState coasted(const PoseState& from, double t) noexcept {
  return {{spatial::exp_rotation(t * from.twist.angular) * from.pose.rotation,
           from.pose.position + t * from.twist.linear},
          from.twist,
          {}};
}

}  // namespace

Playout::Playout(const PlayoutParams& params) noexcept : params_(params) {
  params_.segments = std::clamp(params.segments, 1, kCapacity - 2);
  params_.most_delay = std::max(params.most_delay, params.least_delay);
}

void Playout::reset(const PoseState& at) noexcept {
  first_ = count_ = 0;
  received_ = false;
  interval_ = jitter_ = base_ = silence_ = faster_ = delay_ = 0;
  phase_ = PlayoutPhase::empty;
  state_ = {at.pose, {}, {}};
}

const Playout::Knot& Playout::knot(int i) const noexcept {
  return ring_[static_cast<std::size_t>((first_ + i) % kCapacity)];
}

void Playout::drop_first() noexcept {
  first_ = (first_ + 1) % kCapacity;
  --count_;
}

double Playout::wanted_delay() const noexcept {
  return std::clamp(interval_ + jitter_, params_.least_delay, params_.most_delay);
}

void Playout::put(core::Time now, const StreamPoint& point) noexcept {
  if (!finite(point.state)) {
    ++left_out_;
    return;
  }
  if (!received_) {
    received_ = true;
    origin_sent_ = point.sent;
    origin_here_ = now;
    newest_ = -1;
  }
  const double stamp = core::seconds(point.sent - origin_sent_);
  const double here = core::seconds(now - origin_here_);
  if (stamp <= newest_ + kOnTime || std::abs(stamp - here) > kFarAway) {
    ++left_out_;
    return;
  }
  newest_ = stamp;
  silence_ = 0;
  const double transit = here - stamp;
  base_ = std::min(base_, transit);
  jitter_ = std::max(jitter_, transit - base_);
  if (have(1) && stamp < last_knot_ + params_.spacing - kOnTime) return;
  if (have(1)) interval_ = std::max(interval_, stamp - last_knot_);
  // nobody plays them: the oldest is worth least
  if (count_ == kCapacity) drop_first();
  ring_[static_cast<std::size_t>((first_ + count_) % kCapacity)] = {stamp, point.state};
  ++count_;
  last_knot_ = stamp;
}

// a segment from `at`, at the time `from`, to the second knot
void Playout::aim(double from, const PoseState& at) noexcept {
  begun_ = from;
  segment_ = PoseSegment(at, knot(1).state, knot(1).stamp - from);
  phase_ = PlayoutPhase::playing;
}

// the nominal number of segments is there, and as much as the stream was seen to need before
bool Playout::enough() const noexcept {
  return have(params_.segments + 1) &&
         last_knot_ - knot(0).stamp > wanted_delay() - params_.sample_time;
}

void Playout::begin(double now) noexcept {
  const double nominal = last_knot_ - knot(count_ - 1 - params_.segments).stamp;
  clock_ = now - base_ - std::max(wanted_delay(), nominal);
  // old ones need not be played
  while (have(3) && knot(1).stamp < clock_ + kOnTime) drop_first();
  clock_ = std::clamp(clock_, knot(0).stamp, knot(1).stamp);
  faster_ = 0;
  aim(knot(0).stamp, knot(0).state);
}

// past the end of a segment: the first knot is its end, the next may be there
void Playout::next_segment() noexcept {
  while (phase_ == PlayoutPhase::playing && clock_ > knot(1).stamp - kOnTime) {
    drop_first();
    if (have(2)) {
      aim(knot(0).stamp, knot(0).state);
    } else {
      coast();
    }
  }
}

// the last velocity is kept, from the end of the segment on
void Playout::coast() noexcept {
  left_ = knot(0).state;
  elapsed_ = clock_ - knot(0).stamp;
  clock_ = knot(0).stamp;
  phase_ = PlayoutPhase::coasting;
  faster_ = 0;
  ++waited_;
}

// the knot that was late is there
void Playout::join(double now) noexcept {
  const double earliest = now - base_ - params_.most_delay;
  // too old to go there at full length: to the next one, or sooner
  while (have(3) && knot(1).stamp < earliest + params_.spacing) drop_first();
  clock_ = std::max(std::min(earliest, knot(1).stamp - params_.spacing), knot(0).stamp);
  aim(clock_, coasted(left_, elapsed_));
}

void Playout::stop() noexcept {
  const PoseState at = phase_ == PlayoutPhase::coasting ? coasted(left_, elapsed_) : state_;
  const PoseState rest{coasted(at, params_.stopping / 2).pose, {}, {}};
  segment_ = PoseSegment(at, rest, params_.stopping);
  phase_ = PlayoutPhase::stopping;
  elapsed_ = 0;
  // another stream, as far as anybody knows
  first_ = count_ = 0;
  received_ = false;
  base_ = 0;
}

// How fast the clock runs: a little faster while the delay is longer than it need be. Gives back
// how fast it ran until now.
double Playout::warp(double now, double dt) noexcept {
  const double before = faster_;
  const double over = now - base_ - (clock_ + dt) - wanted_delay() - params_.sample_time / 2;
  // slows down again in time
  const double wanted = over > 0 ? std::min(params_.catch_up, std::sqrt(2 * kRamp * over)) : 0;
  faster_ = std::clamp(wanted, before - kRamp * dt, before + kRamp * dt);
  return before;
}

void Playout::play(double now, double dt) noexcept {
  const double before = warp(now, dt);
  clock_ += dt * (1 + (before + faster_) / 2);
  next_segment();
  if (phase_ != PlayoutPhase::playing) return;
  state_ = segment_.at(clock_ - begun_);
  // in time as it passes here, not as it was stamped
  const double rate = 1 + faster_, change = dt > 0 ? (faster_ - before) / dt : 0;
  state_.acceleration = rate * rate * state_.acceleration + change * state_.twist;
  state_.twist = rate * state_.twist;
}

void Playout::wait(double now, double dt) noexcept {
  elapsed_ += dt;
  if (have(2)) {
    join(now);
    state_ = segment_.at(0);
  } else if (silence_ > std::max(params_.patience, kPauses * interval_)) {
    stop();
    state_ = segment_.at(0);
  }
}

void Playout::come_to_rest(double dt) noexcept {
  elapsed_ += dt;
  state_ = segment_.at(std::min(elapsed_, segment_.duration()));
  if (elapsed_ < segment_.duration()) return;
  state_ = {state_.pose, {}, {}};
  phase_ = PlayoutPhase::empty;
}

const PoseState& Playout::update(core::Time time) noexcept {
  const double dt = std::clamp(core::seconds(time - last_), 0.0, kLongestTick);
  last_ = time;
  const double keep = std::exp(-dt / params_.forgetting);
  interval_ *= keep;
  jitter_ *= keep;
  silence_ += dt;
  if (received_) base_ += kBaseDrift * dt;
  const double now = received_ ? core::seconds(time - origin_here_) : 0;
  switch (phase_) {
    case PlayoutPhase::empty:
      if (!enough()) return state_;
      begin(now);
      state_ = segment_.at(clock_ - begun_);
      break;
    case PlayoutPhase::playing:
      play(now, dt);
      break;
    case PlayoutPhase::coasting:
      wait(now, dt);
      break;
    case PlayoutPhase::stopping:
      come_to_rest(dt);
      return state_;
  }
  if (phase_ == PlayoutPhase::coasting) state_ = coasted(left_, elapsed_);
  delay_ = received_ ? now - base_ - clock_ : 0;
  return state_;
}

}  // namespace tether::control
