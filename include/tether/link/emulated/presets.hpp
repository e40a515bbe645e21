// Links by name; those that were measured, and two wireless ones that are assumed. One-way figures;
// both directions are alike.
//   ideal   none of it                               same process
//   switch  0.4 ms ± 0.05 ms                         one network switch
//   luna    12.2 ms ± 1.6 ms at 250 Hz               LUNA network channels
//   ros     1 ms ± 0.4 ms                            ROS 1 between two computers
//   wifi    3 ms ± 2 ms, 0.2 % lost                  one wireless cell; assumed
//   wifi_far  40 ms ± 10 ms, 2 % lost                its edge; assumed
//   nl_it   40 ms ± 1 ms, 0.04 % lost                Netherlands to Italy
//   nl_au   351 ms ± 5 ms, 27 % lost                 Netherlands to Australia
//   rtt_15, rtt_114, rtt_134, rtt_160                city pairs with this round trip [ms]
// Nijhof, Teleoperation using passive control and LUNA network channels, 2018, tables 3.2 and 3.3.
#pragma once

#include <span>
#include <string_view>

#include "tether/link/emulated/emulated_link.hpp"

namespace tether::link {

struct LinkPreset {
  std::string_view name;
  std::string_view description;
  double delay = 0;      // one way [s]
  double deviation = 0;  // of the delay [s]
  double loss = 0;       // probability
  double rate = 0;       // of sending [Hz]; 0 = every tick
};

std::span<const LinkPreset> presets() noexcept;

EmulatedLinkParams params_of(const LinkPreset& preset);

}  // namespace tether::link
