// What is done to an emulated link while it is in use: the figures that a person turns by hand.
#pragma once

namespace tether::link {

struct Impairment {
  double delay = 0;   // one way, mean [s]
  double jitter = 0;  // its standard deviation [s]
  double loss = 0;    // share of samples, each on its own
};

struct Impairments {
  Impairment to_follower, to_leader;
};

}  // namespace tether::link
