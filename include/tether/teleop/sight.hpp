// What a follower that is driven sees of its way: the newest scan, how far obstacles stand in the
// way of where it is commanded to go, and whether it still sees at all. A scanner that is silent
// for longer than a limit makes it blind: then it must not go on.
#pragma once

#include <memory>

#include "tether/assist/obstacles/obstruction.hpp"
#include "tether/control/couplings/obstruction.hpp"
#include "tether/device/scanner.hpp"
#include "tether/spatial/twist.hpp"

namespace tether::teleop {

struct SightParams {
  double timeout = 0.2;       // silence after which it is blind [s]
  double sample_time = 1e-3;  // of ticks [s]
};

struct SightOutput {
  control::Obstruction obstruction;
  double age = 0;           // since the last scan, or since the beginning [s]
  std::uint32_t scans = 0;  // that were seen so far
  bool blind = false;
};

class Sight {
 public:
  // the scanner must outlive it
  Sight(const SightParams& params, device::Scanner& scanner,
        const assist::ObstructionParams& obstruction)
      : params_(params), scanner_(&scanner), sensor_(obstruction) {}

  // one tick; commanded: where the platform shall go, its own axes
  SightOutput update(core::Time now, const spatial::Twist& commanded) noexcept;
  // the scan that came with the last update, if one did
  const assist::RangeScan* fresh_scan() const noexcept { return fresh_ ? &scan_ : nullptr; }

 private:
  SightParams params_;
  device::Scanner* scanner_;
  assist::ObstructionSensor sensor_;
  assist::RangeScan scan_;
  bool fresh_ = false;
  bool started_ = false;
  core::Time seen_;  // when the last scan came
  int ticks_ = 0;    // since the obstruction was last found out
  SightOutput out_;
};

}  // namespace tether::teleop
