// No passivity layer: what the coupling asks for is commanded, and nothing is promised. The account
// is still kept, for the record.
#pragma once

#include <limits>

#include "tether/passivity/energy_tank.hpp"
#include "tether/passivity/port_motion.hpp"

namespace tether::passivity {

class NoLayer final : public Layer {
 public:
  explicit NoLayer(const PortMotionParams& port) noexcept : motion_(port) {}

  Listened listen(const Port& port, const Heard& heard) noexcept override {
    tank_.exchange(motion_.update(port));
    return {heard.valid, heard.message.signals, std::numeric_limits<double>::infinity()};
  }
  Decision update(const Port&, const control::CouplingOutput& coupling,
                  const robot::JointVector& asked) noexcept override {
    account_into(report_, tank_);
    return {asked, {.signals = coupling.send}};
  }
  const Report& report() const noexcept override { return report_; }
  double foreseen(const robot::JointVector& effort) const noexcept override {
    return motion_.foreseen(effort).total();
  }

 private:
  PortMotion motion_;
  EnergyTank tank_;
  Report report_;
};

}  // namespace tether::passivity
