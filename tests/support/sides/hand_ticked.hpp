// A side of a session that is nothing but its end of the link, and ticks when asked to.
#pragma once

#include <utility>

#include "tether/link/link.hpp"

namespace tether::test {

template <class Endpoint>
struct HandTicked {
  explicit HandTicked(auto&&... made) : endpoint(std::forward<decltype(made)>(made)...) {}

  // one millisecond by this side's clock
  const signals::Received& tick() noexcept {
    const core::Time now(std::chrono::milliseconds(++k));
    received = endpoint.receive(now);
    sample.sent = now;
    endpoint.send(now, sample);
    return received;
  }

  Endpoint endpoint;
  signals::Sample sample;
  signals::Received received;
  int k = 0;  // ticks
};

}  // namespace tether::test
