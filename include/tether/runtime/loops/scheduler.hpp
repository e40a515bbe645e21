// Decides which activities of one thread compute in a pass: those of the selected set, in the order
// of the deployment, each in every n-th pass since it was selected (n its divider). The set is
// chosen between passes; a pass never sees half a switch.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>

#include "tether/runtime/loops/deployment.hpp"

namespace tether::runtime {

using ActivitySet = std::bitset<kMaxActivitiesPerThread>;

class Scheduler {
 public:
  explicit Scheduler(const ThreadSpec& thread) noexcept;

  // starts a pass with this set; who was not in the last one is due at once
  void begin_pass(ActivitySet selected) noexcept;
  bool due(std::size_t activity) const noexcept { return due_[activity]; }
  ActivitySet selected() const noexcept { return selected_; }

 private:
  std::array<int, kMaxActivitiesPerThread> divider_{};
  std::array<int, kMaxActivitiesPerThread> passes_left_{};  // until due
  ActivitySet selected_;
  ActivitySet due_;
};

}  // namespace tether::runtime
