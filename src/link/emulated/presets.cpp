#include "tether/link/emulated/presets.hpp"

#include <array>

namespace tether::link {
namespace {

constexpr std::array kPresets{
    LinkPreset{"ideal", "no delay, no loss"},
    LinkPreset{"switch", "one network switch: 0.4 ms", 0.4e-3, 0.05e-3, 0, 0},
    LinkPreset{"luna", "LUNA network channels: 12.2 ms, 250 Hz", 12.2e-3, 1.6e-3, 0, 250},
    LinkPreset{"ros", "ROS 1 between two computers: 1 ms", 1e-3, 0.4e-3, 0, 0},
    // wireless within one building, and with a building in between
    LinkPreset{"wifi", "one wireless cell: 3 ms, 0.2 % lost", 3e-3, 2e-3, 0.002, 0},
    LinkPreset{"wifi_far", "the edge of a wireless cell: 40 ms, 2 % lost", 40e-3, 10e-3, 0.02, 0},
    LinkPreset{"nl_it", "Netherlands to Italy: 40 ms, 0.04 % lost", 40e-3, 1e-3, 0.0004, 0},
    LinkPreset{"nl_au", "Netherlands to Australia: 351 ms, 27 % lost", 351e-3, 5e-3, 0.27, 0},
    // jitter of a few percent, as the measured long links have it
    LinkPreset{"rtt_15", "a city pair with 15 ms round trip", 7.5e-3, 0.3e-3, 0.0004, 0},
    LinkPreset{"rtt_114", "a city pair with 114 ms round trip", 57e-3, 1.5e-3, 0.001, 0},
    LinkPreset{"rtt_134", "a city pair with 134 ms round trip", 67e-3, 1.5e-3, 0.001, 0},
    LinkPreset{"rtt_160", "a city pair with 160 ms round trip", 80e-3, 2e-3, 0.001, 0},
};

}  // namespace

std::span<const LinkPreset> presets() noexcept { return kPresets; }

EmulatedLinkParams params_of(const LinkPreset& preset) {
  NetworkParams network;
  // delays have a floor and a tail: gamma
  network.delay.kind =
      preset.deviation > 0 ? DelayParams::Kind::gamma : DelayParams::Kind::constant;
  network.delay.mean = preset.delay;
  network.delay.deviation = preset.deviation;
  network.loss.probability = preset.loss;
  return {.to_follower = network, .to_leader = network, .rate = preset.rate};
}

}  // namespace tether::link
