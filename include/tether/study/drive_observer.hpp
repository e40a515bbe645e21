// Watches a session that drives for its map and its figures (drive_map.hpp): what the follower
// really did in the scenario's world, and what the hand felt meanwhile. A follower whose true pose
// nobody knows, a real one, leaves both empty.
#pragma once

#include <vector>

#include "tether/session/observer.hpp"
#include "tether/session/scenario.hpp"
#include "tether/study/drive_map.hpp"
#include "tether/study/metric.hpp"

namespace tether::study {

class DriveObserver final : public session::Observer {
 public:
  // throws core::InputError when the world is no model
  explicit DriveObserver(const session::Scenario& scenario);

  void observe(const session::Tick& leader, const session::Tick& follower) noexcept override;
  void see(const assist::RangeScan& scan, const session::Tick& follower) noexcept override;

  // null when nothing was seen
  const DriveMap* map() const noexcept { return seen_ ? &watch_.map() : nullptr; }
  void append_to(std::vector<Metric>& metrics) const;

 private:
  DriveWatch watch_;
  bool seen_ = false;
};

}  // namespace tether::study
