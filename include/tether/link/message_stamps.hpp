// Times in messages of DDS and ROS: seconds and nanoseconds, whatever the generator calls them.
#pragma once

#include <chrono>
#include <cstdint>
#include <type_traits>

#include "tether/core/time.hpp"

namespace tether::link {

// seconds rounded down, and the rest, which is never negative
template <class Stamp>
void write(Stamp& to, core::Duration since_begin) noexcept {
  auto& [seconds, nanoseconds] = to;
  const auto whole = std::chrono::floor<std::chrono::seconds>(since_begin);
  seconds = static_cast<std::remove_cvref_t<decltype(seconds)>>(whole.count());
  nanoseconds =
      static_cast<std::remove_cvref_t<decltype(nanoseconds)>>((since_begin - whole).count());
}
template <class Stamp>
void write(Stamp& to, core::Time time) noexcept {
  write(to, time.time_since_epoch());
}
template <class Stamp>
core::Time read_time(const Stamp& from) noexcept {
  const auto& [seconds, nanoseconds] = from;
  // seconds that do not fit a message's type are negative there
  return core::Time(std::chrono::seconds(static_cast<std::int32_t>(seconds)) +
                    core::Duration(nanoseconds));
}

}  // namespace tether::link
