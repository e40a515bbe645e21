#include "tether/control/environment/contact_finder.hpp"

#include <algorithm>
#include <cmath>

namespace tether::control {
namespace {

constexpr double kPlace = 1e-3;        // standard deviation of a surface that was just found [m]
constexpr double kMeasured = 1e-4;     // of a place that is measured [m]
constexpr double kForce = 0.1;         // and of a force [N]
constexpr double kUntold = 0.05;       // of a compression, that may be motion of the wall
constexpr int kQuiet = 20;             // ticks without load after which a contact is over
constexpr double kStrong = 2;          // loads, in contacts, that turn the normal
constexpr int kLearned = 50;           // of them, of which a tool that stands takes the mean
constexpr double kAlong = 0.5;         // share of a motion along the normal of a tool that slides
constexpr double kSmooth = 0.1;        // of a motion, per tick

}  // namespace

ContactFinder::ContactFinder(const ContactFinderParams& params) noexcept : params_(params) {
  for (int i = 0; i < kContactPlanes; ++i) {
    walls_[index(i)].plane.slot = static_cast<std::uint8_t>(i);
  }
}

void ContactFinder::update(const spatial::Vector3& tool, const spatial::Vector3& force) noexcept {
  ++ticks_;
  move(tool);
  feel(tool, force);
  const bool one = std::ranges::count_if(walls_, &Wall::touched) == 1;
  double pressed = 0;
  for (std::size_t i = 0; i < walls_.size(); ++i) {
    Wall& wall = walls_[i];
    wall.load = wall.touched ? felt_.load[i] : 0;
    if (!wall.plane.stands()) continue;
    if (!wall.touched) {
      miss(wall, tool);
    } else if (wall.load > params_.release) {
      wall.quiet = 0;
      wall.missing = 0;
      wall.used = ticks_;
      pressed = std::max(pressed, wall.load);
      if (one) turn(wall, force);
      refine(wall, tool);
    } else if (++wall.quiet >= kQuiet) {
      wall.touched = false;
    }
  }
  // twice in a row, so that a single sample of noise is no wall
  const double least = std::max(params_.contact, params_.friction * pressed);
  const spatial::Vector3 before = force_;
  force_ = felt_.left;
  if (force_.norm() <= least || before.norm() <= least || force_.dot(before) <= 0) return;
  found(tool, force_.normalized());
  force_.setZero();
}

void ContactFinder::move(const spatial::Vector3& tool) noexcept {
  if (ticks_ > 1) moves_ += kSmooth * (tool - tool_ - moves_);
  tool_ = tool;
}

// divides the force among the walls that are touched, and those that this shows to be touched again
void ContactFinder::feel(const spatial::Vector3& tool, const spatial::Vector3& force) noexcept {
  std::array<spatial::Vector3, kContactPlanes> normals;
  for (std::size_t i = 0; i < walls_.size(); ++i) {
    normals[i] = walls_[i].touched ? walls_[i].plane.normal : spatial::Vector3::Zero();
  }
  felt_ = divide(force, normals);
  for (std::size_t i = 0; i < walls_.size(); ++i) {
    if (!reached(walls_[i], tool, felt_.left)) continue;
    walls_[i].touched = true;
    normals[i] = walls_[i].plane.normal;
    felt_ = divide(force, normals);
  }
}

// a wall that is known, from where and how it is touched
bool ContactFinder::reached(const Wall& wall, const spatial::Vector3& tool,
                            const spatial::Vector3& force) const noexcept {
  const ContactPlane& plane = wall.plane;
  if (!plane.stands() || wall.touched) return false;
  const double load = plane.normal.dot(force);
  return load > params_.contact && load > params_.same_normal * force.norm() &&
         std::abs(plane.depth(tool)) < params_.same_place + 3 * plane.uncertainty;
}

void ContactFinder::found(const spatial::Vector3& tool,
                          const spatial::Vector3& direction) noexcept {
  Wall* oldest = &walls_[0];
  for (Wall& wall : walls_) {
    const bool worse = oldest->plane.stands() && (!wall.plane.stands() || wall.used < oldest->used);
    if (worse) oldest = &wall;
  }
  // all of them are touched just now
  if (oldest->touched && oldest->used == ticks_) return;
  ContactPlane& plane = oldest->plane;
  const std::uint8_t generation = plane.generation == 255 ? 1 : plane.generation + 1;
  plane = {.slot = plane.slot,
           .generation = generation,
           .normal = direction,
           .point = tool,
           .stiffness = params_.stiffness,
           .extent = 0,
           .uncertainty = kPlace};
  *oldest = {.plane = plane,
             .touched = true,
             .load = params_.contact,
             .compliance = 1 / params_.stiffness,
             .ss = kPlace * kPlace,
             .cc = 1 / (params_.stiffness * params_.stiffness),
             .used = ticks_};
}

void ContactFinder::turn(Wall& wall, const spatial::Vector3& force) noexcept {
  if (wall.load <= kStrong * params_.contact) return;
  ContactPlane& plane = wall.plane;
  spatial::Vector3 direction = force;
  const double way = moves_.norm();
  const bool slides = way > params_.slides * params_.sample_time &&
                      std::abs(plane.normal.dot(moves_)) < kAlong * way;
  if (slides) direction -= force.dot(moves_) / (way * way) * moves_;
  // what a tool that stands feels beside the normal later is friction, or another wall
  if (!slides && ++wall.learned > kLearned) return;
  const double gain =
      slides ? std::min(params_.turn * params_.sample_time, 1.0) : 1.0 / (1 + wall.learned);
  plane.normal = (plane.normal + gain * (direction.normalized() - plane.normal)).normalized();
}

void ContactFinder::refine(Wall& wall, const spatial::Vector3& tool) noexcept {
  ContactPlane& plane = wall.plane;
  plane.extent = std::max(plane.extent, plane.beside(tool));
  // the wall may have moved
  wall.ss += params_.wander * params_.wander * params_.sample_time;
  // the regressor is (1, −f)
  const double f = wall.load;
  const double place = plane.normal.dot(tool);
  double surface = plane.normal.dot(plane.point);
  const double error = place - (surface - wall.compliance * f);
  const double s = wall.ss - f * wall.sc, c = wall.sc - f * wall.cc;
  const double by_force = wall.compliance * kForce;
  const double variance = kMeasured * kMeasured + by_force * by_force + s - f * c;
  surface += s / variance * error;
  wall.compliance = std::clamp(wall.compliance + c / variance * error, 0.0,
                               1 / params_.least_stiffness);
  wall.ss -= s * s / variance;
  wall.sc -= s * c / variance;
  wall.cc -= c * c / variance;
  const double rest = place + wall.compliance * f - surface;
  plane.point += (surface - plane.normal.dot(plane.point)) * plane.normal;
  plane.stiffness = std::min(1 / std::max(wall.compliance, 1e-9), 1e6);
  plane.uncertainty = std::sqrt(std::max(wall.ss, 0.0)) + std::abs(rest) + kUntold * wall.compliance * f;
}

void ContactFinder::miss(Wall& wall, const spatial::Vector3& tool) noexcept {
  const ContactPlane& plane = wall.plane;
  const double sure = params_.missing + 3 * plane.uncertainty;
  const bool inside = plane.depth(tool) > sure && plane.beside(tool) <= plane.extent + params_.reach;
  wall.missing = inside ? wall.missing + params_.sample_time : 0;
  if (wall.missing > params_.patience) wall.plane.stiffness = 0;
}

}  // namespace tether::control
