#include "tether/assist/curve.hpp"

#include <algorithm>
#include <cmath>

namespace tether::assist {

using spatial::Vector3;

namespace {

constexpr std::uint32_t kLeaf = 4;  // pieces that are tried one by one

std::vector<Vector3> without_repeats(const std::vector<Vector3>& points) {
  std::vector<Vector3> kept;
  kept.reserve(points.size());
  for (const Vector3& p : points) {
    if (kept.empty() || (p - kept.back()).norm() > 1e-9) kept.push_back(p);
  }
  return kept;
}

double square_to(const Vector3& low, const Vector3& high, const Vector3& point) noexcept {
  return (point - point.cwiseMin(high).cwiseMax(low)).squaredNorm();
}

// slope at b of the spline through a, b, c, times the length of parameter of the span `over`
Vector3 tangent(const Vector3& a, const Vector3& b, const Vector3& c, double over) {
  const double before = std::sqrt((b - a).norm());
  const double after = std::sqrt((c - b).norm());
  return over * ((b - a) / before - (c - a) / (before + after) + (c - b) / after);
}

}  // namespace

std::vector<Vector3> flatten(const Polyline& curve) { return without_repeats(curve.points); }

std::vector<Vector3> flatten(const Spline& curve) {
  const std::vector<Vector3> p = without_repeats(curve.points);
  if (p.size() < 3) return p;
  std::vector<Vector3> out = {p.front()};
  for (std::size_t i = 0; i + 1 < p.size(); ++i) {
    // beyond the ends it goes on as it came
    const Vector3 before = i > 0 ? p[i - 1] : Vector3(2 * p[0] - p[1]);
    const Vector3 after = i + 2 < p.size() ? p[i + 2] : Vector3(2 * p[i + 1] - p[i]);
    const double over = std::sqrt((p[i + 1] - p[i]).norm());
    const Vector3 m0 = tangent(before, p[i], p[i + 1], over);
    const Vector3 m1 = tangent(p[i], p[i + 1], after, over);
    const Vector3 step = p[i + 1] - p[i];
    // the second derivative of a cubic is greatest at an end; a chord over h is h²/8 of it away
    const double bend =
        std::max((6 * step - 4 * m0 - 2 * m1).norm(), (-6 * step + 2 * m0 + 4 * m1).norm());
    const int pieces = static_cast<int>(
        std::clamp(std::ceil(std::sqrt(bend / (8 * kChordError))), 1.0, double{kMaxPieces}));
    for (int k = 1; k <= pieces; ++k) {
      const double u = static_cast<double>(k) / pieces;
      const double rise = u * u * (3 - 2 * u);
      out.emplace_back(p[i] + rise * step + u * (1 - u) * ((1 - u) * m0 - u * m1));
    }
    out.back() = p[i + 1];
  }
  return without_repeats(out);
}

Curve::Curve(const std::vector<Vector3>& points) {
  pieces_.reserve(points.size());
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const Vector3 along = points[i + 1] - points[i];
    pieces_.push_back({points[i], along, 1 / along.squaredNorm()});
  }
  nodes_.reserve(pieces_.size());
  build(0, static_cast<std::uint32_t>(pieces_.size()));
}

void Curve::build(std::uint32_t first, std::uint32_t last) {
  const std::size_t self = nodes_.size();
  Node node{pieces_[first].start, pieces_[first].start, first, last, 0};
  for (std::uint32_t i = first; i < last; ++i) {
    const Vector3 end = pieces_[i].start + pieces_[i].along;
    node.low = node.low.cwiseMin(pieces_[i].start).cwiseMin(end);
    node.high = node.high.cwiseMax(pieces_[i].start).cwiseMax(end);
  }
  nodes_.push_back(node);
  if (last - first <= kLeaf) return;
  const std::uint32_t middle = first + (last - first) / 2;
  build(first, middle);
  nodes_[self].right = static_cast<std::uint32_t>(nodes_.size());
  build(middle, last);
}

void Curve::visit(std::size_t index, const Vector3& point, Best& best) const noexcept {
  const Piece& piece = pieces_[index];
  const Vector3 from_start = point - piece.start;
  const double share = std::clamp(from_start.dot(piece.along) * piece.inverse_square, 0.0, 1.0);
  const double square = (from_start - share * piece.along).squaredNorm();
  // of equally near ones the first, in whatever order they are tried
  if (square < best.square || (best.found && square == best.square && index < best.piece)) {
    best = {index, square, share, true};
  }
}

// as deep as the logarithm of the number of pieces
// NOLINTNEXTLINE(misc-no-recursion)
void Curve::search(std::size_t index, const Vector3& point, Best& best) const noexcept {
  const Node& node = nodes_[index];
  if (node.right == 0) {
    for (std::uint32_t i = node.first; i < node.last; ++i) visit(i, point, best);
    return;
  }
  std::size_t nearer = index + 1;
  std::size_t farther = node.right;
  double near = square_to(nodes_[nearer].low, nodes_[nearer].high, point);
  double far = square_to(nodes_[farther].low, nodes_[farther].high, point);
  if (far < near) {
    std::swap(nearer, farther);
    std::swap(near, far);
  }
  if (near <= best.square) search(nearer, point, best);
  if (far <= best.square) search(farther, point, best);
}

OnCurve Curve::on_curve(const Best& best) const noexcept {
  if (!best.found) return {};
  const Piece& piece = pieces_[best.piece];
  return {piece.start + best.share * piece.along, piece.along * std::sqrt(piece.inverse_square),
          best.square, true};
}

OnCurve Curve::nearest(const Vector3& point, double within) const noexcept {
  Best best{.square = within * within};
  if (square_to(low(), high(), point) < best.square) search(0, point, best);
  return on_curve(best);
}

OnCurve Curve::nearest_of_all(const Vector3& point, double within) const noexcept {
  Best best{.square = within * within};
  for (std::size_t i = 0; i < pieces_.size(); ++i) visit(i, point, best);
  return on_curve(best);
}

}  // namespace tether::assist
