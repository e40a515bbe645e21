#include "tests/support/sides/blind_drive.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>

namespace tether::support {
namespace {

using control::Obstruction;
using spatial::Vector3;

constexpr double kStep = 1e-3;        // [s]
constexpr double kReach = 2.0;        // d_max [m]
constexpr double kSpring = 55;        // centring [N/m]
constexpr double kStiffness = 250;    // k3, k4 [N/m]
constexpr double kMostForce = 10;     // [N]
constexpr double kHandleMass = 0.25;  // [kg]
constexpr double kFriction = 0.5;     // [N]
constexpr double kDeadZone = 5e-3;    // [m]
constexpr double kForwardGain = 28;   // [1/s]
constexpr double kTurnGain = 10;      // [rad/(s m)]
constexpr double kLag = 0.15;         // of the platform [s]
constexpr double kRangeNoise = 0.01;  // [m]
constexpr int kBeams = 271;
constexpr double kFirst = -std::numbers::pi / 4, kBeamStep = std::numbers::pi / 180;

Vector2d along(double angle) { return {std::cos(angle), std::sin(angle)}; }
double cross(const Vector2d& a, const Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

double range(const Walls& walls, const Vector2d& from, const Vector2d& way) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const Wall& wall : walls) {
    const Vector2d edge = wall.to - wall.from, off = wall.from - from;
    const double d = cross(way, edge);
    if (std::abs(d) < 1e-12) continue;
    const double s = cross(off, edge) / d, u = cross(off, way) / d;
    if (s >= 0 && u >= 0 && u <= 1) nearest = std::min(nearest, s);
  }
  return nearest;
}

// clips each wall to the footprint with its margin
bool touches(const Walls& walls, const Stance& at) {
  const Vector2d ahead = along(at.turn), left(-ahead.y(), ahead.x()), centre(at.x, at.y);
  for (const Wall& wall : walls) {
    const Vector2d a(ahead.dot(wall.from - centre), left.dot(wall.from - centre));
    const Vector2d b(ahead.dot(wall.to - centre), left.dot(wall.to - centre));
    double low = 0, high = 1;
    const auto clip = [&](double from, double to, double half) {
      for (const double sign : {1.0, -1.0}) {
        const double p = sign * (to - from), q = half - sign * from;
        if (p > 0)
          high = std::min(high, q / p);
        else if (p < 0)
          low = std::max(low, q / p);
        else if (q < 0)
          high = -1;
      }
    };
    clip(a.x(), b.x(), kHalfLength + kMargin);
    clip(a.y(), b.y(), kHalfWidth + kMargin);
    if (low <= high) return true;
  }
  return false;
}

struct Scan {
  double ranges[kBeams];
  static double angle(int beam) { return kFirst + beam * kBeamStep; }
};

Scan scan(const Walls& walls, const Stance& at, sim::RandomGenerator& random) {
  const Vector2d eye = Vector2d(at.x, at.y) + kScannerAhead * along(at.turn);
  Scan out;
  for (int i = 0; i < kBeams; ++i) {
    const double way = at.turn + Scan::angle(i) - std::numbers::pi / 2;
    out.ranges[i] = range(walls, eye, along(way)) + random.normal(kRangeNoise);
  }
  return out;
}

// the document's law: the most obstructed beam of each way
Obstruction of_point(const Scan& scan) {
  Obstruction c;
  for (int i = 1; i + 1 < kBeams; ++i) {
    const double d = (scan.ranges[i - 1] + scan.ranges[i] + scan.ranges[i + 1]) / 3;
    if (!(d < kReach)) continue;
    const double near = 1 - d / kReach, angle = Scan::angle(i);
    c.forward = std::max(c.forward, near * std::sin(angle));
    c.backward = std::max(c.backward, -near * std::sin(angle));
    c.right = std::max(c.right, near * std::cos(angle));
    c.left = std::max(c.left, -near * std::cos(angle));
  }
  return c;
}

// free way of the footprint along an arc [m]
double free_way(const std::vector<Vector2d>& points, double curvature) {
  constexpr double kStride = 0.08;
  for (double s = 0; s < kReach; s += kStride) {
    const double turn = curvature * s;
    const Vector2d at = std::abs(turn) < 1e-6
                            ? Vector2d(s, 0)
                            : Vector2d(std::sin(turn), 1 - std::cos(turn)) / curvature;
    const Vector2d ahead = along(turn);
    for (const Vector2d& p : points) {
      const Vector2d off = p - at;
      if (std::abs(ahead.dot(off)) < kHalfLength + kMargin &&
          std::abs(cross(ahead, off)) < kHalfWidth + kMargin) {
        return s;
      }
    }
  }
  return kReach;
}

// along the commanded arc, and on arcs that turn more to either side
Obstruction of_trajectory(const Scan& scan, double speed, double turn_rate) {
  std::vector<Vector2d> points;
  for (int i = 0; i < kBeams; i += 2) {
    if (!(scan.ranges[i] < kReach + 1)) continue;
    const double angle = Scan::angle(i) - std::numbers::pi / 2;
    points.push_back(Vector2d(kScannerAhead, 0) + scan.ranges[i] * along(angle));
  }
  const double curvature = std::clamp(turn_rate / std::max(speed, 0.2), -1.0, 1.0);
  const auto blocked = [&](double more) { return 1 - free_way(points, curvature + more) / kReach; };
  Obstruction c;
  c.forward = blocked(0);
  for (const double more : {0.4, 0.8, 1.2}) {
    c.left += blocked(more) / 3;
    c.right += blocked(-more) / 3;
  }
  c.backward = of_point(scan).backward;
  return c;
}

// the handle in the hand: centring, obstacles, friction that sticks
class Handle {
 public:
  Vector3 position = Vector3::Zero(), velocity = Vector3::Zero();

  void update(const Vector3& hand, const Obstruction& c) {
    const double steer = position.x() >= 0 ? c.right : c.left;
    const double push = position.z() < 0 ? c.forward : c.backward;
    Vector3 force =
        -(kSpring * position + kStiffness * Vector3(steer * position.x(), 0, push * position.z()));
    force = force.cwiseMax(-kMostForce).cwiseMin(kMostForce) + hand;
    velocity += kStep / kHandleMass * force;
    for (double& v : velocity) {
      const double brake = std::min(std::abs(v), kStep / kHandleMass * kFriction);
      v -= std::copysign(brake, v);
    }
    position += kStep * velocity;
  }
  double pushed() const { return outside(-position.z()); }
  double steered() const { return outside(position.x()); }

 private:
  static double outside(double q) { return std::abs(q) > kDeadZone ? q : 0; }
};

// what was sent arrives late, out of order, or not at all; the newest counts
template <typename Signal>
class Wire {
 public:
  Wire(const DriveSetup& setup, sim::RandomGenerator& random) : setup_(setup), random_(random) {}
  const Signal& update(double t, const Signal& signal) {
    if (setup_.link_delay <= 0) return received_ = signal;
    if (random_.uniform(0, 1) >= setup_.link_loss) {
      const double late = setup_.link_delay + random_.uniform(-1, 1) * setup_.link_jitter;
      on_the_way_.push_back({t, t + late, signal});
    }
    for (auto it = on_the_way_.begin(); it != on_the_way_.end();) {
      if (it->due > t) {
        ++it;
        continue;
      }
      if (it->sent > newest_) {
        newest_ = it->sent;
        received_ = it->signal;
      }
      it = on_the_way_.erase(it);
    }
    return received_;
  }

 private:
  struct Packet {
    double sent, due;
    Signal signal;
  };
  const DriveSetup& setup_;
  sim::RandomGenerator& random_;
  std::deque<Packet> on_the_way_;
  double newest_ = -1;
  Signal received_{};
};

}  // namespace

DriveOutcome drive_blind(const DriveSetup& setup, std::uint64_t seed) {
  sim::RandomGenerator random(seed ^ 0x6c696e6b);
  auto intention = std::make_unique<sim::DrivingIntention>(setup.person, seed);
  sim::Hand hand(setup.hand, std::move(intention), seed);
  Handle handle;
  Wire<Vector2d> there(setup, random);
  Wire<Obstruction> back(setup, random);
  Obstruction seen;
  Stance at = setup.start;
  double speed = 0, turn_rate = 0, next_scan = 0, way = 0, square = 0;
  int k = 0;
  DriveOutcome out;
  for (; out.time < setup.until && !out.collided; out.time = ++k * kStep) {
    const double t = out.time;
    const Vector3 force = hand.update(core::Time(std::chrono::milliseconds(k)), kStep,
                                      handle.position, handle.velocity);
    handle.update(force, back.update(t, seen));
    const Vector2d wanted =
        there.update(t, {kForwardGain * handle.pushed(), -kTurnGain * handle.steered()});
    speed += kStep / kLag * (wanted.x() - speed);
    turn_rate += kStep / kLag * (wanted.y() - turn_rate);
    at.x += kStep * speed * std::cos(at.turn);
    at.y += kStep * speed * std::sin(at.turn);
    at.turn += kStep * turn_rate;
    if (t >= next_scan && setup.mode != Mode::no_force) {
      next_scan += 1.0 / 15;
      const Scan now = scan(setup.walls, at, random);
      seen = setup.mode == Mode::point ? of_point(now) : of_trajectory(now, wanted.x(), wanted.y());
    }
    if (k % 10 == 0) out.collided = touches(setup.walls, at);
    if (k % 100 == 0) out.path.push_back(at);
    way += kStep * std::abs(speed);
    square += kStep * std::abs(speed) * at.y * at.y;
    out.most_offset = std::max(out.most_offset, std::abs(at.y));
    if (hand.done() && std::abs(speed) < 1e-3) {
      out.done = true;
      break;
    }
  }
  out.end = at;
  out.rms_offset = way > 0 ? std::sqrt(square / way) : 0;
  return out;
}

}  // namespace tether::support
