// Waits for what other threads and processes bring about, for as long as a slow machine may need
// and no longer. How long it took is no part of any test.
#pragma once

#include <chrono>
#include <thread>

namespace tether::test {

inline constexpr std::chrono::seconds kPatience{60};

// asks about once per millisecond until it is so; false when it never was
template <class Condition>
bool eventually(Condition&& condition) {
  const auto give_up = std::chrono::steady_clock::now() + kPatience;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > give_up) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

}  // namespace tether::test
