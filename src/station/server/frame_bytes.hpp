// Numbers one after the other in a binary message, little-endian, in memory that is used again.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "tether/record/mcap/little_endian.hpp"
#include "tether/spatial/pose.hpp"
#include "tether/spatial/wrench.hpp"

namespace tether::station {

class FrameBytes {
 public:
  explicit FrameBytes(std::string& out) : out_(out) { out_.clear(); }

  template <record::Number T>
  void put(T value) {
    const std::size_t at = out_.size();
    out_.resize(at + sizeof value);
    record::store(reinterpret_cast<std::byte*>(out_.data() + at), value);
  }
  // a number that is not finite, or too large, is nothing that can be drawn
  void number(double value) {
    const auto narrow = static_cast<float>(value);
    put(std::isfinite(narrow) ? narrow : 0.0F);
  }
  void vector(const spatial::Vector3& v) {
    for (int i = 0; i < 3; ++i) number(v[i]);
  }
  void pose(const spatial::Pose& pose) {
    vector(pose.position);
    const Eigen::Quaterniond q = pose.quaternion();
    for (const double x : {q.w(), q.x(), q.y(), q.z()}) number(x);
  }
  // torque about the point where it acts, then force
  void wrench(const spatial::Wrench& at_tool) {
    vector(at_tool.torque);
    vector(at_tool.force);
  }
  // counts stop at the largest that fits
  void count(std::uint64_t n) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    put(static_cast<std::uint32_t>(n < kMost ? n : kMost));
  }

 private:
  std::string& out_;
};

}  // namespace tether::station
