#include "tether/runtime/clocks/latency_hold.hpp"

#include <cerrno>
#include <cstdint>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace tether::runtime {

LatencyHold::LatencyHold(const std::string& path) : fd_(open(path.c_str(), O_WRONLY | O_CLOEXEC)) {
  const std::int32_t latency_us = 0;
  if (fd_ >= 0 && write(fd_, &latency_us, sizeof latency_us) == sizeof latency_us) return;

  const int error = errno;
  if (fd_ >= 0) close(fd_);
  fd_ = -1;
  refusal_ =
      fmt::format("{} cannot be held at 0 µs ({}): processors may sleep deeply between ticks", path,
                  std::generic_category().message(error));
  // a kernel without power management has no such file, and no deep sleep either
  if (error == EACCES || error == EPERM) {
    refusal_ += fmt::format("; fix: sudo setfacl -m u:$USER:rw {}", path);
  }
}

LatencyHold::~LatencyHold() {
  // closing gives the latency back
  if (fd_ >= 0) close(fd_);
}

}  // namespace tether::runtime
