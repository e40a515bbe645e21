// The part that all passivity methods share: the motion of the port, its energy account, and the
// report on both.
#pragma once

#include "tether/passivity/effort_bound.hpp"
#include "tether/passivity/energy_tank.hpp"
#include "tether/passivity/layer.hpp"

namespace tether::passivity {

class Accounted : public Layer {
 public:
  const Report& report() const noexcept final { return report_; }
  robot::JointVector pay(const robot::JointVector& effort) const noexcept override {
    return pay_from(tank_.level(), effort, motion_);
  }
  double foreseen(const robot::JointVector& effort) const noexcept final {
    return motion_.foreseen(effort).total();
  }

 protected:
  explicit Accounted(const PortMotionParams& port) noexcept : motion_(port) {}

  // what crossed the port and the link since the last tick; energy given to the device [J]
  double settle(const Port& port, const Heard& heard) noexcept;
  // the account after this tick, and the norm of what was held back [N m or N]
  void close(double held_back) noexcept;

  // the port's damping, per axis only against the motion that was last seen: a filtered velocity
  // lags behind a reversal, and a damper must not push
  robot::JointVector braking(const Port& port) const noexcept;

  double tick() const noexcept { return motion_.params().tick; }

  PortMotion motion_;
  EnergyTank tank_;
  Report report_;
};

}  // namespace tether::passivity
