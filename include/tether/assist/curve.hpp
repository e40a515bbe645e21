// A curve as straight pieces, and the point of it that is nearest to a given one. Splines are
// centripetal Catmull–Rom (through every point, without loops or cusps within a span; Yuksel,
// Schaefer & Keyser, Computer-Aided Design 43(7), 2011), cut so that no chord is farther than
// kChordError from them, as long as kMaxPieces to a span suffice.
//
// The pieces keep their order, so halving that order again and again makes a tree of boxes that is
// as good as the curve is short; the search goes to the nearer half first. Where two parts of the
// curve are equally near (inside a bend, between two turns) the nearest point jumps from one to the
// other; the distance never does. Across the join of two pieces it does not jump.
#pragma once

#include <cstdint>
#include <vector>

#include "tether/assist/shape.hpp"

namespace tether::assist {

inline constexpr double kChordError = 50e-6;  // [m]
inline constexpr int kMaxPieces = 64;

// the points of the polyline that stands for it, without repeated ones
std::vector<spatial::Vector3> flatten(const Polyline& curve);
std::vector<spatial::Vector3> flatten(const Spline& curve);

struct OnCurve {
  spatial::Vector3 point = spatial::Vector3::Zero();
  spatial::Vector3 tangent = spatial::Vector3::UnitX();  // of its piece, unit
  double square = 0;                                     // of the distance [m²]
  bool found = false;
};

class Curve {
 public:
  // at least two different points
  explicit Curve(const std::vector<spatial::Vector3>& points);

  // the nearest point that is less than `within` [m] away; of equally near ones the first
  OnCurve nearest(const spatial::Vector3& point, double within) const noexcept;
  // the same, piece by piece
  OnCurve nearest_of_all(const spatial::Vector3& point, double within) const noexcept;

  const spatial::Vector3& low() const noexcept { return nodes_.front().low; }
  const spatial::Vector3& high() const noexcept { return nodes_.front().high; }
  std::size_t size() const noexcept { return pieces_.size(); }

 private:
  struct Piece {
    spatial::Vector3 start;
    spatial::Vector3 along;     // to its end [m]
    double inverse_square = 0;  // 1/|along|²
  };
  struct Node {  // of pieces first to last − 1; its left half follows it at once
    spatial::Vector3 low;
    spatial::Vector3 high;
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::uint32_t right = 0;  // node of the right half; 0 in a leaf
  };
  struct Best {
    std::size_t piece = 0;
    double square = 0;
    double share = 0;  // of its length
    bool found = false;
  };

  void build(std::uint32_t first, std::uint32_t last);
  void visit(std::size_t piece, const spatial::Vector3& point, Best& best) const noexcept;
  void search(std::size_t node, const spatial::Vector3& point, Best& best) const noexcept;
  OnCurve on_curve(const Best& best) const noexcept;

  std::vector<Piece> pieces_;
  std::vector<Node> nodes_;
};

}  // namespace tether::assist
