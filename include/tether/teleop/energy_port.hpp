// Where a side exchanges energy with what is outside it. The port decides what the account counts
// and what it pays for:
//   joints   motors × joints: what is commanded is what the account pays
//   tool     wrench of the outside × motion of the tool, and what the machine loses by itself is
//   its
//            own affair (tool_port.hpp)
//   hand     of an arm that displays a simulated system: what the hand is given; the arm's drives
//            have a supply of their own (hand_port.hpp)
//   own      as joints, but excluded from the balance of the session: a vehicle with its own supply
#pragma once

#include "tether/passivity/layer.hpp"
#include "tether/robot/chain.hpp"
#include "tether/signals/tick.hpp"

namespace tether::teleop {

// a layer at work on a port
struct Account {
  passivity::Layer& layer;
  const passivity::Port& view;  // the port as it is now
  bool counts = true;           // a passivity method keeps it
};

class EnergyPort {
 public:
  virtual ~EnergyPort() = default;

  // The port as it is now, for the account; in the tick, what the monitors see of it. Excluded:
  // what moves the device in this tick is nothing that the account pays for.
  virtual passivity::Port measure(const robot::ChainState& kinematics, bool excluded,
                                  signals::Tick& tick) noexcept = 0;
  // what of the asked effort may be commanded, the port's damping with it, and what is sent
  virtual passivity::Decision decide(const Account& account,
                                     const control::CouplingOutput& coupling,
                                     const robot::JointVector& asked,
                                     signals::Tick& tick) noexcept = 0;
  // an effort that was changed since, again within what the account can pay
  virtual robot::JointVector pay(const Account& account, const robot::JointVector& effort,
                                 signals::Tick& tick) noexcept = 0;
  // whether the account covers the effort that is commanded
  virtual bool covers(const Account& account, const robot::JointVector& effort) noexcept = 0;
  // of an energy in the account, what that is at this device [J]
  virtual double at_device(double energy) const noexcept { return energy; }
  // for a coupling that asks for it: the apparent inertia at the port
  virtual void inform(const passivity::Port& /*view*/, control::CouplingInput& /*in*/) noexcept {}
};

struct JointPortParams {
  spatial::Vector3 origin = spatial::Vector3::Zero();  // of the leader's workspace [m]
  // ρ: energy in the account per energy of this device (docs/design/passivity.md, scaled forces)
  double power_scale = 1;
};

class JointPort final : public EnergyPort {
 public:
  explicit JointPort(const JointPortParams& params) noexcept : params_(params) {}
  passivity::Port measure(const robot::ChainState& kinematics, bool excluded,
                          signals::Tick& tick) noexcept override;
  passivity::Decision decide(const Account& account, const control::CouplingOutput& coupling,
                             const robot::JointVector& asked,
                             signals::Tick& tick) noexcept override;
  robot::JointVector pay(const Account& account, const robot::JointVector& effort,
                         signals::Tick& tick) noexcept override;
  bool covers(const Account& account, const robot::JointVector& effort) noexcept override;
  double at_device(double energy) const noexcept override { return energy / params_.power_scale; }

 private:
  JointPortParams params_;
};

}  // namespace tether::teleop
