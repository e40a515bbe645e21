// What a device paces a loop by: it waits for the device's next event, such as a report of a USB
// device, a frame of a field bus, or a scan. Three kinds: an eventfd, a semaphore, and any
// callable.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include <semaphore.h>

#include "tether/core/time.hpp"

namespace tether::runtime {

// what waiting for a device gave
struct PaceEvent {
  std::uint32_t events = 0;  // that have occurred since the last call; 0: none in time
  std::optional<core::Duration> stamp = {};  // of the latest, in monotonic time, where known
  bool broken = false;                       // waiting itself failed, and will fail again
};

class Pace {
 public:
  virtual ~Pace() = default;
  // returns when the device has an event, or after the timeout
  virtual PaceEvent wait(core::Duration timeout) noexcept = 0;
};

// The device's thread adds 1 to an eventfd (eventfd(2)) per event; not owned.
class EventFdPace final : public Pace {
 public:
  explicit EventFdPace(int fd) noexcept : fd_(fd) {}
  PaceEvent wait(core::Duration timeout) noexcept override;

 private:
  int fd_;
};

// The device's thread posts a semaphore per event; not owned.
class SemaphorePace final : public Pace {
 public:
  explicit SemaphorePace(sem_t& semaphore) noexcept : semaphore_(semaphore) {}
  PaceEvent wait(core::Duration timeout) noexcept override;

 private:
  sem_t& semaphore_;
};

// A blocking read of the device itself; the callable must not throw.
class CallablePace final : public Pace {
 public:
  explicit CallablePace(std::function<PaceEvent(core::Duration timeout)> wait)
      : wait_(std::move(wait)) {}
  PaceEvent wait(core::Duration timeout) noexcept override { return wait_(timeout); }

 private:
  std::function<PaceEvent(core::Duration)> wait_;
};

}  // namespace tether::runtime
