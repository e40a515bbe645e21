#include "tether/sim/people/tool_pickup_intention.hpp"

#include <algorithm>
#include <cmath>

namespace tether::sim {
namespace {

using spatial::Vector3;

// all at the follower [m]
constexpr double kPickupHover =
    25e-3;  // of the pins above the tool, where they are aligned by sight
constexpr double kPickupAligned = 8e-3;  // seen offset with which the person dares to go down
constexpr double kDown = 6e-3;           // longest stroke down
// longest stroke towards the tool, with an arm that is slow and heavy
constexpr double kStride = 35e-3;
constexpr double kGiven = 9e-3;  // by which it has sunk when the person knows that it is inside
constexpr double kFar = 20e-3;   // beside the holes, where feeling about is given up
constexpr double kFull = 3e-3;   // seen height at which the person takes it for seated

constexpr double kPickupMostPress = 2e-3;  // by which one stroke presses on, at the hand [m]
// a hand that moves on by this much presses a newton more: arm and coupling in series [m/N]
constexpr double kPickupGive = 5e-3;
// what is felt of a tool that stands, share of the force to press with
constexpr double kStands = 0.5;

// how precisely strokes are aimed, at the hand [m]
constexpr double kPickupFine = 2e-3;
constexpr double kPickupCoarse = 8e-3;

}  // namespace

ToolPickupIntention::ToolPickupIntention(const ToolPickupTask& task, const ToolPickupView& view,
                                         const TaskPerson& person, std::uint64_t seed) noexcept
    : task_(task),
      view_(view),
      person_(person),
      random_(seed),
      lasting_(seen_error()),
      sight_(person.skill.visual_delay),
      skin_(person.reaction_delay),
      hand_(person.start) {}

Vector3 ToolPickupIntention::seen_error() noexcept {
  const double across = view_.blur * person_.skill.acuity;
  const double along = view_.depth_blur * person_.skill.acuity;
  const Vector3 draw = random_.normal3(1);
  return draw.cwiseProduct(Vector3(along, across, across));
}

control::PointState ToolPickupIntention::update(core::Time now, double dt,
                                                const Senses& senses) noexcept {
  const Vector3 place = task_.place(senses.tool.position);
  if (!looked_) {
    looked_ = true;
    sight_.fill(place);
  }
  sight_.update(dt, place);
  skin_.update(dt, senses.felt);
  // the end is seen in the model, and reported by the changer
  if (task_.is_in(place) && doing_ == Doing::pushing) done_ = true;

  const double t = core::seconds(now);
  const double pause = person_.skill.visual_delay + view_.look;
  if (!done_ && t >= hand_.end() + pause) decide(t);
  return hand_.at(t);
}

void ToolPickupIntention::decide(double t) noexcept {
  const Vector3 place = sight_.perceived() + lasting_ + seen_error();
  switch (doing_) {
    case Doing::approaching:
      return approach(t, place);
    case Doing::lowering:
      return lower(t, place);
    case Doing::searching:
      return search(t, place);
    case Doing::pushing:
      return push(t, place);
  }
}

// above the tool, until it seems to be straight below
void ToolPickupIntention::approach(double t, const Vector3& place) noexcept {
  Vector3 off = task_.seat + Vector3(0, 0, task_.pin_length + kPickupHover) - place;
  const bool low = std::abs(off.z()) < kPickupHover / 2;
  if (low && off.head<2>().norm() < kPickupAligned) {
    doing_ = Doing::lowering;
    retry_.reset();
    return lower(t, place);
  }
  if (low) off.z() = 0;
  off *= std::min(1.0, kStride / std::max(off.norm(), 1e-9));
  stroke(t, give_way() + retry_.update(place, off) * off / task_.scale, kPickupCoarse);
}

// down, a little at a time, until it is felt to stand
void ToolPickupIntention::lower(double t, const Vector3& place) noexcept {
  if (skin_.perceived().z() > kStands * person_.skill.press_force) {
    doing_ = Doing::searching;
    stands_ = place.z();
    probes_ = 0;
    return search(t, place);
  }
  // already between the walls of the holes
  if (task_.height(place) < task_.pin_length - 2 * kGiven) {
    doing_ = Doing::pushing;
    return push(t, place);
  }
  Vector3 way = task_.seat - place;
  way.z() = -kDown;
  stroke(t, give_way() + way / task_.scale, kPickupFine);
}

// presses lightly and feels about around where the holes seem to be, until it gives way
void ToolPickupIntention::search(double t, const Vector3& place) noexcept {
  if (stands_ - place.z() > kGiven) {
    doing_ = Doing::pushing;
    return push(t, place);
  }
  if (task_.beside(place) > kFar) {
    doing_ = Doing::approaching;
    retry_.reset();
    return stroke(t, Vector3(0, 0, (task_.pin_length + kPickupHover) / task_.scale), kPickupCoarse);
  }
  const Vector3 way = probe() / task_.scale + give_way();
  stroke(t, way - Vector3(0, 0, press(person_.skill.press_force)), kPickupFine);
}

void ToolPickupIntention::push(double t, const Vector3& place) noexcept {
  // it stood on something else
  if (task_.height(place) > task_.pin_length + kGiven) {
    doing_ = Doing::approaching;
    retry_.reset();
    return approach(t, place);
  }
  const bool full = task_.height(place) < kFull;
  const double force = (full ? 1.5 : 1) * person_.skill.press_force;
  stroke(t, give_way() - Vector3(0, 0, press(force)), kPickupFine);
}

// legs of 1, 1, 2, 2, 3, 3 … steps, each of one step at a time
Vector3 ToolPickupIntention::probe() noexcept {
  int leg = 1;
  int left = probes_++;
  int turn = 0;
  while (left >= leg) {
    left -= leg;
    turn = (turn + 1) % 4;
    if (turn % 2 == 0) ++leg;
  }
  const double angle = turn * 1.5707963267948966;
  return view_.step * Vector3(std::cos(angle), std::sin(angle), 0);
}

double ToolPickupIntention::press(double force) const noexcept {
  return std::clamp(kPickupGive * (force - skin_.perceived().z()), -kPickupMostPress,
                    kPickupMostPress);
}

Vector3 ToolPickupIntention::give_way() const noexcept {
  return view_.compliance * kPickupGive / 2 *
         Vector3(skin_.perceived().x(), skin_.perceived().y(), 0);
}

void ToolPickupIntention::stroke(double t, const Vector3& way, double width) noexcept {
  hand_.begin(t, hand_.at(t).position + way, width, person_.skill,
              clumsiness(person_.skill, person_.practice), random_);
}

}  // namespace tether::sim
