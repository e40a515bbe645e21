#include "tether/sim/people/driving_intention.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tether::sim {
namespace {

using spatial::Vector3;

constexpr double kHandRate = 14;             // with which the hand goes where it is wanted [1/s]
constexpr double kAtRest = 2e-3;             // a handle this near its centre feels centred [m]
constexpr double kNotice = 0.01;             // in which a change of force is noticed [s]
constexpr double kPulse = 0.3;               // share by which the push swells and ebbs
constexpr double kTrust = 0.35;              // of a new percept against the memory of those before
constexpr double kTrustDrift = 0.08;         // the same of their change
constexpr double kMostSteer = 10e-3;         // [m]
constexpr double kLeastStroke = 6e-3;        // that is still felt [m]
constexpr double kMostSteerIntegral = 4e-3;  // [m]
constexpr int kExplore = 4;                  // strokes before driving off
constexpr int kLook = 6;                     // strokes of a look to the sides

// shares of the resistance to stop at
constexpr double kEasy = 0.5;                         // up to it the push is comfortable
constexpr double kWary = 0.72;                        // from it on the person stops to feel
constexpr double kFalseAlarm = 0.62;                  // what felt less after all is driven through
constexpr double kClose = 0.06;                       // near enough to be there
constexpr double kInchTime = 5;                       // inching per share that is missing [s]
constexpr double kShortInch = 0.25, kLongInch = 1.2;  // [s]
constexpr int kShortTurn = 2, kLongTurn = 16;         // strokes
constexpr double kClearlyFreer = 0.25;                // e of a way out

}  // namespace

DrivingIntention::DrivingIntention(const DrivingParams& params, std::uint64_t seed) noexcept
    : params_(params),
      random_(seed),
      place_(params.reaction_delay),
      pace_(params.reaction_delay),
      skin_(params.reaction_delay),
      stop_(params.stop_resistance * (1 + random_.normal(params.recall))),
      veer_(random_.uniform(params.least_veer, params.most_veer)),
      ahead_(params.free_handle),
      sides_{params.free_handle, params.free_handle} {
  if (random_.uniform(0, 1) < 0.5) veer_ = -veer_;
}

control::PointState DrivingIntention::update(core::Time, double dt, const Senses& senses) noexcept {
  feel(dt, senses);
  stray(dt);
  phase_ += dt / stroke_time();
  if (phase_ >= 1) {
    phase_ -= 1;
    end_stroke();
  }
  move(dt, wanted());
  return {params_.centre + hand_, hand_velocity_};
}

void DrivingIntention::feel(double dt, const Senses& senses) noexcept {
  const Vector3 force = skin_.update(dt, senses.felt);
  const Vector3 pace = pace_.update(dt, senses.hand_velocity);
  const Vector3 at = place_.update(dt, senses.hand - params_.centre) + params_.grip_give * force;
  // the handle's rate: the hand's, and what the fingers give way by
  force_rate_ += dt / kNotice * ((force - force_) / std::max(dt, 1e-6) - force_rate_);
  force_ = force;
  const Vector3 rate = pace + params_.grip_give * force_rate_;
  feel_ahead(-at.z(), -rate.z(), force.z());
  feel_side(true, at.x(), rate.x(), -force.x());
  feel_side(false, -at.x(), -rate.x(), force.x());
}

// a stroke to one side is judged when the handle is back
void DrivingIntention::feel_side(bool right, double deflection, double rate,
                                 double force) noexcept {
  FeltResistance& stroke = right ? right_stroke_ : left_stroke_;
  if (deflection > kAtRest) return stroke.feel(deflection, rate, force);
  if (stroke.felt()) {
    const double percept = stroke.percept(params_.touch, random_);
    (right ? sides_.right : sides_.left) = percept;
    (right ? look_.right : look_.left) += percept;
    (right ? looks_.right : looks_.left) += 1;
    ++compared_;
    if (compared_ >= 2) compare();
  }
  stroke.begin();
}

// while driving, the push swells and ebbs and is judged at the end of every second stroke; a tap
// is judged when the handle is back
void DrivingIntention::feel_ahead(double deflection, double rate, double force) noexcept {
  if (doing_ == Doing::driving || deflection > kAtRest) {
    return ahead_stroke_.feel(deflection, rate, force);
  }
  if (fresh_ && ahead_stroke_.felt()) {
    const double percept = ahead_stroke_.percept(params_.touch, random_);
    taps_sum_ += percept;
    ++taps_;
    learn_ahead(percept);
  }
  fresh_ = true;
  ahead_stroke_.begin();
}

void DrivingIntention::learn_ahead(double percept) noexcept {
  const double before = ahead_;
  ahead_ += 0.5 * (percept - ahead_);
  growth_ += 0.5 * (ahead_ - before - growth_);
}

// the observer: what the last strokes showed, and what the own steering should have done since
void DrivingIntention::compare() noexcept {
  const double dt = params_.stroke;
  const double e = std::log(std::max(sides_.right, 1.0) / std::max(sides_.left, 1.0));
  const double speed = doing_ == Doing::driving ? push_now() / params_.push : 0;
  drift_ += dt * params_.steer_effect * speed * (steer_ - steer_integral_);
  imbalance_ += dt * drift_;
  const double surprise = e - imbalance_;
  imbalance_ += kTrust * surprise;
  drift_ += kTrustDrift / dt * surprise;
  if (doing_ == Doing::driving) {
    steer_integral_ -= dt * params_.integral * imbalance_;
    steer_integral_ = std::clamp(steer_integral_, -kMostSteerIntegral, kMostSteerIntegral);
  }
  steer_ = steer_integral_ - params_.proportional * imbalance_ - params_.derivative * drift_;
  steer_ = std::clamp(steer_, -kMostSteer, kMostSteer);
}

void DrivingIntention::end_stroke() noexcept {
  ++strokes_;
  switch (doing_) {
    case Doing::exploring:
      if (strokes_ >= kExplore) begin(Doing::driving);
      return;
    case Doing::driving:
      if (strokes_ % 2 != 0) return;
      if (ahead_stroke_.felt() && strokes_ > 2) {
        learn_ahead(ahead_stroke_.percept(params_.touch, random_));
      }
      ahead_stroke_.begin();
      if (ahead_ + std::max(growth_, 0.0) > kWary * stop_) begin(Doing::tapping);
      return;
    case Doing::tapping:
      if (taps_ >= params_.taps) judge_ahead();
      return;
    case Doing::looking:
      if (strokes_ >= kLook + 1) judge_sides();
      return;
    case Doing::inching:
      return begin(Doing::tapping);
    case Doing::turning:
      if (taps_ >= 3 && ahead_ < kFalseAlarm * stop_)
        begin(Doing::driving);
      else if (strokes_ >= turn_strokes_)
        begin(Doing::tapping);
      return;
    case Doing::resting:
      return;
  }
}

void DrivingIntention::judge_ahead() noexcept {
  ahead_ = taps_sum_ / taps_;
  missing_ = 1 - ahead_ / stop_;
  if (missing_ > 1 - kFalseAlarm) return begin(Doing::driving);
  begin(Doing::looking);
}

// a clearly freer side is turned to, far if it is a way out, a little if it is not and the stop is
// not reached; else the person inches on until it is
void DrivingIntention::judge_sides() noexcept {
  const double right = look_.right / std::max(looks_.right, 1.0);
  const double left = look_.left / std::max(looks_.left, 1.0);
  const double e = std::log(std::max(right, 1.0) / std::max(left, 1.0));
  const bool there = missing_ < kClose;
  const bool way_out = std::min(right, left) < params_.open_resistance;
  if ((way_out || !there) && std::abs(e) > kClearlyFreer && turns_ < params_.attempts) {
    turn_way_ = e > 0 ? -1 : 1;
    turn_strokes_ = way_out ? kLongTurn : kShortTurn;
    ++turns_;
    return begin(Doing::turning);
  }
  if (there) return begin(Doing::resting);
  inching_ = std::clamp(kInchTime * missing_, kShortInch, kLongInch);
  begin(Doing::inching);
}

void DrivingIntention::begin(Doing what) noexcept {
  doing_ = what;
  strokes_ = 0;
  phase_ = 0;
  fresh_ = false;
  ahead_stroke_.begin();
  taps_sum_ = 0;
  taps_ = 0;
  look_ = looks_ = Sides{};
  growth_ = 0;
}

// an Ornstein–Uhlenbeck process
void DrivingIntention::stray(double dt) noexcept {
  const double keep = std::exp(-dt / params_.wander_time);
  wander_ = keep * wander_ + random_.normal(params_.wander * std::sqrt(1 - keep * keep));
}

double DrivingIntention::stroke_time() const noexcept {
  if (doing_ == Doing::inching) return inching_ + params_.stroke;
  // a tap is slow enough for the handle to come back in between
  return doing_ == Doing::tapping || doing_ == Doing::turning ? params_.tap : params_.stroke;
}

// gentler the stiffer it is ahead
double DrivingIntention::push_now() const noexcept {
  const double ease = (kWary * stop_ - ahead_ - std::max(growth_, 0.0)) / ((kWary - kEasy) * stop_);
  return params_.inch + (params_.push - params_.inch) * std::clamp(ease, 0.0, 1.0);
}

// deflection from the centre, with what the arm is expected to give way by on top
spatial::Vector3 DrivingIntention::wanted() const noexcept {
  const double pi = std::numbers::pi;
  const bool to_right = strokes_ % 2 == 0;
  const double there = std::sin(pi * phase_);  // and back
  double x = 0, push = 0;
  switch (doing_) {
    case Doing::exploring:
    case Doing::driving: {
      const double way = std::clamp(params_.sway + (to_right ? steer_ : -steer_), kLeastStroke,
                                    params_.sway + kMostSteer);
      x = (to_right ? way : -way) * there;
      if (doing_ == Doing::driving) {
        push = push_now() * (1 - kPulse * std::cos(pi * (phase_ + (to_right ? 0 : 1))));
      }
      break;
    }
    case Doing::tapping:
      push = params_.touch_light * there * there;
      break;
    case Doing::looking:
      x = (to_right ? 1 : -1) * params_.sway * there;
      break;
    case Doing::inching:
      push = phase_ * stroke_time() < inching_ ? params_.inch : 0;
      break;
    case Doing::turning:
      x = turn_way_ * params_.turn;
      push = params_.touch_light * there * there;
      break;
    case Doing::resting:
      break;
  }
  if (x != 0) x += veer_ + wander_;
  x *= 1 + params_.give * (x > 0 ? sides_.right : sides_.left);
  push *= 1 + params_.give * ahead_;
  return {x, 0, -push};
}

// critically damped
void DrivingIntention::move(double dt, const Vector3& to) noexcept {
  hand_velocity_ += dt * kHandRate * (kHandRate * (to - hand_) - 2 * hand_velocity_);
  hand_ += dt * hand_velocity_;
}

}  // namespace tether::sim
