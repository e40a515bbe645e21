// Watches a session that drives for its map and its figures (drive_map.hpp): what the follower
// really did in the scenario's world, and what the hand felt meanwhile. A follower whose true pose
// nobody knows, a real one, leaves both empty.
#pragma once

#include <vector>

#include "tether/record/observer.hpp"
#include "tether/report/metrics/metric.hpp"
#include "tether/report/plots/drive_map.hpp"
#include "tether/scenario/scenario.hpp"

namespace tether::report {

class DriveObserver final : public record::Observer {
 public:
  // throws core::InputError when the world is no model
  explicit DriveObserver(const scenario::Scenario& scenario);

  void observe(const record::Observation& seen) noexcept override;

  // null when nothing was seen
  const DriveMap* map() const noexcept { return seen_ ? &watch_.map() : nullptr; }
  void append_to(std::vector<Metric>& metrics) const;

 private:
  DriveWatch watch_;
  bool seen_ = false;
};

}  // namespace tether::report
