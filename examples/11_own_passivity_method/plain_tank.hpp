// A passivity method of one's own, the plainest that there is: each side keeps an energy account,
// sends a share of it to the other side in every tick, and scales down effort beyond the energy
// budget.
#pragma once

#include "tether/passivity/accounted.hpp"
#include "tether/scenario/extensions.hpp"

struct PlainTankParams {
  double share = 0.02;  // of the account, sent in every tick
};

class PlainTank final : public tether::passivity::Accounted {
 public:
  PlainTank(const PlainTankParams& params, const tether::passivity::PortMotionParams& port)
      : Accounted(port), params_(params) {}

  // before the coupling: what crossed the port and the link since the last tick
  tether::passivity::Admitted receive(
      const tether::passivity::Port& port,
      const tether::passivity::ReceivedMessage& received) noexcept override {
    settle(port, received);
    if (received.valid) share(params_.share);
    return {received.valid, received.message.signals, tank_.level()};
  }
  // after it: what of the asked effort may be commanded
  tether::passivity::Decision update(const tether::passivity::Port& port,
                                     const tether::control::CouplingOutput& coupling,
                                     const tether::robot::JointVector& asked) noexcept override {
    return decide(port, coupling, asked,
                  tether::passivity::scale_to(tank_.level(), asked, motion_));
  }

 private:
  PlainTankParams params_;
};

// passivity.kind = "plain-tank", with keys in [passivity.plain-tank]
inline void add_plain_tank(tether::scenario::Extensions& extensions) {
  const auto keys = [](tether::scenario::Fields& f, PlainTankParams& p) {
    f.number("share", p.share, {.min = 0, .max = 1, .help = "of the account, sent in every tick"});
  };
  extensions.methods.add(
      {.name = "plain-tank",
       .help = "an account on each side, and efforts that it can pay",
       .keys = tether::scenario::extension_table<PlainTankParams>("plain-tank", keys),
       .make = [](const tether::passivity::Params& p, auto, const auto& port) {
         return std::make_unique<PlainTank>(p.extension.get<PlainTankParams>("plain-tank"), port);
       }});
}
