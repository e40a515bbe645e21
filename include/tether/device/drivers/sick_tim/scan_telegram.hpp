// One scan as SICK's scanners send it, telegram LMDscandata in CoLa A: who speaks, counters, time
// stamps, then channels of values at equal steps of angle. Read with no belief in any of it.
//   distance = value · scale + offset                                      [mm]
// Values below 16 are none: 0 stands for too near, too far or too dark alike, 1 for dazzled; what
// is known of such a beam is nothing. A distance beyond the device's rating is nothing within
// reach. SICK, Technical information TiM55x/56x/57x 8015883, 5.3.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tether/assist/obstacles/range_scan.hpp"
#include "tether/core/fixed_string.hpp"
#include "tether/device/drivers/sick_tim/scan_error.hpp"

namespace tether::device {

// between which distances are believed [m]
struct ScanLimits {
  double nearest = 0.05;
  double farthest = 10;
};

// what a telegram carries beside the ranges
struct ScanHeader {
  bool asked_for = false;  // the answer to a question (sRA), not of a stream (sSN)
  std::uint16_t version = 1;
  std::uint16_t device = 1;
  std::uint32_t serial = 0;
  std::uint16_t status = 0;  // lowest bit: error
  std::uint16_t telegram_counter = 0;
  std::uint16_t scan_counter = 0;
  std::uint32_t scanned_us = 0;  // end of the scan since the device was switched on, wraps [µs]
  std::uint32_t sent_us = 0;     // when it was sent [µs]
  std::uint16_t inputs = 0;      // digital ones, bit by bit
  std::uint16_t outputs = 0;
  double scan_rate = 15;     // [Hz]
  double beam_rate = 16200;  // [Hz]
  std::uint16_t encoders = 0;
  core::FixedString<16> name = {};  // of the device, when it sends it
};

// `text` is what stands between STX and ETX. Unless the result is none, header and scan are not to
// be used. The scan's number is the device's 16-bit counter; its time is left as it is.
ScanError read_scan(std::string_view text, const ScanLimits& limits, ScanHeader& header,
                    assist::RangeScan& scan) noexcept;

// The same as the device writes it, in whole millimetres; what is no distance is written as 0.
// Without STX and ETX.
std::string write_scan(const ScanHeader& header, const assist::RangeScan& scan);

}  // namespace tether::device
