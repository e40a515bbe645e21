// Bounds the force between the sides,
//   |f| ≤ F_max                                                                         [N]
// by scaling the whole wrench, force and moment alike, W' = s W with s = min(1, F_max / |f|). It
// acts on the wrench that both sides take, so that what one side gives the other receives: power
// continuity holds as before. ISO/TS 15066, 2016, table A.2 (140 N: hands).
#pragma once

#include "tether/spatial/wrench.hpp"

namespace tether::guard {

struct ForceBoundParams {
  double max_force = 140;  // F_max [N]
};

class ForceBound {
 public:
  explicit ForceBound(const ForceBoundParams& params) noexcept : params_(params) {}

  struct Out {
    spatial::Wrench wrench;
    double share = 1;      // s
    bool refused = false;  // a number was not finite: the wrench is zero
  };
  // screw in base frame; its force does not depend on the reference point
  Out update(const spatial::Wrench& wrench) const noexcept;

 private:
  ForceBoundParams params_;
};

}  // namespace tether::guard
