// How far an outline can be driven along a circular arc until it meets one of many points. The
// origin moves along an arc of curvature κ, so that everything turns about (0, 1/κ). In the
// coordinates of the arc,
//   e = (2 y − κ r²) / (1 + √(1 − 2 κ y + κ² r²))   aside of it, to the left                [m]
//   s = atan2(κ x, 1 − κ y) / κ                     along it                                [m]
// the motion moves points along s alone. At each e the outline ends ahead in S(e) and behind in
// T(e); a point has the free way g = s − S(e). Over a horizon L it blocks the way by
//   w (1 − g / L)              ahead of the outline, nothing beyond L,
//   w (1 + g / (S − T))        in or beside it, nothing behind,
// with w = 1 in the band that the outline sweeps, falling to 0 at a margin beside it, so that all
// is continuous in the points and in κ. S and T are tabulated across the outline.
// Fox, Burgard & Thrun, IEEE Robotics & Automation Magazine 4(1), 1997, for a point.
#pragma once

#include <array>

#include "tether/assist/obstacles/outline.hpp"
#include "tether/assist/obstacles/range_scan.hpp"

namespace tether::assist {

// obstacles in the axes of a vehicle [m], with r² [m²]
struct GroundPoints {
  alignas(32) std::array<float, kMaxBeams> x{};
  alignas(32) std::array<float, kMaxBeams> y{};
  alignas(32) std::array<float, kMaxBeams> squared{};
  int count = 0;
};

struct ArcAhead {
  double curvature = 0;  // κ, positive to the left [1/m]
  double length = 1;     // L, at most 3π/4 of the circle [m]
  double margin = 0.1;   // [m]
  bool backward = false;
};

class SweptOutline {
 public:
  explicit SweptOutline(const Outline& outline);

  // the tightest arc that an outline can be swept along: it must not turn about a point within
  // [1/m]
  double most_curvature() const noexcept { return most_curvature_; }
  // by the point that is most in the way: 0 none is near, 1 one is touched
  double blocked(const GroundPoints& points, const ArcAhead& arc) noexcept;

 private:
  static constexpr int kMaxSamples = 64;  // of the outline
  static constexpr int kAcross = 48;      // values of S and T
  template <std::size_t n>
  struct Places {
    alignas(32) std::array<float, n> x{}, y{}, squared{};
  };
  static constexpr int kChunk = 128;  // points that are looked at before the rest is ruled out
  using Band = std::array<float, kChunk>;
  // points that are worth a closer look
  struct Limits {
    float curvature, least, most;  // least < 2 y − κ r² < most
    float squared = 0;             // r² below this
  };

  void profile(float curvature, bool backward) noexcept;
  void draw_edge(std::size_t from, std::size_t to) noexcept;
  int keep_band(const GroundPoints& points, int first, const Limits& in) noexcept;
  float worst(int count, float length, float margin, float worst) const noexcept;

  Places<kMaxSamples> edge_;  // the outline, in order
  // of the arc that was asked about last: the outline, S and T at equal steps of e, points near it
  alignas(32) std::array<float, kMaxSamples> sample_s_{}, sample_e_{};
  alignas(32) Band band_x_{}, band_y_{}, band_h_{}, band_s_{}, band_e_{};
  std::array<float, kAcross> front_{}, back_{};
  float first_e_ = 0, last_e_ = 0, per_step_ = 0, front_most_ = 0;
  double most_curvature_;
  float reach_;  // of the outline from the origin [m]
  int samples_ = 0;
};

}  // namespace tether::assist
