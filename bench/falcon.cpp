// The Falcon's kinematics of one tick. The rival of the forward kinematics is Newton's method in
// the leg angles, as libnifalcon does it: inverse kinematics of a guess and its Jacobian give the
// step, here from the same cold guess in every tick. That of the inverse kinematics is Stamper's
// formula in the tangent of half an angle, with all three angles of each leg.
#include "tether/robot/falcon.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <random>

#include <Eigen/LU>

#include "bench/comparison.hpp"

namespace tether::bench {
namespace {

using robot::Falcon;
using robot::LegAngles;
using spatial::Vector3;

constexpr std::size_t kPlaces = 64;

struct Place {
  Vector3 position;
  Vector3 before;  // a tick earlier, at 1 m/s
  LegAngles angles;
};

struct Ticks {
  Falcon falcon;
  std::array<Place, kPlaces> places;
  Vector3 sum = Vector3::Zero();

  Ticks() {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> share(-1, 1);
    for (Place& place : places) {
      place.position = {0.04 * share(random), 0.03 * share(random), 0.12 + 0.045 * share(random)};
      const Vector3 way(share(random), share(random), share(random));
      place.before = place.position + 1e-3 * way.normalized();
      place.angles = *falcon.inverse(place.position);
    }
  }

  template <typename Work>
  auto over_places(Work work) {
    return [this, work](int repetitions) {
      for (int i = 0; i < repetitions; ++i) {
        sum += work(falcon, places[static_cast<std::size_t>(i) % kPlaces]);
      }
      keep(sum);
    };
  }
};

// Newton's method on θ(p) by closed-form inverse kinematics, from the middle of the workspace
Vector3 newton_on_angles(const Falcon& falcon, const LegAngles& wanted, const Vector3& guess) {
  constexpr int kMost = 30;
  constexpr double kTolerance = 1e-11;  // [rad]
  Vector3 p = guess;
  for (int i = 0; i < kMost; ++i) {
    const auto posture = falcon.posture(p);
    if (!posture) return p;
    const LegAngles error = wanted - posture->angles();
    if (error.lpNorm<Eigen::Infinity>() < kTolerance) return p;
    p += falcon.jacobian(*posture) * error;
  }
  return p;
}

// θ, β and γ of each leg by their half angles; of use are only the first
Vector3 half_angles(const Falcon& falcon, const Vector3& p) {
  const robot::FalconGeometry& g = falcon.geometry();
  Vector3 hips;
  Vector3 others = Vector3::Zero();
  for (int i = 0; i < robot::kFalconLegs; ++i) {
    const double azimuth = g.azimuth[static_cast<std::size_t>(i)];
    const double x = std::cos(azimuth) * p.x() + std::sin(azimuth) * p.y() - g.r + g.c;
    const double y = std::cos(azimuth) * p.y() - std::sin(azimuth) * p.x() + g.s - g.f;
    const double lean = std::acos(y / g.b);
    const double shin = g.d + g.e + g.b * std::sin(lean);
    const double left = x * x + p.z() * p.z() + g.a * g.a - shin * shin;
    const double low = left - 2 * g.a * x;
    const double middle = -4 * g.a * p.z();
    const double high = left + 2 * g.a * x;
    const double tangent = (-middle - std::sqrt(middle * middle - 4 * low * high)) / (2 * high);
    hips[i] = 2 * std::atan(tangent);
    others[i] = lean + std::acos((x - g.a * std::cos(hips[i])) / shin);
  }
  keep(others);
  return hips;
}

std::vector<Comparison> falcon_comparisons() {
  const auto ticks = std::make_shared<Ticks>();
  const auto work = [ticks](auto f) {
    return [ticks, run = ticks->over_places(f)](int repetitions) { run(repetitions); };
  };
  const auto theirs = work([](const Falcon& f, const Place& place) {
    return newton_on_angles(f, place.angles, Vector3(0, 0, 0.125));
  });
  return {
      {"falcon_forward_warm", "Newton on the angles, cold", 3,
       work([](const Falcon& f, const Place& place) {
         return f.forward(place.angles, place.before)->position;
       }),
       theirs},
      {"falcon_forward_cold", "Newton on the angles, cold", 2,
       work([](const Falcon& f, const Place& place) { return f.forward(place.angles)->position; }),
       theirs},
      {"falcon_inverse", "half-angle formula", 1,
       work([](const Falcon& f, const Place& place) { return *f.inverse(place.position); }),
       work([](const Falcon& f, const Place& place) { return half_angles(f, place.position); })},
  };
}

const Registration kRegistration(falcon_comparisons);

}  // namespace
}  // namespace tether::bench
