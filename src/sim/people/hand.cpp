#include "tether/sim/people/hand.hpp"

#include <cmath>
#include <numbers>

namespace tether::sim {
namespace {

constexpr double kTremorRate = 2 * std::numbers::pi * 9.0;  // physiological tremor [rad/s]
constexpr double kTremorDamping = 0.1;                      // of its resonance

constexpr double kRecovery = 1.0;  // time in which a person comes back from yielding [s]

// uniform in [-1, 1), the same on every platform
double symmetric(std::mt19937_64& random) noexcept {
  return static_cast<double>(random() >> 11) * 0x1p-52 - 1.0;
}

}  // namespace

Hand::Hand(const HandParams& params, std::unique_ptr<Intention> intention, std::uint64_t seed)
    : params_(params),
      intention_(std::move(intention)),
      skin_(params.reaction_delay),
      position_(intention_->start()),
      random_(seed) {}

Hand::Hand(const HandParams& params, std::shared_ptr<const control::Trajectory> trajectory,
           std::uint64_t seed)
    : Hand(params,
           std::make_unique<ScriptedIntention>(std::move(trajectory), params.reaction_delay),
           seed) {}

spatial::Vector3 Hand::update(core::Time now, double dt, const spatial::Vector3& handle,
                              const spatial::Vector3& handle_velocity) noexcept {
  // the person yields to a force above comfort, and comes back when it is gone
  senses_.felt = -force_;
  senses_.hand = position_;
  senses_.hand_velocity = velocity_;
  const spatial::Vector3 felt = skin_.update(dt, senses_.felt);
  const double excess = felt.norm() - params_.comfort_force;
  if (excess > 0) {
    yield_ += dt * params_.yield_rate * excess * felt.normalized();
  } else {
    yield_ *= 1 - dt / kRecovery;
  }

  const auto wanted = intention_->update(now, dt, senses_);
  const spatial::Vector3 target = wanted.position + yield_ + tremble(dt);

  // semi-implicit step of the hand between arm and grip
  force_ = params_.grip_stiffness * (position_ - handle) +
           params_.grip_damping * (velocity_ - handle_velocity);
  const spatial::Vector3 arm =
      params_.stiffness * (target - position_) + params_.damping * (wanted.velocity - velocity_);
  velocity_ += dt / params_.mass * (arm - force_);
  position_ += dt * velocity_;
  return force_;
}

// x'' + 2 ζ ω x' + ω² x = w, with the intensity of w such that x has the wanted root mean square:
// white noise of intensity S gives the variance S / (4 ζ ω³); a uniform number has the variance 1/3
spatial::Vector3 Hand::tremble(double dt) noexcept {
  const double intensity =
      4 * kTremorDamping * std::pow(kTremorRate, 3) * params_.tremor * params_.tremor;
  const double kick = std::sqrt(3 * intensity * dt);
  spatial::Vector3 noise(symmetric(random_), symmetric(random_), symmetric(random_));
  tremor_velocity_ += kick * noise - dt * (2 * kTremorDamping * kTremorRate * tremor_velocity_ +
                                           kTremorRate * kTremorRate * tremor_);
  tremor_ += dt * tremor_velocity_;
  return tremor_;
}

}  // namespace tether::sim
