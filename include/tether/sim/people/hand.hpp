// A simulated person's hand on a handle. The arm is a mass on a spring and damper whose rest
// position moves as the person intends; the grip is a stiffer spring and damper between hand and
// handle:
//   m a = k (x_i − x) + d (v_i − v) − F,     F = k_g (x − x_h) + d_g (v − v_h)       [N]
// F is the force of the hand on the handle. What the person intends (intention.hpp) is blurred by
// tremor; when the force felt (a reaction time ago) exceeds what is comfortable, the person yields.
// Ranges: Mussa-Ivaldi, Hogan & Bizzi, J. Neuroscience 5(10), 1985 (stiffness); Tsuji et al., Biol.
// Cybernetics 72, 1995 (mass, damping).
#pragma once

#include <cstdint>
#include <memory>
#include <random>

#include "tether/control/trajectories/trajectory.hpp"
#include "tether/core/time.hpp"
#include "tether/sim/people/delayed_sense.hpp"
#include "tether/sim/people/intention.hpp"

namespace tether::sim {

struct HandParams {
  double mass = 0.8;             // of hand and forearm at the handle [kg]
  double stiffness = 400;        // of the arm [N/m]
  double damping = 30;           // of the arm [N s/m]
  double grip_stiffness = 2000;  // [N/m]
  double grip_damping = 15;      // [N s/m]
  double reaction_delay = 0.18;  // from a cue or a force to the intention [s]
  double comfort_force = 10;     // above it the person yields [N]
  double yield_rate = 0.01;      // how fast, per newton above comfort [m/(s N)]
  double tremor = 0.1e-3;        // root mean square of the tremor of the intention, per axis [m]
};

class Hand {
 public:
  Hand(const HandParams& params, std::unique_ptr<Intention> intention, std::uint64_t seed);
  // follows a trajectory, a reaction time late
  Hand(const HandParams& params, std::shared_ptr<const control::Trajectory> trajectory,
       std::uint64_t seed);

  // the hand rests where its intention starts
  spatial::Vector3 start() const noexcept { return intention_->start(); }
  // the person has done what they came for
  bool done() const noexcept { return intention_->done(); }

  // what is there to be seen from now on: the follower's tool (Senses::tool)
  void see(const spatial::Pose& tool) noexcept { senses_.tool = tool; }

  // takes hold of the handle where it is [m], after having let go
  void take_hold(const spatial::Vector3& handle) noexcept {
    position_ = handle;
    velocity_.setZero();
    force_.setZero();
  }

  // let dt [s] pass with the handle at x_h [m] moving with v_h [m/s]; force of the hand on it [N]
  spatial::Vector3 update(core::Time now, double dt, const spatial::Vector3& handle,
                          const spatial::Vector3& handle_velocity) noexcept;
  // let dt [s] pass with nothing in the hand that resists: where it is then [m]
  const spatial::Vector3& move(core::Time now, double dt) noexcept {
    update(now, dt, position_, velocity_);
    return position_;
  }

 private:
  spatial::Vector3 tremble(double dt) noexcept;

  HandParams params_;
  std::unique_ptr<Intention> intention_;
  Senses senses_;
  DelayedSense skin_;
  spatial::Vector3 position_;
  spatial::Vector3 velocity_ = spatial::Vector3::Zero();
  spatial::Vector3 yield_ = spatial::Vector3::Zero();
  spatial::Vector3 force_ = spatial::Vector3::Zero();

  // tremor: white noise through a resonance near 9 Hz
  std::mt19937_64 random_;
  spatial::Vector3 tremor_ = spatial::Vector3::Zero();
  spatial::Vector3 tremor_velocity_ = spatial::Vector3::Zero();
};

}  // namespace tether::sim
