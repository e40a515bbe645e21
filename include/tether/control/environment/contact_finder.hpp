// Finds walls from what a tool touches. A contact begins where the measured force leaves its noise
// for two ticks in a row; its direction is the normal, its place a point of the surface. While walls
// are touched the force divides among them (wall_loads.hpp), and each load f and the place along the
// normal give surface s and compliance c,
//   n·p = s − c f,     recursive least squares in (s, c), with covariance                    [m]
// where s may wander, for a wall may move. The normal turns to the
// mean of the first forces of the one wall that is touched; of a tool that slides, to what of that is
// across its motion, for there is no friction in it. Force that is left beside the walls that are touched, and more than
// friction, is another wall. A wall in which the tool stands deeper than it is sure of, without
// feeling it, is not there any more.
// Model-mediated teleoperation: Mitra & Niemeyer, Int. J. Robotics Research 27(2), 2008.
#pragma once

#include <array>

#include "tether/control/environment/wall_loads.hpp"

namespace tether::control {

struct ContactFinderParams {
  double contact = 1.5;         // force that is one [N]
  double release = 0.5;         // and below which it is over [N]
  double friction = 0.5;        // tangential force per normal force that is no other wall
  double same_normal = 0.85;    // least cosine between what is felt and a wall that is known
  double same_place = 0.01;     // from its surface, to be the wall that is known [m]
  double stiffness = 20e3;      // of a wall that was just found [N/m]
  double least_stiffness = 50;  // that is taken for a wall [N/m]
  double wander = 6e-5;         // of a surface [m/√s]
  double turn = 20;             // of the normal while the tool slides, per second [1/s]
  double slides = 0.005;        // speed along a wall from which friction is known [m/s]
  double reach = 0.13;          // beyond what was touched, where a wall may be taken to be [m]
  double missing = 0.002;       // depth without contact that shows that a wall is gone [m]
  double patience = 0.05;       // for which it has to last [s]
  double sample_time = 1e-3;    // [s]
};

class ContactFinder {
 public:
  explicit ContactFinder(const ContactFinderParams& params) noexcept;

  // place of the tool, force of the world on it; base frame
  void update(const spatial::Vector3& tool, const spatial::Vector3& force) noexcept;

  const ContactPlane& plane(int slot) const noexcept { return walls_[index(slot)].plane; }
  bool touched(int slot) const noexcept { return walls_[index(slot)].touched; }
  // of the world on the tool, by a wall that is touched [N]
  double load(int slot) const noexcept { return walls_[index(slot)].load; }

 private:
  struct Wall {
    ContactPlane plane;
    bool touched = false;
    int quiet = 0;        // ticks since it was last felt
    int learned = 0;      // strong loads that turned the normal of a tool that stood
    double missing = 0;   // for how long the tool has been inside without feeling it [s]
    double load = 0;      // [N]
    double compliance = 0;  // c [m/N]
    // covariance of (s, c) [m², m²/N, m²/N²]
    double ss = 0, sc = 0, cc = 0;
    std::uint64_t used = 0;  // last tick
  };

  static std::size_t index(int slot) noexcept { return static_cast<std::size_t>(slot); }
  void move(const spatial::Vector3& tool) noexcept;
  void feel(const spatial::Vector3& tool, const spatial::Vector3& force) noexcept;
  bool reached(const Wall& wall, const spatial::Vector3& tool,
               const spatial::Vector3& force) const noexcept;
  void found(const spatial::Vector3& tool, const spatial::Vector3& direction) noexcept;
  void turn(Wall& wall, const spatial::Vector3& force) noexcept;
  void refine(Wall& wall, const spatial::Vector3& tool) noexcept;
  void miss(Wall& wall, const spatial::Vector3& tool) noexcept;

  ContactFinderParams params_;
  std::array<Wall, kContactPlanes> walls_;
  WallLoads felt_;                                     // how the force divides in this tick
  spatial::Vector3 force_ = spatial::Vector3::Zero();  // that was left in the tick before [N]
  spatial::Vector3 tool_ = spatial::Vector3::Zero();   // where the tool was then [m]
  spatial::Vector3 moves_ = spatial::Vector3::Zero();  // its motion in a tick, smoothed [m]
  std::uint64_t ticks_ = 0;
};

}  // namespace tether::control
