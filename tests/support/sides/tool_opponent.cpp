#include "tests/support/sides/tool_opponent.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tether::test {

using spatial::Vector3;

ToolOpponent::ToolOpponent(const ToolOpponentParams& params, std::uint64_t seed)
    : params_(params), draw_(seed) {
  change_its_mind();
}

Vector3 ToolOpponent::anywhere(double most) noexcept {
  return {draw_.between(-most, most), draw_.between(-most, most), draw_.between(-most, most)};
}

void ToolOpponent::change_its_mind() noexcept {
  mood_ = static_cast<Mood>(draw_.pick(5));
  goal_ = anywhere(params_.reach);
  normal_ = (anywhere(1) + Vector3(1e-3, 0, 0)).normalized();
  stiffness_ = 30 * std::pow(1000, draw_.unit());
  damping_ = draw_.between(0, 20);
  period_ = 4e-3 * std::pow(100, draw_.unit());
  swing_ = draw_.bernoulli(0.5) ? draw_.between(0, 0.02) : 0;
}

Vector3 ToolOpponent::hand(const Vector3& position, const Vector3& velocity) const noexcept {
  return std::min(stiffness_, 1000.0) * (goal_ - position) - damping_ * velocity;
}

// pushes only, along its normal
Vector3 ToolOpponent::wall(const Vector3& position, const Vector3& velocity) const noexcept {
  const double phase = 2 * std::numbers::pi * time_ / std::max(period_, 0.1);
  const double depth = normal_.dot(0.1 * goal_ - position) + swing_ * std::sin(phase);
  if (depth < 0) return Vector3::Zero();
  return std::max(stiffness_ * depth - damping_ * normal_.dot(velocity), 0.0) * normal_;
}

Vector3 ToolOpponent::update(double step, const Vector3& position,
                             const Vector3& velocity) noexcept {
  time_ += step;
  if (draw_.bernoulli(params_.restlessness * step)) change_its_mind();
  const bool first = std::fmod(time_, period_) < 0.5 * period_;
  Vector3 force = Vector3::Zero();
  switch (mood_) {
    case Mood::hand:
      force = hand(position, velocity);
      break;
    case Mood::wall:
      force = wall(position, velocity);
      break;
    case Mood::thief:
      // takes all that moves, and every now and then makes it move
      force = first ? (-1000 * velocity).eval() : (params_.strength * normal_).eval();
      break;
    case Mood::shake:
      force = (first ? 1 : -1) * params_.strength * normal_ - 20 * position;
      break;
    case Mood::nobody:
      break;
  }
  const double norm = force.norm();
  return norm > params_.strength ? (params_.strength / norm * force).eval() : force;
}

}  // namespace tether::test
