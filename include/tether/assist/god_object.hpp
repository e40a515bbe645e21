// The point that stands for the tool outside of solids (god-object, proxy). Each tick it sets out
// straight for the tool, x_p → x_m, stops at the first surface it meets, and goes on along it: each
// surface met takes from the motion what leads into it, three of them all of it. Since every step
// is a straight way that meets nothing, it passes through nothing, however thin and however fast
// the tool, and it gets round an edge only by sliding over it.
//   F = K (x_p − x_m) − B ẋ_m min(1, |x_p − x_m|/δ), never pulling:  F·(x_p − x_m) ≥ 0
// Zilles & Salisbury, IROS 1995; Ruspini, Kolarov & Khatib, SIGGRAPH 1997.
//
// Solids are met kSeam before their surface, which closes the cracks that rounding leaves between
// solids that touch. A solid that is put around the point does not hold it: there is no way in that
// could be stopped, and throwing it out would be a jump.
#pragma once

#include <optional>

#include "tether/assist/laws.hpp"

namespace tether::assist {

inline constexpr double kSeam = 1e-6;  // [m]

// where a straight way first enters a solid from outside
struct Entry {
  double share = 0;                                     // of the way until there, 0 to 1
  spatial::Vector3 normal = spatial::Vector3::UnitZ();  // of the surface, unit, outward
  int item = -1;                                        // which solid
};

std::optional<Entry> entry(const Box& box, const spatial::Vector3& from,
                           const spatial::Vector3& to) noexcept;
std::optional<Entry> entry(const Sphere& sphere, const spatial::Vector3& from,
                           const spatial::Vector3& to) noexcept;
std::optional<Entry> entry(const Cylinder& cylinder, const spatial::Vector3& from,
                           const spatial::Vector3& to) noexcept;
std::optional<Entry> entry(const Plane& plane, const spatial::Vector3& from,
                           const spatial::Vector3& to) noexcept;

// surfaces that bound the motion of a point: what is left of it
class Surfaces {
 public:
  void add(const Entry& met) noexcept;
  int size() const noexcept { return size_; }
  const Entry& operator[](int index) const noexcept { return met_[index]; }
  // the nearest to `motion` of all motions that lead into none of them
  spatial::Vector3 allowed(const spatial::Vector3& motion) const noexcept;

 private:
  static constexpr int kMost = 3;
  Entry met_[kMost];
  int size_ = 0;
};

struct Follow {
  spatial::Vector3 place = spatial::Vector3::Zero();  // x_p now [m]
  int item = -1;                                      // solid that holds it back, -1: none
};

// first_entry(from, to) -> std::optional<Entry> over all solids
template <class FirstEntry>
Follow follow(const spatial::Vector3& place, const spatial::Vector3& tool,
              FirstEntry&& first_entry) noexcept {
  constexpr int kPasses = 4;        // each from a clean slate, to get over convex edges
  constexpr int kSteps = 6;         // of a pass
  constexpr double kShort = 1e-7;   // stops this much before a surface [m]
  constexpr double kStill = 1e-10;  // no motion [m]
  Follow out{place, -1};
  for (int pass = 0; pass < kPasses; ++pass) {
    Surfaces surfaces;
    const spatial::Vector3 start = out.place;
    for (int step = 0; step < kSteps; ++step) {
      const spatial::Vector3 way = surfaces.allowed(tool - out.place);
      const double length = way.norm();
      if (length < kStill) break;
      const std::optional<Entry> met = first_entry(out.place, spatial::Vector3(out.place + way));
      if (!met) {
        out.place += way;
        break;
      }
      const double into = -met->normal.dot(way);
      const double share = into > 0 ? met->share - kShort / into : 0;
      if (share > 0) out.place += share * way;
      surfaces.add(*met);
    }
    out.item = -1;
    double most = 0;
    for (int i = 0; i < surfaces.size(); ++i) {
      const double held = surfaces[i].normal.dot(out.place - tool);
      if (held > most) {
        most = held;
        out.item = surfaces[i].item;
      }
    }
    if (surfaces.size() == 0 || (out.place - start).norm() < kStill) break;
  }
  return out;
}

// on the tool at x_m, by the point at x_p
Push proxy_push(double stiffness, double damping, const spatial::Vector3& to_proxy,
                const spatial::Vector3& velocity) noexcept;

}  // namespace tether::assist
