// No passivity layer: what the coupling asks for is commanded, and nothing is promised. The account
// is still kept, for the record.
#pragma once

#include <limits>

#include "tether/passivity/accounted.hpp"

namespace tether::passivity {

class NoLayer final : public Accounted {
 public:
  explicit NoLayer(const PortMotionParams& port) noexcept : Accounted(port) {}

  Admitted receive(const Port& port, const ReceivedMessage& received) noexcept override {
    settle(port, {});
    return {received.valid, received.message.signals, std::numeric_limits<double>::infinity()};
  }
  Decision update(const Port& port, const control::CouplingOutput& coupling,
                  const robot::JointVector& asked) noexcept override {
    if (port.damping.size() == 0) return conclude(coupling, asked, asked, asked);
    return conclude(coupling, asked, asked, asked + port.damping);
  }
  // The debts that a side runs up without a method are not handed on: its certificate says so.
  Account account() const noexcept override {
    Account handed_on{motion_, tank_};
    if (tank_.level() < 0) handed_on.tank.exchange(tank_.level());
    return handed_on;
  }
  robot::JointVector pay(const robot::JointVector& effort) noexcept override { return effort; }
};

}  // namespace tether::passivity
