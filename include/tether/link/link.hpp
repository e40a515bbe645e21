// What joins the two sides. Each side holds one endpoint: it sends one sample per tick and takes
// the latest that has arrived (signals/sample.hpp).
#pragma once

#include "tether/core/time.hpp"
#include "tether/signals/sample.hpp"

namespace tether::link {

class Endpoint {
 public:
  virtual ~Endpoint() = default;
  virtual void send(core::Time now, const signals::Sample& sample) noexcept = 0;
  virtual signals::Received receive(core::Time now) noexcept = 0;
};

}  // namespace tether::link
