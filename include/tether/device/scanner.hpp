// Something that sees ranges around a robot, at its own pace. Asked from a tick: never waits, never
// allocates. A scanner that is silent says nothing; how long that may last is up to the guard.
#pragma once

#include "tether/assist/obstacles/range_scan.hpp"

namespace tether::device {

class Scanner {
 public:
  virtual ~Scanner() = default;
  // true, with the newest scan, when there is one that was not read before
  virtual bool read(core::Time now, assist::RangeScan& scan) noexcept = 0;
};

}  // namespace tether::device
