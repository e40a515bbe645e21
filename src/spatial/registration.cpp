#include "tether/spatial/registration.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <Eigen/SVD>
#include <fmt/format.h>

namespace tether::spatial {
namespace {

// the points of one frame about their centroid
struct Cloud {
  Vector3 centroid = Vector3::Zero();
  Vector3 spread = Vector3::Zero();  // along the columns of axes, largest first [m]
  Matrix3 axes = Matrix3::Identity();
};

bool usable(const Vector3& point) {
  return point.allFinite() && point.cwiseAbs().maxCoeff() <= kFarthestPoint;
}

Cloud cloud(std::span<const PointPair> pairs, Vector3 PointPair::*which) {
  const auto n = static_cast<double>(pairs.size());
  Cloud c;
  for (const PointPair& pair : pairs) c.centroid += pair.*which / n;
  // singular values of the points, not roots of eigenvalues of their squares: half the digits of
  // a thin spread would be lost
  Eigen::MatrixXd centred(static_cast<Eigen::Index>(pairs.size()), 3);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    centred.row(static_cast<Eigen::Index>(i)) = (pairs[i].*which - c.centroid).transpose();
  }
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(centred, Eigen::ComputeThinV);
  c.spread = svd.singularValues() / std::sqrt(n);
  c.axes = svd.matrixV();
  return c;
}

RegistrationFlaw flaw_of(const Cloud& c) {
  if (c.spread[0] < kSmallestSpread) return RegistrationFlaw::one_point;
  if (c.spread[1] < kLineRatio * c.spread[0]) return RegistrationFlaw::on_a_line;
  return RegistrationFlaw::none;
}

Registration refused(RegistrationFlaw flaw, std::size_t pair = 0, bool in_to = false) {
  Registration r;
  r.flaw = flaw;
  r.flawed_pair = pair;
  r.flaw_in_to = in_to;
  return r;
}

// the root of a mean square that rounding may have made negative
double root(double square) { return std::sqrt(std::max(square, 0.0)); }

// rotation and scale from the cross covariance
void solve(const Matrix3& covariance, const Cloud& from, const Cloud& to, Scaling scaling,
           Registration& r) {
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(covariance,
                                              Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Matrix3 u = svd.matrixU(), v = svd.matrixV();
  const Vector3 d = svd.singularValues();
  const double sign = u.determinant() * v.determinant() < 0 ? -1 : 1;
  if (d[1] + sign * d[2] < kSmallestGap * d[0] || !(d[0] > 0)) {
    r.flaw = RegistrationFlaw::no_one_turn;
    return;
  }
  r.pose.rotation = u * Vector3(1, 1, sign).asDiagonal() * v.transpose();
  const double from_square = from.spread.squaredNorm(), to_square = to.spread.squaredNorm();
  const double fitted = d[0] + d[1] + sign * d[2];
  if (scaling == Scaling::uniform) r.scale = fitted / from_square;
  r.pose.position = to.centroid - r.scale * (r.pose.rotation * from.centroid);
  // mean squares of the residuals, with a rotation and with a mirror image
  const auto left = [&](double trace) {
    return root(scaling == Scaling::uniform ? to_square - trace * trace / from_square
                                            : to_square + from_square - 2 * trace);
  };
  // what is flat is its own mirror image, but for noise
  const bool solid = from.spread[2] > kNarrowRatio * from.spread[0];
  r.mirrored = solid && sign < 0 && left(d.sum()) < 0.5 * left(fitted);
}

void measure(std::span<const PointPair> pairs, Registration& r) {
  r.residuals.reserve(pairs.size());
  for (const PointPair& pair : pairs) r.residuals.push_back((pair.to - r * pair.from).norm());
  const auto worst = std::max_element(r.residuals.begin(), r.residuals.end());
  r.worst = *worst;
  r.worst_pair = static_cast<std::size_t>(worst - r.residuals.begin());
  const double squares =
      std::inner_product(r.residuals.begin(), r.residuals.end(), r.residuals.begin(), 0.0);
  r.rms = std::sqrt(squares / static_cast<double>(pairs.size()));
}

void judge(std::size_t pairs, const Cloud& from, Scaling scaling, Registration& r) {
  const auto n = static_cast<double>(pairs);
  const double unknowns = scaling == Scaling::uniform ? 7 : 6;
  r.noise = r.rms * std::sqrt(n / (3 * n - unknowns));
  r.spread = from.spread;
  r.axes = r.pose.rotation * from.axes;
  const double size = r.scale * std::sqrt(n);
  for (int k = 0; k < 3; ++k) {
    const double arm = std::hypot(from.spread[(k + 1) % 3], from.spread[(k + 2) % 3]);
    r.rotation_deviation[k] = r.noise / (size * arm);
  }
  r.position_deviation = r.noise / std::sqrt(n);
  if (scaling == Scaling::uniform) {
    r.scale_deviation = r.noise / (std::sqrt(n) * from.spread.norm());
  }
}

std::string_view where(const Registration& r) { return r.flaw_in_to ? "to" : "from"; }

}  // namespace

Registration register_points(std::span<const PointPair> pairs, Scaling scaling) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!usable(pairs[i].from)) return refused(RegistrationFlaw::not_finite, i, false);
    if (!usable(pairs[i].to)) return refused(RegistrationFlaw::not_finite, i, true);
  }
  if (pairs.size() < kFewestPairs) return refused(RegistrationFlaw::too_few_pairs, pairs.size());

  const Cloud from = cloud(pairs, &PointPair::from), to = cloud(pairs, &PointPair::to);
  if (const auto flaw = flaw_of(from); flaw != RegistrationFlaw::none) return refused(flaw);
  if (const auto flaw = flaw_of(to); flaw != RegistrationFlaw::none) return refused(flaw, 0, true);

  Matrix3 covariance = Matrix3::Zero();
  for (const PointPair& pair : pairs) {
    covariance += (pair.to - to.centroid) * (pair.from - from.centroid).transpose();
  }
  covariance /= static_cast<double>(pairs.size());
  Registration r;
  solve(covariance, from, to, scaling, r);
  if (r.flaw != RegistrationFlaw::none) return r;
  measure(pairs, r);
  judge(pairs.size(), from, scaling, r);
  return r;
}

std::string reason(const Registration& r) {
  switch (r.flaw) {
    case RegistrationFlaw::none:
      return "";
    case RegistrationFlaw::too_few_pairs:
      return fmt::format("at least {} pairs of points are needed, found {}", kFewestPairs,
                         r.flawed_pair);
    case RegistrationFlaw::not_finite:
      return fmt::format("the point \"{}\" of pair {} is not finite, or farther than {:g} m away",
                         where(r), r.flawed_pair + 1, kFarthestPoint);
    case RegistrationFlaw::one_point:
      return fmt::format("the points \"{}\" are all in one place, within {:g} m", where(r),
                         kSmallestSpread);
    case RegistrationFlaw::on_a_line:
      return fmt::format(
          "the points \"{}\" are on a line: they spread less than {:g} of their length across it, "
          "and the turn about it stays open; add a point well off the line",
          where(r), kLineRatio);
    case RegistrationFlaw::no_one_turn:
      return "several turns fit equally well: the pairs do not show the same object, or one frame "
             "is a mirror image";
  }
  return "";
}

std::optional<Outlier> find_outlier(std::span<const PointPair> pairs, const Registration& all,
                                    Scaling scaling) {
  constexpr std::size_t kFewest = 5, kTried = 32;
  constexpr double kClearlyLess = 0.5;
  // of what no instrument measures, nothing is worth a hint [m]
  constexpr double kNoNoise = 1e-6;
  if (all.flaw != RegistrationFlaw::none || pairs.size() < kFewest || all.noise < kNoNoise) {
    return std::nullopt;
  }
  std::vector<std::size_t> order(pairs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const std::size_t tried = std::min(order.size(), kTried);
  std::partial_sort(
      order.begin(), order.begin() + static_cast<std::ptrdiff_t>(tried), order.end(),
      [&](std::size_t a, std::size_t b) { return all.residuals[a] > all.residuals[b]; });

  std::optional<Outlier> best;
  for (std::size_t k = 0; k < tried; ++k) {
    const std::size_t i = order[k];
    std::vector<PointPair> others(pairs.begin(), pairs.end());
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    Registration without = register_points(others, scaling);
    if (without.flaw != RegistrationFlaw::none) continue;
    if (best && without.noise >= best->without.noise) continue;
    const double distance = (pairs[i].to - without * pairs[i].from).norm();
    best = Outlier{i, std::move(without), distance};
  }
  if (best && best->without.noise < kClearlyLess * all.noise) return best;
  return std::nullopt;
}

}  // namespace tether::spatial
