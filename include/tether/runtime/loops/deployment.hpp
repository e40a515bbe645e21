// What an application is made of, as plain data: threads, the activities on each, and the sets of
// activities between which a thread can switch. The order of the activities is the order of start;
// they stop in the opposite order.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tether::runtime {

// one word carries all commands of a thread, a byte each, and one byte is the thread's own
inline constexpr std::size_t kMaxActivitiesPerThread = 7;

struct ActivitySpec {
  std::string name;
  int divider = 1;  // computes in every n-th pass of its thread
};

struct ThreadSpec {
  std::string name;
  double rate = 1000;                    // [Hz]
  std::vector<ActivitySpec> activities;  // in the order of a pass
  // Indices into `activities`; the first set is selected at the start. None given: one set of all.
  std::vector<std::vector<std::size_t>> sets;
};

struct Deployment {
  std::vector<ThreadSpec> threads;
};

// throws core::InputError: no thread, a thread without activities or with too many, a name that is
// empty or used twice, a rate or divider that is not positive, an activity in no set, a set that
// names none
void validate(const Deployment& deployment);

}  // namespace tether::runtime
