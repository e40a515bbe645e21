#include "tether/sim/people/delayed_sense.hpp"

#include <algorithm>

namespace tether::sim {
namespace {

constexpr double kEntryStep = 1e-3;  // between two entries [s]

}  // namespace

DelayedSense::DelayedSense(double delay) noexcept
    : age_(std::clamp(static_cast<int>(delay / kEntryStep), 0, kMemory - 1)) {
  memory_.fill(spatial::Vector3::Zero());
}

const spatial::Vector3& DelayedSense::update(double dt, const spatial::Vector3& there) noexcept {
  since_ += dt;
  if (since_ >= kEntryStep) {
    since_ -= kEntryStep;
    newest_ = (newest_ + 1) % kMemory;
    memory_[static_cast<std::size_t>(newest_)] = there;
  }
  return perceived();
}

const spatial::Vector3& DelayedSense::perceived() const noexcept {
  return memory_[static_cast<std::size_t>((newest_ - age_ + kMemory) % kMemory)];
}

}  // namespace tether::sim
