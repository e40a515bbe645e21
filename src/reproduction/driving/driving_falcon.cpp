// The Falcon's kinematics over its whole workspace, and the bounds of the environment force.
#include <algorithm>
#include <cmath>
#include <random>

#include <fmt/format.h>

#include "reproduction/experiments.hpp"
#include "tether/assist/obstacles/obstacle_force.hpp"
#include "tether/assist/obstacles/obstruction.hpp"
#include "tether/robot/falcon.hpp"

namespace tether::reproduction {
namespace {

using spatial::Vector3;

constexpr double kFastHand = 1e-3;  // 1 m/s at 1 kHz [m]

class FalconDraw {
 public:
  double share() { return uniform_(random_); }  // −1 … 1
  Vector3 vector(double size) { return size * Vector3(share(), share(), share()); }
  Vector3 reachable(const robot::Falcon& falcon) {
    for (;;) {
      const Vector3 p = vector(0.12) + Vector3(0, 0, 0.11);
      if (falcon.reaches(p)) return p;
    }
  }

 private:
  std::mt19937_64 random_{1};
  std::uniform_real_distribution<double> uniform_{-1, 1};
};

// A room around the scanner: walls at random, some beams without an answer.
void draw_scan(assist::RangeScan& scan, FalconDraw& draw) {
  scan.count = assist::kTim561Beams;
  const double wall = 1.5 + draw.share(), wave = 4 + 3 * draw.share(), phase = 3 * draw.share();
  for (int i = 0; i < scan.count; ++i) {
    const double d =
        wall * (1 + 0.6 * std::sin(wave * scan.angle(i) + phase)) + 0.05 * draw.share();
    scan.ranges.at(static_cast<std::size_t>(i)) =
        draw.share() > 0.95 ? assist::kNothing : static_cast<float>(std::max(d, 0.05));
  }
}

// the document's sum over beams, written down as its equations 5.5 to 5.8 are
control::Obstruction documented(const assist::RangeScan& scan, double d_max) {
  control::Obstruction most;
  for (int i = 0; i < scan.count; ++i) {
    const double d = scan.ranges.at(static_cast<std::size_t>(i));
    if (!(d < d_max)) continue;
    const double share = (d_max - d) / d_max;
    const double ahead = share * std::sin(scan.angle(i)), right = share * std::cos(scan.angle(i));
    most.forward = std::max(most.forward, ahead);
    most.backward = std::max(most.backward, -ahead);
    most.right = std::max(most.right, right);
    most.left = std::max(most.left, -right);
  }
  return most;
}

struct ForceBounds {
  double push = 0, steer = 0;  // |F| / (k |q|), most
  double centred = 0;          // |F| with the handle in the middle [N], most
  double difference = 0;       // of an obstruction from the document's
};

ForceBounds measure_bounds(const Effort& effort, int scans) {
  assist::ObstructionParams seeing;
  seeing.smoothing = false;  // the document's equation is of the scan as it is
  assist::ObstructionSensor sensor(seeing);
  const assist::ObstacleForceParams params;
  FalconDraw draw;
  assist::RangeScan scan;
  ForceBounds bounds;
  for (int k = 0; k < scans && !effort.stopped(); ++k) {
    draw_scan(scan, draw);
    const control::Obstruction seen = sensor.update(scan, robot::PlanarTwist::Zero());
    const control::Obstruction theirs = documented(scan, seeing.d_max);
    bounds.difference =
        std::max({bounds.difference, std::abs(seen.forward - theirs.forward),
                  std::abs(seen.backward - theirs.backward), std::abs(seen.left - theirs.left),
                  std::abs(seen.right - theirs.right)});
    assist::ObstacleForce force(params);
    Vector3 handle = draw.vector(0.04);
    for (int tick = 0; tick < 30; ++tick) {
      const Vector3 velocity = draw.vector(0.3);
      handle += params.sample_time * velocity;
      const auto out = force.update({handle, velocity, seen});
      const Vector3 spring = out.force - out.damper;
      bounds.push = std::max(bounds.push,
                             std::abs(spring.z()) / (params.push_stiffness * std::abs(handle.z())));
      bounds.steer = std::max(
          bounds.steer, std::abs(spring.x()) / (params.steer_stiffness * std::abs(handle.x())));
    }
    const auto middle = assist::ObstacleForce(params).update({.obstruction = seen});
    bounds.centred = std::max(bounds.centred, middle.force.norm());
  }
  return bounds;
}

}  // namespace

Outcome falcon_kinematics(const Effort& effort) {
  const robot::Falcon falcon;
  FalconDraw draw;
  const int points = effort.quick ? 100'000 : 1'000'000;
  int from_before = 0, from_nothing = 0;
  double off = 0, power = 0;
  for (int k = 0; k < points && !effort.stopped(); ++k) {
    const Vector3 p = draw.reachable(falcon);
    const auto posture = falcon.posture(p);
    const auto warm =
        falcon.forward(posture->angles(), p + draw.vector(kFastHand / std::sqrt(3.0)));
    const auto cold = falcon.forward(posture->angles());
    if (!warm || !cold) throw std::runtime_error("forward kinematics found no place");
    from_before = std::max(from_before, warm->iterations);
    from_nothing = std::max(from_nothing, cold->iterations);
    off = std::max({off, (warm->position - p).norm(), (cold->position - p).norm()});
    // what motors and handle exchange: τ·θ̇ against F·v
    const Vector3 force = draw.vector(10), velocity = draw.vector(1);
    const double motors =
        falcon.torques(*posture, force).dot(falcon.inverse_jacobian(*posture) * velocity);
    power = std::max(power, std::abs(motors - force.dot(velocity)));
  }
  Outcome outcome;
  const auto add = [&](const char* id, const char* quantity, const char* unit, double ours) {
    outcome.rows.push_back(
        {.id = id,
         .quantity = quantity,
         .unit = unit,
         .source = "section 4.2",
         .ours = Figure{ours},
         .not_comparable = "the document names Newton's method and gives no figure of it",
         .remark = fmt::format("{} points of the whole workspace", points)});
  };
  add("2.falcon.iterations", "Newton steps from where the hand was a tick ago, most", "",
      from_before);
  outcome.rows.back().remark += "; at most 4 were asked for";
  add("2.falcon.cold_start", "Newton steps from nothing, most", "", from_nothing);
  add("2.falcon.error", "forward after inverse kinematics, farthest off", "nm", 1e9 * off);
  add("2.falcon.power", "power of the motors against that of the handle, farthest off", "nW",
      1e9 * power);
  return outcome;
}

Outcome environment_force(const Effort& effort) {
  const int scans = effort.quick ? 2'000 : 50'000;
  const ForceBounds bounds = measure_bounds(effort, scans);
  Outcome outcome;
  const auto add = [&](const char* name, const char* quantity, const char* unit, double theirs,
                       double ours, double resolution) {
    outcome.rows.push_back(
        {.id = fmt::format("2.force.{}", name),
         .quantity = quantity,
         .unit = unit,
         .source = "equations 5.5 to 5.8",
         .theirs = Figure{.value = theirs, .kind = FigureKind::bound},
         .ours = Figure{ours},
         .origin = Origin::by_construction,
         .origin_note =
             "it follows from the equations, which were written down as they are printed",
         .aim = Aim::at_most,
         .resolution = resolution,
         .cause = "the force does not follow the document's law",
         .remark = fmt::format("{} random rooms, 30 ticks of a random hand in each", scans)});
  };
  add("push", "|F_z| over its bound k3 |z|, most", "", 1, bounds.push, 1e-9);
  add("steer", "|F_x| over its bound k4 |x|, most", "", 1, bounds.steer, 1e-9);
  add("centred", "force with the handle in the middle, most", "N", 0, bounds.centred, 0);
  add("law", "obstruction off the document's law, most", "", 0, bounds.difference, 1e-6);
  outcome.rows.back().remark +=
      "; scanner as a point, ranges as they are. The sign of F_z is ours: taken literally theirs "
      "would pull towards the obstacle";
  return outcome;
}

}  // namespace tether::reproduction
