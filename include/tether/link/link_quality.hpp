// How good the link is, as one side can tell from the samples it takes: the round trip from echoed
// stamps, which needs no common clock, its jitter, and the share of samples that never came:
//   rtt = now − echo − held                                                              [s]
//   mean ← mean + (rtt − mean) / 8,   jitter ← jitter + (|rtt − mean| − jitter) / 4
// as TCP smooths its round trip (RFC 6298). Loss is what the sender's running number says was sent,
// less what arrived, of the last few hundred samples; repeated ones hide as many lost ones.
#pragma once

#include <cstdint>
#include <optional>

#include "tether/link/link.hpp"

namespace tether::link {

struct LinkQuality {
  bool known = false;     // a round trip has been seen
  double latest = 0;      // round trip of the newest sample [s]
  double round_trip = 0;  // smoothed [s]
  double jitter = 0;      // mean deviation of the round trip [s]
  double loss = 0;        // share of samples lost, 0 to 1
  double silence = 0;     // time since a sample last came [s]
  double gap = 0;         // the same, before one that came just now is counted [s]
};

class LinkQualityEstimator {
 public:
  const LinkQuality& update(core::Time now, const Received& received) noexcept;

 private:
  void count(const Received& received) noexcept;
  void take(core::Time now, const Sample& sample) noexcept;

  LinkQuality quality_;
  std::uint32_t conversation_ = 0;
  std::optional<std::uint32_t> last_;
  double sent_ = 0;     // samples, those longer ago weighing less
  double arrived_ = 0;  // of them
  core::Time last_came_;
};

}  // namespace tether::link
