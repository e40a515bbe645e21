// A range scanner that turns while time passes: a new scan is there every 1/15 s, taken where the
// platform then is, and a scanner that is silent for a time has missed those of that time. For
// virtual time, where the platform stands still while it is asked.
#pragma once

#include <functional>
#include <vector>

#include "tether/device/scanner.hpp"
#include "tether/sim/world/range_scanner.hpp"

namespace tether::sim {

// from its beginning until before its end
struct Silence {
  core::Time from;
  core::Time to;
};

struct SimulatedScannerParams {
  RangeScannerParams scanner;
  double rate = 15;               // [Hz]
  std::vector<Silence> silences;  // when it says nothing
};

class SimulatedScanner final : public device::Scanner {
 public:
  // `platform` gives where it truly is; it must neither wait nor allocate nor throw
  SimulatedScanner(const SimulatedScannerParams& params, std::function<spatial::Pose()> platform);

  bool read(core::Time now, assist::RangeScan& scan) noexcept override;

 private:
  bool silent(core::Time now) const noexcept;

  SimulatedScannerParams params_;
  RangeScanner scanner_;
  std::function<spatial::Pose()> platform_;
  std::uint32_t turns_ = 0;  // of the mirror
};

}  // namespace tether::sim
