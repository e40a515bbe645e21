// How good the link is, as one side can measure from the samples it takes (link/link_quality.hpp).
#pragma once

namespace tether::signals {

struct LinkQuality {
  bool known = false;     // a round trip has been seen
  double latest = 0;      // round trip of the newest sample [s]
  double round_trip = 0;  // smoothed [s]
  double jitter = 0;      // mean deviation of the round trip [s]
  double loss = 0;        // share of samples lost, 0 to 1
  double silence = 0;     // time since a sample last came [s]
  double gap = 0;         // the same, before one that came just now is counted [s]
};

}  // namespace tether::signals
