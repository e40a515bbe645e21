#include "station/page/scan_frame.hpp"

#include <algorithm>

#include "station/server/frame_bytes.hpp"
#include "tether/record/ros2/ros2_encoders.hpp"

namespace tether::station {

void encode_scan(const assist::RangeScan& scan, std::string& frame) {
  const int beams = std::clamp(scan.count, 0, assist::kMaxBeams);
  FrameBytes out(frame);
  out.put(kScanMagic);
  out.put(static_cast<std::uint32_t>(beams));
  out.put(core::seconds(scan.time));
  out.number(scan.first_angle);
  out.number(scan.angle_step);
  out.put(record::ros2::LaserScan::kMostRange);
  for (int i = 0; i < beams; ++i) out.put(scan.ranges[static_cast<std::size_t>(i)]);
}

}  // namespace tether::station
