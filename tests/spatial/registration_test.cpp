#include "tether/spatial/registration.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "tests/spatial/random_spatial.hpp"

namespace tether::spatial {
namespace {

using Pairs = std::vector<PointPair>;

// B.K.P. Horn, Closed-form solution of absolute orientation using unit quaternions, J. Opt. Soc.
// Am. A 4(4), 1987: the turn is the eigenvector of a 4×4 matrix, so that no reflection can arise.
struct Horn {
  Matrix3 rotation;
  Vector3 position;
  double scale = 1;

  Horn(const Pairs& pairs, Scaling scaling) {
    Vector3 a = Vector3::Zero(), b = Vector3::Zero();
    const auto n = static_cast<double>(pairs.size());
    for (const auto& p : pairs) a += p.from / n, b += p.to / n;
    Matrix3 m = Matrix3::Zero();
    double from_square = 0;
    for (const auto& p : pairs) {
      m += (p.from - a) * (p.to - b).transpose();
      from_square += (p.from - a).squaredNorm();
    }
    Eigen::Matrix4d k;
    k << m.trace(), m(1, 2) - m(2, 1), m(2, 0) - m(0, 2), m(0, 1) - m(1, 0),   //
        0, m(0, 0) - m(1, 1) - m(2, 2), m(0, 1) + m(1, 0), m(2, 0) + m(0, 2),  //
        0, 0, m(1, 1) - m(0, 0) - m(2, 2), m(1, 2) + m(2, 1),                  //
        0, 0, 0, m(2, 2) - m(0, 0) - m(1, 1);
    const Eigen::Matrix4d full = k.selfadjointView<Eigen::Upper>();
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix4d> solver(full);
    const Eigen::Vector4d q = solver.eigenvectors().col(3);
    rotation = Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix();
    if (scaling == Scaling::uniform) {
      scale = 0;
      for (const auto& p : pairs) scale += (p.to - b).dot(rotation * (p.from - a)) / from_square;
    }
    position = b - scale * (rotation * a);
  }
};

double squares(const Pairs& pairs, const Matrix3& r, const Vector3& p, double s) {
  double sum = 0;
  for (const auto& pair : pairs) sum += (pair.to - (s * (r * pair.from) + p)).squaredNorm();
  return sum;
}

// points in a box of these half sides
std::vector<Vector3> points(RandomSpatial& random, int n, const Vector3& half) {
  const Matrix3 turn = random.rotation();
  const Vector3 centre = random.vector(2);
  std::vector<Vector3> out;
  for (int i = 0; i < n; ++i) out.push_back(centre + turn * random.vector(1).cwiseProduct(half));
  return out;
}

struct Case {
  Pairs pairs;
  Pose pose;
  double scale = 1;
};

Case make(RandomSpatial& random, int n, const Vector3& half, double noise, Scaling scaling) {
  Case c;
  c.pose = random.pose();
  if (scaling == Scaling::uniform) c.scale = std::exp(random.uniform(-2, 2));
  for (const Vector3& x : points(random, n, half)) {
    c.pairs.push_back(
        {x, c.scale * (c.pose.rotation * x) + c.pose.position + random.vector(noise)});
  }
  return c;
}

int count(RandomSpatial& random) { return static_cast<int>(random.uniform(4, 15)); }

TEST(Registration, FindsTheFrameOfPointsWithoutNoise) {
  RandomSpatial random(1);
  for (int i = 0; i < kCases; ++i) {
    const Scaling scaling = i % 2 == 0 ? Scaling::none : Scaling::uniform;
    const auto c = make(random, count(random), {1, 0.8, 0.6}, 0, scaling);
    const auto r = register_points(c.pairs, scaling);
    ASSERT_EQ(r.flaw, RegistrationFlaw::none) << i;
    ASSERT_LT((r.pose.rotation - c.pose.rotation).norm(), 1e-10) << i;
    ASSERT_LT((r.pose.position - c.pose.position).norm(), 1e-9) << i;
    ASSERT_NEAR(r.scale, c.scale, 1e-11 * c.scale);
    ASSERT_LT(r.worst, 1e-11);
  }
}

TEST(Registration, AgreesWithHornsQuaternionsAndWithEigenUnderNoise) {
  RandomSpatial random(2);
  for (int i = 0; i < kCases; ++i) {
    const Scaling scaling = i % 2 == 0 ? Scaling::none : Scaling::uniform;
    const auto c = make(random, count(random), {1, 0.8, 0.6}, 0.05, scaling);
    const auto r = register_points(c.pairs, scaling);
    const Horn horn(c.pairs, scaling);
    ASSERT_EQ(r.flaw, RegistrationFlaw::none);
    ASSERT_LT((r.pose.rotation - horn.rotation).norm(), 1e-9) << i;
    ASSERT_LT((r.pose.position - horn.position).norm(), 1e-9 * c.scale + 1e-9) << i;
    ASSERT_NEAR(r.scale, horn.scale, 1e-10 * c.scale);
    Eigen::Matrix3Xd from(3, c.pairs.size()), to(3, c.pairs.size());
    for (std::size_t k = 0; k < c.pairs.size(); ++k) {
      from.col(static_cast<Eigen::Index>(k)) = c.pairs[k].from;
      to.col(static_cast<Eigen::Index>(k)) = c.pairs[k].to;
    }
    const Eigen::Matrix4d eigen = Eigen::umeyama(from, to, scaling == Scaling::uniform);
    ASSERT_LT((r.scale * r.pose.rotation - eigen.topLeftCorner<3, 3>()).norm(), 1e-9 * c.scale)
        << i;
  }
}

TEST(Registration, NeverMirrorsEvenWhatIsAMirrorImage) {
  RandomSpatial random(3);
  int checked = 0;
  for (int i = 0; i < kCases; ++i) {
    auto c = make(random, count(random), {1, 0.7, 0.3}, 0.01, Scaling::none);
    for (auto& pair : c.pairs) pair.to.z() = -pair.to.z();
    const auto r = register_points(c.pairs);
    // where two spreads happen to be alike, no turn is the best one
    if (r.flaw == RegistrationFlaw::no_one_turn) continue;
    ++checked;
    ASSERT_EQ(r.flaw, RegistrationFlaw::none);
    ASSERT_NEAR(r.pose.rotation.determinant(), 1, 1e-12);
    // two turns may be nearly as good as each other: what must agree is how good they are
    const Horn horn(c.pairs, Scaling::none);
    const double ours = squares(c.pairs, r.pose.rotation, r.pose.position, 1);
    const double theirs = squares(c.pairs, horn.rotation, horn.position, 1);
    ASSERT_NEAR(ours, theirs, 1e-10 * theirs) << i;
  }
  EXPECT_GT(checked, 0.95 * kCases);
}

TEST(Registration, SaysThatAnAxisPointsTheWrongWay) {
  RandomSpatial random(4);
  for (int i = 0; i < 1000; ++i) {
    auto c = make(random, 20, {1, 0.8, 0.6}, 0.005, Scaling::none);
    ASSERT_FALSE(register_points(c.pairs).mirrored) << i;
    ASSERT_FALSE(register_points(c.pairs, Scaling::uniform).mirrored) << i;
    for (auto& pair : c.pairs) pair.to.x() = -pair.to.x();
    ASSERT_TRUE(register_points(c.pairs).mirrored) << i;
    ASSERT_TRUE(register_points(c.pairs, Scaling::uniform).mirrored) << i;
  }
}

TEST(Registration, TakesPointsOfAPlane) {
  RandomSpatial random(5);
  int reflected_by_noise = 0, checked = 0;
  for (int i = 0; i < kCases; ++i) {
    const double noise = i % 2 == 0 ? 0 : 0.002;
    const int n = i % 3 == 0 ? 3 : count(random);
    const auto c = make(random, n, {1, 0.8, 0}, noise, Scaling::none);
    const auto r = register_points(c.pairs);
    // three random points may come close to a line
    if (r.flaw == RegistrationFlaw::on_a_line || r.narrow()) continue;
    ++checked;
    ASSERT_EQ(r.flaw, RegistrationFlaw::none);
    ASSERT_NEAR(r.pose.rotation.determinant(), 1, 1e-12);
    if (noise == 0) {
      ASSERT_LT((r.pose.rotation - c.pose.rotation).norm(), 1e-8) << i;
      ASSERT_LT(r.worst, 1e-9);
    }
    const Horn horn(c.pairs, Scaling::none);
    ASSERT_LT((r.pose.rotation - horn.rotation).norm(), 1e-7) << i;
    reflected_by_noise += r.mirrored ? 1 : 0;
  }
  EXPECT_EQ(reflected_by_noise, 0);
  EXPECT_GT(checked, 0.75 * kCases);
}

TEST(Registration, IsTheLeastOfAllFramesNearIt) {
  RandomSpatial random(6);
  for (int i = 0; i < kCases; ++i) {
    const Scaling scaling = i % 2 == 0 ? Scaling::none : Scaling::uniform;
    const auto c = make(random, count(random), {1, 0.8, 0.6}, 0.1, scaling);
    const auto r = register_points(c.pairs, scaling);
    const double best = squares(c.pairs, r.pose.rotation, r.pose.position, r.scale);
    const Matrix3 turned = exp_rotation(random.vector(0.05)) * r.pose.rotation;
    const double scale = scaling == Scaling::uniform ? r.scale * random.uniform(0.95, 1.05) : 1;
    const double other = squares(c.pairs, turned, r.pose.position + random.vector(0.05), scale);
    ASSERT_LE(best, other) << i;
    ASSERT_NEAR(r.rms, std::sqrt(best / static_cast<double>(c.pairs.size())), 1e-12);
    ASSERT_EQ(r.worst, r.residuals[r.worst_pair]);
  }
}

// the deviations that one registration predicts are those that many show
TEST(Registration, KnowsHowWellEachDirectionIsDetermined) {
  RandomSpatial random(7);
  std::mt19937_64 engine(8);
  constexpr double kNoise = 1e-3;  // [m]
  std::normal_distribution<double> normal(0, kNoise);
  const Scaling scaling = Scaling::uniform;
  const auto clean = make(random, 12, {1, 0.3, 0.1}, 0, scaling);
  const auto axes = register_points(clean.pairs, scaling).axes;
  Vector3 turned = Vector3::Zero(), predicted = Vector3::Zero();
  double scaled = 0, predicted_scale = 0, noise = 0;
  constexpr int kTrials = 20'000;
  for (int i = 0; i < kTrials; ++i) {
    auto pairs = clean.pairs;
    for (auto& p : pairs) p.to += Vector3(normal(engine), normal(engine), normal(engine));
    const auto r = register_points(pairs, scaling);
    const Vector3 error =
        axes.transpose() * log_rotation(r.pose.rotation * clean.pose.rotation.transpose());
    turned += error.cwiseAbs2() / kTrials;
    predicted += r.rotation_deviation.cwiseAbs2() / kTrials;
    scaled += std::pow(r.scale - clean.scale, 2) / kTrials;
    predicted_scale += r.scale_deviation * r.scale_deviation / kTrials;
    noise += r.noise * r.noise / kTrials;
  }
  EXPECT_NEAR(std::sqrt(noise) / kNoise, 1, 0.01);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(std::sqrt(turned[k] / predicted[k]), 1, 0.03) << k;
  EXPECT_NEAR(std::sqrt(scaled / predicted_scale), 1, 0.03);
  // about their length, points say the least
  EXPECT_GT(predicted[0], predicted[1]);
}

TEST(Registration, RefusesTooFewPairs) {
  const Pairs pairs{{{0, 0, 0}, {1, 0, 0}}, {{1, 0, 0}, {2, 0, 0}}};
  for (std::size_t n = 0; n <= 2; ++n) {
    const auto r = register_points(std::span(pairs).first(n));
    EXPECT_EQ(r.flaw, RegistrationFlaw::too_few_pairs);
  }
  EXPECT_EQ(reason(register_points(pairs)), "at least 3 pairs of points are needed, found 2");
}

TEST(Registration, RefusesPointsInOnePlaceOrOnALineInEitherFrame) {
  RandomSpatial random(9);
  for (int i = 0; i < 2000; ++i) {
    auto c = make(random, count(random), {1, 0.8, 0.6}, 0, Scaling::none);
    const bool in_to = i % 2 == 1, line = i % 4 < 2;
    const Vector3 start = random.vector(3), along = random.direction();
    for (auto& pair : c.pairs) {
      const Vector3 flat = line ? Vector3(start + random.uniform(-1, 1) * along) : start;
      (in_to ? pair.to : pair.from) = flat;
    }
    const auto r = register_points(c.pairs, i % 8 < 4 ? Scaling::none : Scaling::uniform);
    ASSERT_EQ(r.flaw, line ? RegistrationFlaw::on_a_line : RegistrationFlaw::one_point) << i;
    ASSERT_EQ(r.flaw_in_to, in_to);
    ASSERT_NE(reason(r).find(in_to ? "\"to\"" : "\"from\""), std::string::npos);
  }
}

// a strip of ±1 m along x that is wide by this share of its length
Pairs strip(double ratio) {
  Pairs pairs;
  for (const double x : {-1.0, 1.0}) {
    for (const double y : {-ratio, ratio}) pairs.push_back({{x, y, 0}, {x, y, 1}});
  }
  return pairs;
}

TEST(Registration, DrawsTheLineWhereItSays) {
  EXPECT_EQ(register_points(strip(0.9 * kLineRatio)).flaw, RegistrationFlaw::on_a_line);
  const auto thin = register_points(strip(1.1 * kLineRatio));
  EXPECT_EQ(thin.flaw, RegistrationFlaw::none);
  EXPECT_TRUE(thin.narrow());
  EXPECT_NEAR(thin.condition(), 1 / (1.1 * kLineRatio), 1e-6);
  EXPECT_TRUE(register_points(strip(0.99 * kNarrowRatio)).narrow());
  EXPECT_FALSE(register_points(strip(1.01 * kNarrowRatio)).narrow());
}

TEST(Registration, RefusesPairsThatSeveralTurnsFit) {
  // a regular cross and its mirror image
  Pairs pairs;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {-1.0, 1.0}) {
      const Vector3 x = side * Vector3::Unit(axis);
      pairs.push_back({x, -x});
    }
  }
  EXPECT_EQ(register_points(pairs).flaw, RegistrationFlaw::no_one_turn);
  EXPECT_FALSE(reason(register_points(pairs)).empty());
}

TEST(Registration, RefusesNumbersThatAreNotFiniteOrFarAway) {
  const auto nan = std::numeric_limits<double>::quiet_NaN();
  const auto infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {nan, infinity, -infinity, 1e300, 2 * kFarthestPoint}) {
    for (int axis = 0; axis < 3; ++axis) {
      for (const bool in_to : {false, true}) {
        auto pairs = strip(0.5);
        (in_to ? pairs[2].to : pairs[2].from)[axis] = bad;
        const auto r = register_points(pairs);
        EXPECT_EQ(r.flaw, RegistrationFlaw::not_finite) << bad << ' ' << axis << ' ' << in_to;
        EXPECT_EQ(r.flawed_pair, 2U);
        EXPECT_EQ(r.flaw_in_to, in_to);
        EXPECT_TRUE(r.pose.rotation.allFinite());
      }
    }
  }
}

TEST(Outlier, IsThePairThatWasMeasuredWrong) {
  RandomSpatial random(10);
  for (int i = 0; i < 2000; ++i) {
    auto c = make(random, 8, {1, 0.8, 0.6}, 0.002, Scaling::none);
    EXPECT_FALSE(find_outlier(c.pairs, register_points(c.pairs))) << i;
    const auto wrong = static_cast<std::size_t>(random.uniform(0, 7.999));
    c.pairs[wrong].to += 0.3 * random.direction();
    const auto found = find_outlier(c.pairs, register_points(c.pairs));
    ASSERT_TRUE(found) << i;
    ASSERT_EQ(found->pair, wrong);
    ASSERT_NEAR(found->distance, 0.3, 0.03);
  }
}

TEST(Outlier, IsNotSoughtAmongSoFewPairsThatAnyoneWouldFit) {
  RandomSpatial random(11);
  auto c = make(random, 4, {1, 0.8, 0.6}, 0.002, Scaling::none);
  c.pairs[0].to += 0.3 * random.direction();
  EXPECT_FALSE(find_outlier(c.pairs, register_points(c.pairs)));
}

}  // namespace
}  // namespace tether::spatial
