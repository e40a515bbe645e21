// Links as bad as they come, drawn from a seed: delay to half a second of any distribution, jitter
// as large as the delay, reordering, loss to 60 %, bursts, duplication, narrow wires, outages, and
// slow rates of sending.
#pragma once

#include "tests/support/random/random_draw.hpp"
#include "tether/link/emulated/emulated_link.hpp"

namespace tether::test {

inline link::NetworkParams random_network(RandomDraw& draw, double duration) {
  using Kind = link::DelayParams::Kind;
  constexpr Kind kKinds[] = {Kind::constant, Kind::normal, Kind::gamma, Kind::trace};
  link::NetworkParams params;
  params.delay.kind = kKinds[draw.pick(4)];
  // short delays as often as long ones
  params.delay.mean = draw.bernoulli(0.1) ? 0 : 0.5 * draw.unit() * draw.unit() * draw.unit();
  params.delay.deviation = params.delay.mean * draw.unit();
  if (params.delay.kind == Kind::trace) {
    for (int i = 0; i < 20; ++i) params.delay.trace.push_back(2 * params.delay.mean * draw.unit());
  }
  params.reorder = draw.bernoulli(0.7);
  if (draw.bernoulli(0.7)) params.loss.probability = 0.6 * draw.unit();
  if (draw.bernoulli(0.4)) {
    params.loss.burst_begin = 0.1 * draw.unit();
    params.loss.burst_end = draw.between(0.02, 0.5);
  }
  if (draw.bernoulli(0.5)) params.duplication = 0.5 * draw.unit();
  if (draw.bernoulli(0.1)) params.bandwidth = draw.between(0.5e6, 4e6);
  while (draw.bernoulli(0.4)) {
    const double from = duration * draw.unit();
    params.outages.push_back({from, from + draw.between(0.01, 0.4)});
  }
  return params;
}

inline link::EmulatedLinkParams random_link(RandomDraw& draw, double duration) {
  link::EmulatedLinkParams params{.to_follower = random_network(draw, duration),
                                  .to_leader = random_network(draw, duration)};
  if (draw.bernoulli(0.3)) params.rate = draw.between(20, 700);
  return params;
}

}  // namespace tether::test
