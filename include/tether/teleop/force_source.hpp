// Anything that asks a device for effort besides the coupling: fixtures, obstacles, compensation.
// Sources are asked in their order; what they ask for is summed, and the command filter decides
// what of the sum is commanded.
#pragma once

#include <cstdint>

#include "tether/assist/fixtures/assistance.hpp"
#include "tether/assist/obstacles/obstacle_force.hpp"
#include "tether/control/compensation/friction_compensation.hpp"
#include "tether/control/compensation/inertia_compensation.hpp"
#include "tether/robot/chain.hpp"
#include "tether/signals/tick.hpp"

namespace tether::teleop {

// Who answers for the energy of a source. An account at the joints counts all that the motors do,
// whoever answers for it; one at the hand counts none of it; one at the tool leaves out what is the
// machine's own (energy_port.hpp).
enum class Payer : std::uint8_t {
  paid,     // the side's energy account
  passive,  // the source itself: it is proven to give no more than it holds
  own       // the machine's own supply: no more than its own losses take
};

class ForceSource {
 public:
  virtual ~ForceSource() = default;
  virtual Payer payer() const noexcept = 0;
  // once per tick [N m or N]; what others shall know of it is left in the tick
  virtual robot::JointVector effort(const robot::ChainState& kinematics,
                                    signals::Tick& tick) noexcept = 0;
  // it asks for `ChainState::coriolis`, which is not computed otherwise
  virtual bool needs_coriolis() const noexcept { return false; }
  // between two ticks; only for a source that can be switched
  virtual void enable(bool /*enabled*/) noexcept {}
};

// virtual fixtures on the leader; they may also change what the peer shall see of its place
class FixtureSource final : public ForceSource {
 public:
  explicit FixtureSource(assist::Assistance assistance) noexcept
      : assistance_(std::move(assistance)) {}
  Payer payer() const noexcept override { return Payer::paid; }
  robot::JointVector effort(const robot::ChainState& kinematics,
                            signals::Tick& tick) noexcept override;
  void enable(bool enabled) noexcept override { assistance_.enable(enabled); }

 private:
  assist::Assistance assistance_;
};

// what a hand that drives feels of the obstacles around the vehicle
class ObstacleSource final : public ForceSource {
 public:
  // origin: of the leader's workspace, where the handle is centred [m]
  ObstacleSource(const assist::ObstacleForceParams& params, const spatial::Vector3& origin) noexcept
      : obstacles_(params), origin_(origin) {}
  Payer payer() const noexcept override { return Payer::passive; }
  robot::JointVector effort(const robot::ChainState& kinematics,
                            signals::Tick& tick) noexcept override;

 private:
  assist::ObstacleForce obstacles_;
  spatial::Vector3 origin_;
};

// a share of what the robot's inertia asks for
class InertiaSource final : public ForceSource {
 public:
  explicit InertiaSource(const control::InertiaCompensationParams& params) noexcept
      : compensation_(params) {}
  Payer payer() const noexcept override { return Payer::paid; }
  robot::JointVector effort(const robot::ChainState& kinematics,
                            signals::Tick& tick) noexcept override;

 private:
  control::InertiaCompensation compensation_;
};

// a share of what friction in the joints takes
class FrictionSource final : public ForceSource {
 public:
  explicit FrictionSource(const control::FrictionCompensationParams& params) noexcept
      : compensation_(params) {}
  Payer payer() const noexcept override { return Payer::own; }
  robot::JointVector effort(const robot::ChainState& kinematics,
                            signals::Tick& tick) noexcept override;

 private:
  control::FrictionCompensation compensation_;
};

// Coriolis and centrifugal efforts
class CoriolisSource final : public ForceSource {
 public:
  Payer payer() const noexcept override { return Payer::paid; }
  robot::JointVector effort(const robot::ChainState& kinematics,
                            signals::Tick& tick) noexcept override;
  bool needs_coriolis() const noexcept override { return true; }
};

}  // namespace tether::teleop
