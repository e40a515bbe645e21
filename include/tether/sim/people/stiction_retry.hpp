// Stiction retry, how people move something that sticks: what did not follow a stroke is asked for
// again with twice the length, up to a limit, and normally again as soon as it follows.
#pragma once

#include "tether/spatial/vectors.hpp"

namespace tether::sim {

class StictionRetry {
 public:
  // factor for the next stroke, which shall move the thing by `way` [m] from where it is seen [m]
  double update(const spatial::Vector3& seen, const spatial::Vector3& way) noexcept;
  void reset() noexcept { *this = {}; }

 private:
  spatial::Vector3 seen_ = spatial::Vector3::Zero();
  spatial::Vector3 way_ = spatial::Vector3::Zero();  // that was asked for last
  double factor_ = 1;
};

}  // namespace tether::sim
