// The highest rate at which something still works: doubled from a start until it does not, then the
// interval between halved in ratio until it is narrow. Takes for granted that what works at a rate
// works at every lower one.
#pragma once

#include <functional>

namespace tether::reproduction {

struct RateSearchParams {
  double start = 125;        // [Hz]
  double lowest = 1;         // below which nothing is tried [Hz]
  double highest = 64000;    // above which nothing is tried [Hz]
  double resolution = 0.05;  // of the answer, as a share of it
};

struct RateBracket {
  double sustained = 0;  // highest rate tried that works [Hz]; 0 = not even the lowest
  double failed = 0;     // lowest rate tried that does not [Hz]; 0 = even the highest works
};

RateBracket highest_rate(const std::function<bool(double rate)>& sustains,
                         const RateSearchParams& params = {});

}  // namespace tether::reproduction
