#include "tether/control/environment/wall_display.hpp"

#include <algorithm>
#include <cmath>

namespace tether::control {

namespace {

constexpr double kOther = 0.5;    // cosine between normals under which it is another wall
constexpr double kClear = 1e-3;   // in front of the hand, where a wall that is gone ends [m]
constexpr double kLeast = 1e-3;   // force that turns at once [N]
constexpr double kSoftest = 1.0;  // [N/m]

}  // namespace

WallDisplay::WallDisplay(const WallDisplayParams& params) noexcept : params_(params) {
  // a slot of which nothing is known yet is displayed as that
  for (std::size_t i = 0; i < walls_.size(); ++i) {
    walls_[i].known.slot = walls_[i].shown.slot = static_cast<std::uint8_t>(i);
  }
}

double WallDisplay::stiffness(const ContactPlane& known) const noexcept {
  return std::max(std::min(params_.stiffness, known.stiffness), kSoftest);
}

// at once, without a force on a hand that is beyond it already
void WallDisplay::begin(Wall& wall, const spatial::Vector3& hand) const noexcept {
  wall.shown = wall.known;
  wall.shown.point -= std::max(wall.known.depth(hand), 0.0) * wall.known.normal;
  wall.shown.stiffness = stiffness(wall.known);
}

void WallDisplay::receive(const ContactPlane& plane, const spatial::Vector3& hand) noexcept {
  if (plane.slot >= kContactPlanes) return;
  Wall& wall = walls_[plane.slot];
  if (plane.generation != wall.known.generation) wall.front = wall.behind = false;
  wall.known = plane;
  if (!plane.stands()) return;
  if (!wall.shown.stands() || wall.shown.depth(hand) <= 0) {
    begin(wall, hand);
  } else if (same(wall)) {
    wall.shown.generation = plane.generation;
    wall.shown.extent = plane.extent;
    wall.shown.uncertainty = plane.uncertainty;
  }
}

// what is displayed may turn into what is known, rather than end first
bool WallDisplay::same(const Wall& wall) const noexcept {
  return wall.known.stands() && wall.known.normal.dot(wall.shown.normal) > kOther;
}

double WallDisplay::share_beside(const Wall& wall, const spatial::Vector3& hand) const noexcept {
  const double end = wall.known.extent + params_.reach;
  return std::clamp((end + params_.fade - wall.known.beside(hand)) / params_.fade, 0.0, 1.0);
}

// depth of the hand in what is to be displayed
double WallDisplay::wanted(Wall& wall, const spatial::Vector3& hand) const noexcept {
  if (!same(wall)) return -kClear;
  const double depth = wall.known.depth(hand);
  if (depth <= 0) {
    wall.front = true;
    wall.behind = false;
    return depth;
  }
  const double share = share_beside(wall, hand);
  if (share == 0 && wall.front) wall.behind = true;
  return wall.behind ? -kClear : share * depth;
}

void WallDisplay::turn(Wall& wall, const spatial::Vector3& hand) const noexcept {
  ContactPlane& shown = wall.shown;
  const double depth = shown.depth(hand);
  const double most = force_step() / std::max(shown.stiffness * depth, kLeast);
  const spatial::Vector3 away = wall.known.normal - shown.normal;
  shown.normal += std::min(1.0, most / std::max(away.norm(), most)) * away;
  shown.normal.normalize();
  shown.point = hand + depth * shown.normal;
}

void WallDisplay::stiffen(Wall& wall, const spatial::Vector3& hand) const noexcept {
  ContactPlane& shown = wall.shown;
  const double depth = shown.depth(hand);
  const double step = 1 + force_step() / std::max(shown.stiffness * depth, kLeast);
  const double root =
      std::clamp(std::sqrt(stiffness(wall.known) / shown.stiffness), 1 / step, step);
  shown.stiffness *= root * root;
  shown.point += (depth / root - depth) * shown.normal;
}

// moves the surface towards where the wall is; what the account pays for that [J]
double WallDisplay::approach(Wall& wall, const spatial::Vector3& hand,
                             double budget) const noexcept {
  ContactPlane& shown = wall.shown;
  const double depth = shown.depth(hand);
  const double goal = wanted(wall, hand);
  const double from = std::max(depth, 0.0);
  double next = goal;
  double paid = 0;
  if (goal > from) {
    const double most = std::max(budget, 0.0) * params_.budget_share;
    const double payable = std::sqrt(from * from + 2 * most / shown.stiffness);
    const double pushes = std::max(from, params_.push / shown.stiffness);
    next = std::min({goal, from + params_.speed * params_.sample_time, payable, pushes});
    paid = 0.5 * shown.stiffness * (next * next - from * from);
  } else if (goal < depth && depth > 0) {
    // a hand that goes after it is let go as well
    const double falls = (wall.force - force_step()) / shown.stiffness;
    next = std::max(goal, std::min(depth, falls));
  }
  shown.point += (next - depth) * shown.normal;
  return paid;
}

WallDisplay::Out WallDisplay::update(const spatial::Vector3& hand,
                                     const spatial::Vector3& velocity, double budget) noexcept {
  Out out;
  for (Wall& wall : walls_) {
    ContactPlane& shown = wall.shown;
    if (!shown.stands()) continue;
    if (same(wall) && shown.depth(hand) > 0) {
      turn(wall, hand);
      stiffen(wall, hand);
    }
    out.paid += approach(wall, hand, budget - out.paid);
    const double depth = shown.depth(hand);
    wall.force = shown.stiffness * std::max(depth, 0.0);
    if (depth <= 0) {
      // what ended may begin again as what is known by now
      if (!same(wall)) shown.stiffness = 0;
      if (!same(wall) && wall.known.stands()) begin(wall, hand);
      continue;
    }
    const double spring = wall.force;
    const double in = -shown.normal.dot(velocity);
    out.force += (spring + std::clamp(params_.damping * in, -spring, spring)) * shown.normal;
    out.energy += 0.5 * spring * depth;
  }
  return out;
}

void WallDisplay::align(const spatial::Vector3& hand, const spatial::Vector3& force) noexcept {
  for (Wall& wall : walls_) {
    ContactPlane& shown = wall.shown;
    if (!shown.stands() || wall.known.depth(hand) <= 0) continue;
    const double depth = std::max(shown.normal.dot(force), 0.0) / shown.stiffness;
    shown.point += (depth - shown.depth(hand)) * shown.normal;
    wall.force = shown.stiffness * depth;
  }
}

void WallDisplay::release(const spatial::Vector3& hand) noexcept {
  for (Wall& wall : walls_) {
    wall.shown.point -= std::max(wall.shown.depth(hand), 0.0) * wall.shown.normal;
  }
}

}  // namespace tether::control
