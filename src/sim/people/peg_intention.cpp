#include "tether/sim/people/peg_intention.hpp"

#include <algorithm>
#include <cmath>

namespace tether::sim {
namespace {

using spatial::Vector3;

constexpr double kPegHover = 15e-3;      // height above the hole at which the peg is aligned [m]
constexpr double kPegAligned = 3e-3;     // seen offset with which the person dares to go down [m]
constexpr double kInside = 4e-3;         // depth at which the person is sure to be inside [m]
constexpr double kPegMostPress = 20e-3;  // by which one stroke presses on [m]
// how many deviations of sight the person goes beyond what is asked for, to be sure
constexpr double kSure = 3;
// a hand that moves on by this much presses a newton more: arm and coupling in series [m/N]
constexpr double kPegGive = 4e-3;

// how precisely strokes are aimed [m]
constexpr double kPegFine = 4e-3;
constexpr double kPegCoarse = 20e-3;

}  // namespace

PegIntention::PegIntention(const PegTask& task, const TaskPerson& person,
                           std::uint64_t seed) noexcept
    : task_(task),
      person_(person),
      sure_(kSure * person.skill.acuity),
      random_(seed),
      sight_(person.skill.visual_delay),
      skin_(person.reaction_delay),
      hand_(person.start) {}

control::PointState PegIntention::update(core::Time now, double dt, const Senses& senses) noexcept {
  const Vector3 tip = task_.tip(senses.tool);
  if (!looked_) {
    looked_ = true;
    away_ = tip;
    sight_.fill(tip);
  }
  sight_.update(dt, tip);
  skin_.update(dt, senses.felt);

  const double t = core::seconds(now);
  if (!done() && t >= hand_.end() + person_.skill.visual_delay) decide(t);
  return hand_.at(t);
}

void PegIntention::decide(double t) noexcept {
  const Vector3 tip = sight_.perceived() + random_.normal3(person_.skill.acuity);
  // who has slipped off the hole begins again from above
  const bool beside = (tip - task_.hole).head<2>().norm() > task_.hole_radius;
  if (beside && (doing_ == Doing::feeling || doing_ == Doing::pushing)) {
    doing_ = Doing::approaching;
    retry_.reset();
  }
  switch (doing_) {
    case Doing::approaching:
      return approach(t, tip);
    case Doing::feeling:
      return feel(t, tip);
    case Doing::pushing:
      return push(t, tip);
    case Doing::leaving:
      return leave(t, tip);
  }
}

// above the hole, until it seems to be straight below
void PegIntention::approach(double t, const Vector3& tip) noexcept {
  Vector3 off = task_.hole + Vector3(0, 0, kPegHover) - tip;
  const bool low = std::abs(off.z()) < kPegHover;
  if (low && off.head<2>().norm() < kPegAligned) {
    above_.learn(hand_.at(t).position + off, person_.skill.adaptation);
    doing_ = Doing::feeling;
    fresh_ = true;
    retry_.reset();
    return feel(t, tip);
  }
  if (fresh_) {
    fresh_ = false;
    const Vector3 hand = hand_.at(t).position;
    return stroke(t, above_.aim(hand + off) - hand, kPegFine);
  }
  if (low) off.z() = 0;
  stroke(t, retry_.update(tip, off) * off, kPegFine);
}

// presses down and shifts towards where the hole seems to be, until the peg gives way
void PegIntention::feel(double t, const Vector3& tip) noexcept {
  if (task_.depth_of(tip) > kInside) {
    doing_ = Doing::pushing;
    return push(t, tip);
  }
  Vector3 way = task_.hole - tip;
  way.z() = 0;
  way *= retry_.update(tip, way);
  way.z() = -press(person_.skill.press_force);
  stroke(t, way, kPegFine);
}

void PegIntention::push(double t, const Vector3& tip) noexcept {
  if (task_.depth_of(tip) > task_.depth + sure_) {
    doing_ = Doing::leaving;
    ++inserted_;
    clear_ = false;
    return leave(t, tip);
  }
  stroke(t, give_way() - Vector3(0, 0, press(person_.skill.press_force)), kPegFine);
}

void PegIntention::leave(double t, const Vector3& tip) noexcept {
  if ((tip - task_.hole).norm() > task_.clear_radius + sure_) {
    clear_ = true;
    doing_ = Doing::approaching;
    retry_.reset();
    if (!done()) approach(t, tip);
    return;
  }
  if (task_.depth_of(tip) > -sure_) {
    // straight up as long as the peg is in the hole
    retry_.reset();
    return stroke(t, give_way() - Vector3(0, 0, press(-person_.skill.press_force)), kPegFine);
  }
  const Vector3 way = away_ - tip;
  stroke(t, retry_.update(tip, way) * way, kPegCoarse);
}

double PegIntention::press(double force) const noexcept {
  return std::clamp(kPegGive * (force - skin_.perceived().z()), -kPegMostPress, kPegMostPress);
}

spatial::Vector3 PegIntention::give_way() const noexcept {
  return kPegGive / 2 * Vector3(skin_.perceived().x(), skin_.perceived().y(), 0);
}

void PegIntention::stroke(double t, const Vector3& way, double width) noexcept {
  hand_.begin(t, hand_.at(t).position + way, width, person_.skill,
              clumsiness(person_.skill, person_.practice + inserted_), random_);
}

}  // namespace tether::sim
