// Scans and telegrams to try a reader of CoLa A with.
#pragma once

#include <string>

#include "tests/support/random/random_draw.hpp"
#include "tether/device/drivers/sick_tim/scan_telegram.hpp"

namespace tether::test {

// as the device would send it: whole millimetres within its reach, a few beams without an answer
inline assist::RangeScan random_scan(RandomDraw& draw, int beams = assist::kTim561Beams) {
  assist::RangeScan scan;
  scan.count = beams;
  for (int i = 0; i < beams; ++i) {
    const double millimetres = 50 + draw.pick(9950);
    scan.ranges[static_cast<std::size_t>(i)] =
        draw.bernoulli(0.05) ? assist::kNoAnswer : static_cast<float>(1e-3 * millimetres);
  }
  return scan;
}

inline device::ScanHeader random_header(RandomDraw& draw) {
  device::ScanHeader header;
  header.asked_for = draw.bernoulli(0.5);
  header.serial = static_cast<std::uint32_t>(draw.bits());
  header.telegram_counter = static_cast<std::uint16_t>(draw.bits());
  header.scan_counter = static_cast<std::uint16_t>(draw.bits());
  header.scanned_us = static_cast<std::uint32_t>(draw.bits());
  header.sent_us = static_cast<std::uint32_t>(draw.bits());
  header.outputs = static_cast<std::uint16_t>(draw.pick(256));
  if (draw.bernoulli(0.3)) header.name.assign("dock 3");
  return header;
}

// up to the 8-bit channels
inline const std::string kTelegramStart =
    "sSN LMDscandata 1 1 F510AB 0 0 5932 5933 5B87697D 5B877BC6 0 0 1 0 0 5DC A2 0 ";
inline const std::string kFiveBeams = "1 DIST1 3F800000 00000000 FFF92230 D05 5 292 290 0 1 2711 ";
inline const std::string kTelegramEnd = "0 0 0 0 0 0";

}  // namespace tether::test
