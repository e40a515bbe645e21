#include "tether/assist/obstacles/obstacle_force.hpp"

#include <algorithm>
#include <cmath>

namespace tether::assist {
namespace {

// of the store: never spent on stiffness, so that a damper can be paid for that fills it again
constexpr double kForDamper = 0.1;
// of what is then left: never spent at all, so that rounding cannot take the store below zero
constexpr double kKept = 0.1;
// of the store that must be missing until the damper is there in full, so that it does not chatter
constexpr double kFadeIn = 0.1;

bool all_finite(const ObstacleForceInput& in) noexcept {
  const control::Obstruction& c = in.obstruction;
  return in.handle.allFinite() && in.velocity.allFinite() && std::isfinite(in.share) &&
         std::isfinite(c.forward) && std::isfinite(c.backward) && std::isfinite(c.left) &&
         std::isfinite(c.right);
}

double unit(double value) noexcept { return std::clamp(value, 0.0, 1.0); }

double square(double value) noexcept { return value * value; }

// the slower of what was estimated and what was seen; nothing where they are at odds, since a
// damper that lags behind a reversal pushes
double agreed(double velocity, double seen) noexcept {
  if (velocity * seen <= 0) return 0;
  return std::abs(velocity) < std::abs(seen) ? velocity : seen;
}

}  // namespace

ObstacleForce::ObstacleForce(const ObstacleForceParams& params) noexcept
    : params_(params), way_(params.top_speed * params.sample_time), store_(params.store) {}

// what a spring that is held may give beyond what it holds, until it is accounted for [J]
double ObstacleForce::may_cost(double stiffness) const noexcept {
  return 0.5 * stiffness * square(way_);
}

// the tick before: its forces were held while the handle came here
void ObstacleForce::account(Axis& axis, double place) noexcept {
  const double displacement = place - axis.place;
  store_ -= 0.5 * axis.stiffness * square(displacement) + axis.damper * displacement;
  store_ = std::min(store_, params_.store);
  axis.place = place;
}

// where the handle went is not known: the worst that it can have cost, nothing of what was bent
void ObstacleForce::limp() noexcept {
  for (Axis* axis : {&z_, &x_}) {
    store_ -= may_cost(axis->stiffness) + std::abs(axis->damper) * way_;
    axis->stiffness = axis->damper = 0;
  }
}

void ObstacleForce::stiffen(double push, double steer) noexcept {
  // softer at once, which only sets energy free
  const auto soften = [this](Axis& axis, double wanted) {
    if (wanted >= axis.stiffness) return;
    store_ += 0.5 * (axis.stiffness - wanted) * square(axis.place);
    // more than at the start is of no use, and is lost
    store_ = std::min(store_, params_.store);
    axis.stiffness = wanted;
  };
  soften(z_, push);
  soften(x_, steer);
  const double most = (1 - kForDamper) * std::max(store_, 0.0);
  const double kept = may_cost(z_.stiffness + x_.stiffness);
  if (kept > most) {
    soften(z_, z_.stiffness * most / kept);
    soften(x_, x_.stiffness * most / kept);
    return;
  }

  // stiffer, both alike, as far as that can be paid
  const double dz = push - z_.stiffness, dx = steer - x_.stiffness;
  const double price = 0.5 * (dz * square(z_.place) + dx * square(x_.place));
  const double cost = price + may_cost(dz + dx);
  const double part = cost > most - kept ? (most - kept) / cost : 1;
  // a whole step lands on what was wanted, to the last bit
  z_.stiffness = part < 1 ? z_.stiffness + part * dz : push;
  x_.stiffness = part < 1 ? x_.stiffness + part * dx : steer;
  store_ -= part * price;
}

void ObstacleForce::damp(const spatial::Vector3& displacement,
                         const spatial::Vector3& velocity) noexcept {
  const double missing = params_.store - store_;
  const double damping = params_.damping * unit(missing / (kFadeIn * params_.store));
  z_.damper = -damping * agreed(velocity.z(), displacement.z() / params_.sample_time);
  x_.damper = -damping * agreed(velocity.x(), displacement.x() / params_.sample_time);
  // a motion that turns round within the tick must be paid for as well. a store below zero (the
  // handle was faster than any hand) has nothing to pay with, and only a damper to fill it
  const double cost = (std::abs(z_.damper) + std::abs(x_.damper)) * way_;
  const double left = (1 - kKept) * (store_ - may_cost(z_.stiffness + x_.stiffness));
  if (store_ < 0 || cost <= left) return;
  const double part = std::max(left, 0.0) / cost;
  z_.damper *= part;
  x_.damper *= part;
}

ObstacleForceOutput ObstacleForce::update(const ObstacleForceInput& in) noexcept {
  ObstacleForceOutput out;
  if (!all_finite(in)) {
    ++refused_;
    limp();
    if (in.handle.allFinite()) z_.place = in.handle.z(), x_.place = in.handle.x();
  } else {
    if (!started_) z_.place = in.handle.z(), x_.place = in.handle.x();
    started_ = true;
    const spatial::Vector3 displacement(in.handle.x() - x_.place, 0, in.handle.z() - z_.place);
    account(z_, in.handle.z());
    account(x_, in.handle.x());

    const control::Obstruction& c = in.obstruction;
    const double share = unit(in.share);
    stiffen(params_.push_stiffness * share * unit(z_.place < 0 ? c.forward : c.backward),
            params_.steer_stiffness * share * unit(x_.place >= 0 ? c.right : c.left));
    damp(displacement, in.velocity);

    out.damper = {x_.damper, 0, z_.damper};
    out.force = {x_.damper - x_.stiffness * x_.place, 0, z_.damper - z_.stiffness * z_.place};
  }
  out.push = z_.stiffness;
  out.steer = x_.stiffness;
  out.potential = 0.5 * (z_.stiffness * square(z_.place) + x_.stiffness * square(x_.place));
  out.store = store_;
  out.refused = refused_;
  return out;
}

}  // namespace tether::assist
