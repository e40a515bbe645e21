// Switches of the mutants of tools/mutate: TETHER_MUTANT(n) is true when the environment variable
// TETHER_MUTANT is n, and notes that it was asked.
#pragma once

#include <atomic>

namespace tether_mutation {

inline constexpr int kMost = 20000;

extern const int active;  // 0 = none
extern std::atomic<bool> reached[kMost];

inline bool is(int number) noexcept {
  if (active < 0) reached[number].store(true, std::memory_order_relaxed);
  return active == number;
}

}  // namespace tether_mutation

#define TETHER_MUTANT(n) ::tether_mutation::is(n)
