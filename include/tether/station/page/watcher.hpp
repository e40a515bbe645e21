// Watches a session for the station: leaves the latest of both sides, scans and events where the
// station's thread finds them. It is called on the recorder's thread, which is an ordinary one.
#pragma once

#include <atomic>
#include <mutex>
#include <vector>

#include "tether/core/latest_value.hpp"
#include "tether/record/observer.hpp"
#include "tether/station/page/controls.hpp"

namespace tether::station {

class Watcher final : public record::Observer {
 public:
  // the recorder's thread
  void observe(const record::Observation& seen) noexcept override;

  // the station's thread
  bool look(Snapshot& snapshot) noexcept { return latest_.read(snapshot); }
  const assist::RangeScan* scan() noexcept { return scan_.read(seen_) ? &seen_ : nullptr; }
  std::vector<record::Event> events(std::size_t from) const;

 private:
  Snapshot next_;
  core::LatestValue<Snapshot> latest_;
  core::LatestValue<assist::RangeScan> scan_;
  assist::RangeScan seen_;
  // events are few, and hold text; both threads are ordinary ones
  mutable std::mutex mutex_;
  std::vector<record::Event> events_;
};

}  // namespace tether::station
