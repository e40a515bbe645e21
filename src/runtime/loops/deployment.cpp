#include "tether/runtime/loops/deployment.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "tether/core/error.hpp"

namespace tether::runtime {
namespace {

void validate_sets(const ThreadSpec& thread) {
  if (thread.sets.empty()) return;
  std::set<std::size_t> in_some_set;
  for (const auto& set : thread.sets) {
    for (const std::size_t activity : set) {
      if (activity >= thread.activities.size())
        throw core::InputError(fmt::format("thread {}: a set names activity {} of {}", thread.name,
                                           activity, thread.activities.size()));
      in_some_set.insert(activity);
    }
  }
  for (std::size_t i = 0; i < thread.activities.size(); ++i) {
    if (!in_some_set.contains(i))
      throw core::InputError(fmt::format("thread {}: activity {} is in no set and would never run",
                                         thread.name, thread.activities[i].name));
  }
}

}  // namespace

void validate(const Deployment& deployment) {
  if (deployment.threads.empty()) throw core::InputError("an application needs a thread");
  std::set<std::string> threads, activities;
  for (const ThreadSpec& thread : deployment.threads) {
    if (thread.name.empty() || !threads.insert(thread.name).second)
      throw core::InputError(
          fmt::format("a thread needs a name of its own, not \"{}\"", thread.name));
    if (!(thread.rate > 0))
      throw core::InputError(fmt::format("thread {}: the rate must be positive", thread.name));
    if (thread.activities.empty() || thread.activities.size() > kMaxActivitiesPerThread)
      throw core::InputError(fmt::format("thread {}: 1 to {} activities, not {}", thread.name,
                                         kMaxActivitiesPerThread, thread.activities.size()));
    for (const ActivitySpec& activity : thread.activities) {
      if (activity.name.empty() || !activities.insert(activity.name).second)
        throw core::InputError(
            fmt::format("an activity needs a name of its own, not \"{}\"", activity.name));
      if (activity.divider < 1)
        throw core::InputError(
            fmt::format("activity {}: the divider must be 1 or more", activity.name));
    }
    validate_sets(thread);
  }
}

}  // namespace tether::runtime
