// The network between two machines, measured without a common clock: small datagrams (UDP) go to a
// peer that sends each back as it is, and the time of sending travels inside. The peer answers
// nothing but such datagrams, one for one and of the same size, so that it lends itself to no one.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "tether/core/time.hpp"
#include "tether/runtime/loops/loop_report.hpp"

namespace tether::runtime {

struct RoundTripParams {
  core::Duration duration = std::chrono::seconds(2);
  core::Duration interval = std::chrono::milliseconds(2);    // between two datagrams
  core::Duration patience = std::chrono::milliseconds(500);  // for answers after the last
  const std::atomic<bool>* stop = nullptr;                   // ends it early
};

struct RoundTrips {
  std::uint64_t sent = 0;
  std::uint64_t answered = 0;  // each counted once
  SeriesReport time;           // there and back [s]
};

// `peer` is "host:port", "10.0.0.2:port" or "[fe80::1%eth0]:port". InputError when it is none of
// them, IoError when the system refuses.
RoundTrips measure_round_trips(const std::string& peer, const RoundTripParams& params);

// Answers at that address until asked to stop; gives the number of answers. `bound` is given the
// address and port once they are taken; port 0 takes any that is free. Throws as above.
std::uint64_t answer_round_trips(const std::string& address, const std::atomic<bool>& stop,
                                 const std::function<void(const std::string&)>& bound);

}  // namespace tether::runtime
