// A laser scanner on a platform, by casting rays in a MuJoCo world. It has a world of its own, of
// which it sees what is fixed and solid, never the platform: another thread may scan while the
// physics runs. As a SICK TiM561 (errors: quick start 8015886; spot: operating instructions of its
// family, 8026151):
// - a range is normal about the truth with a deviation of 20 mm, given in whole millimetres;
// - a spot is 14.4 mrad wide, so that it covers the directions of both its neighbours. Where they
//   differ by more than a step it measures, with some probability, a range between them (mixed
//   pixel);
// - light comes back in proportion to ρ cos α / d², with the remission ρ of the surface (the
//   brightness of its colour), the angle α to its normal and the range d. With s that figure over
//   the one of the darkest surface at the largest range that is stated for it, a beam is answered
//   with the probability
//     P = (1 − p) s⁴ / (1 + s⁴)
//   where p are losses for other reasons. Beams without answer are kNoAnswer.
// Beyond its reach there is kNothing. All beams of a scan are cast from one place, though a turn of
// the mirror takes 1/15 s. The same scans for the same seed and places, bit for bit.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "tether/assist/obstacles/range_scan.hpp"
#include "tether/sim/people/random_generator.hpp"
#include "tether/sim/world/world.hpp"
#include "tether/spatial/pose.hpp"

namespace tether::sim {

struct RangeScannerParams {
  std::string world;                                     // MJCF file with a site "scanner"
  int beams = assist::kTim561Beams;                      // at most assist::kMaxBeams
  double first_angle = assist::RangeScan{}.first_angle;  // [rad]
  double angle_step = assist::RangeScan{}.angle_step;    // [rad]
  double nearest = 0.05;                                 // [m]
  double farthest = 10;                                  // [m]
  double deviation = 0.02;                               // of a range, statistical [m]
  // bound of an error that stays; drawn once, evenly. The maker states 0.06. [m]
  double systematic_error = 0;
  double resolution = 1e-3;        // of a range [m]
  double edge = 0.1;               // step of range within a spot that can mix [m]
  double mixed_probability = 0.3;  // of a spot on an edge
  double loss = 0.002;             // p
  double darkest = 0.1;            // remission that is still seen ...
  double darkest_range = 8;        // ... at this range [m]
  std::uint64_t seed = 1;
};

class RangeScanner {
 public:
  // throws core::InputError when the world has no scanner, or there are too many beams
  explicit RangeScanner(const RangeScannerParams& params);

  // what it sees when the platform is there; numbers count up from 1
  void scan(const spatial::Pose& platform, core::Time now, assist::RangeScan& scan) noexcept;

 private:
  struct Ray {
    double range = 0;  // true; negative when there is nothing [m]
    int thing = -1;    // that it meets
  };

  void cast(const spatial::Pose& scanner) noexcept;
  double incidence(int ray) const noexcept;
  double spot(int ray, double mixed, double share) const noexcept;
  float answer(int ray) noexcept;

  RangeScannerParams params_;
  World world_;
  spatial::Vector3 place_;  // of the scanner on the platform [m]
  RandomGenerator random_;
  double offset_;                                             // systematic [m]
  std::array<Ray, assist::kMaxBeams + 2> rays_{};             // one more at either end
  std::array<spatial::Vector3, assist::kMaxBeams + 2> ways_;  // of the rays, scanner's axes
  std::uint32_t number_ = 0;
};

}  // namespace tether::sim
