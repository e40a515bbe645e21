// Round trips through roscpp: a ping is published by the caller, answered in the callback of
// another process (ros_pong), and the answer is waited for. Messages are those of the link over
// ROS, with tcpNoDelay both ways.
#pragma once

#include "bench/round_trips.hpp"

namespace tether::bench {

// roscpp was there when this was built
bool ros_rival_available() noexcept;

// starts a master and the other process when first called
RoundTrips ros_rival();

}  // namespace tether::bench
