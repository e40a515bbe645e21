// A lossless account of the energy that this side may still spend:
//   H = E_received − E_device − E_sent − R − V                                       [J]
// R is a reserve, V what springs of the guard hold: the hand put it in, and they will give it back.
// What crosses the link is a counter of all that was ever sent, so that a later sample makes up for
// a lost one, and a late or repeated one changes nothing.
// Franken et al., IEEE T-RO 27(4), 2011, eq. 12; counters instead of quanta: spec of system 1.
#pragma once

#include <algorithm>

namespace tether::passivity {

class EnergyTank {
 public:
  // energy the device was given since the last tick [J]; negative when it gave some back
  void exchange(double to_device) noexcept { exchanged_ += to_device; }

  // counter of the other side as it was received [J]; returns what it adds [J]
  double receive(double counter) noexcept {
    const double before = received_;
    received_ = std::max(received_, counter);
    return received_ - before;
  }

  // promise this much to the other side [J], ≥ 0
  void send(double quantum) noexcept { sent_ += std::max(quantum, 0.0); }

  // set this much aside in the reserve, or take it back when negative [J]
  void reserve(double quantum) noexcept {
    reserve_ += std::clamp(quantum, -reserve_, std::max(level(), 0.0));
  }

  // stored in springs beside the account, to be given back to the device [J], ≥ 0
  void hold(double stored) noexcept { held_ = stored; }

  double level() const noexcept { return received_ - exchanged_ - sent_ - reserve_ - held_; }
  double held() const noexcept { return held_; }
  double reserved() const noexcept { return reserve_; }
  double exchanged() const noexcept { return exchanged_; }
  double received() const noexcept { return received_; }
  double sent() const noexcept { return sent_; }  // the counter that travels

 private:
  double exchanged_ = 0;
  double received_ = 0;
  double sent_ = 0;
  double reserve_ = 0;
  double held_ = 0;
};

}  // namespace tether::passivity
