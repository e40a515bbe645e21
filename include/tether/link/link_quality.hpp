// How good the link is, as one side can measure from the samples it takes: the round trip from
// echoed stamps, which needs no common clock, its jitter, and the share of samples that never came:
//   rtt = now − echo − held                                                              [s]
//   mean ← mean + (rtt − mean) / 8,   jitter ← jitter + (|rtt − mean| − jitter) / 4
// as TCP smooths its round trip (RFC 6298). Loss is what the sender's running number says was sent,
// less what arrived, of the last few hundred samples; repeated ones hide as many lost ones.
#pragma once

#include <cstdint>
#include <optional>

#include "tether/signals/link_quality.hpp"
#include "tether/signals/sample.hpp"

namespace tether::link {

class LinkQualityEstimator {
 public:
  const signals::LinkQuality& update(core::Time now, const signals::Received& received) noexcept;

 private:
  void count(const signals::Received& received) noexcept;
  void take(core::Time now, const signals::Sample& sample) noexcept;

  signals::LinkQuality quality_;
  std::uint32_t epoch_ = 0;
  std::optional<std::uint32_t> last_;
  double sent_ = 0;     // samples, those longer ago weighing less
  double arrived_ = 0;  // of them
  core::Time last_came_;
};

}  // namespace tether::link
