#include "tether/runtime/loops/scheduler.hpp"

#include <algorithm>

namespace tether::runtime {

Scheduler::Scheduler(const ThreadSpec& thread) noexcept {
  divider_.fill(1);
  const std::size_t count = std::min(thread.activities.size(), kMaxActivitiesPerThread);
  for (std::size_t i = 0; i < count; ++i) divider_[i] = thread.activities[i].divider;
}

void Scheduler::begin_pass(ActivitySet selected) noexcept {
  for (std::size_t i = 0; i < kMaxActivitiesPerThread; ++i) {
    if (!selected[i] || !selected_[i]) passes_left_[i] = 0;
    due_[i] = selected[i] && passes_left_[i] == 0;
    if (due_[i]) passes_left_[i] = divider_[i];
    if (selected[i]) --passes_left_[i];
  }
  selected_ = selected;
}

}  // namespace tether::runtime
