#include "tether/robot/falcon_dynamics.hpp"

#include <cstddef>

namespace tether::robot {
namespace {

using spatial::Matrix3;
using spatial::Vector3;

struct MovingMass {
  double mass = 0;
  Vector3 position;  // from the hip, or from a point fixed to the handle
  Matrix3 rate;      // ∂position/∂p
};

// of one leg, per motion of the handle
struct LegMotion {
  Vector3 hip;   // ∂θ/∂p [rad/m]
  Vector3 shin;  // ∂β/∂p [rad/m]
  Vector3 lean;  // ∂γ/∂p [rad/m]
  std::array<MovingMass, 4> masses;
};

LegMotion leg_motion(const Falcon& falcon, const FalconMasses& m, const FalconPosture& posture,
                     int which) noexcept {
  const FalconGeometry& g = falcon.geometry();
  const FalconLeg& leg = posture.legs[static_cast<std::size_t>(which)];
  const Vector3 outwards = falcon.outwards(which);
  const Vector3 sideways = falcon.sideways(which);
  const Vector3 up = Vector3::UnitZ();
  const Vector3 thigh = leg.cos_hip * outwards + leg.sin_hip * up;
  const Vector3 across_thigh = leg.cos_hip * up - leg.sin_hip * outwards;
  const Vector3 shin = leg.cos_shin * outwards + leg.sin_shin * up;
  const Vector3 across_shin = leg.cos_shin * up - leg.sin_shin * outwards;

  LegMotion motion;
  motion.hip = leg.normal / (g.a * leg.knee);
  motion.shin = (across_shin - g.a * shin.dot(thigh) * motion.hip) / leg.length;
  motion.lean = -sideways / (g.b * leg.sin_lean);

  const Vector3 knee = g.a * thigh;
  const Matrix3 knee_rate = g.a * across_thigh * motion.hip.transpose();
  const Matrix3 shin_rate = across_shin * motion.shin.transpose();
  const Vector3 bar = leg.sin_lean * shin + leg.cos_lean * sideways;
  const Matrix3 bar_rate =
      leg.sin_lean * shin_rate +
      (leg.cos_lean * shin - leg.sin_lean * sideways) * motion.lean.transpose();
  motion.masses = {
      MovingMass{m.leg, m.leg_along * thigh + m.leg_across * across_thigh,
                 (m.leg_along * across_thigh - m.leg_across * thigh) * motion.hip.transpose()},
      MovingMass{m.joint, knee + m.joint_along * shin, knee_rate + m.joint_along * shin_rate},
      MovingMass{2 * m.bar, knee + g.e * shin + m.bar_along * bar,
                 knee_rate + g.e * shin_rate + m.bar_along * bar_rate},
      MovingMass{m.joint, posture.position - m.joint_along * shin,
                 Matrix3::Identity() - m.joint_along * shin_rate},
  };
  return motion;
}

Matrix3 outer(const Vector3& v) noexcept { return v * v.transpose(); }

}  // namespace

double potential_energy(const Falcon& falcon, const FalconMasses& masses,
                        const FalconPosture& posture, const Vector3& gravity) noexcept {
  Vector3 moment = masses.end_effector * posture.position;
  for (int i = 0; i < kFalconLegs; ++i) {
    for (const MovingMass& link : leg_motion(falcon, masses, posture, i).masses) {
      moment += link.mass * link.position;
    }
  }
  return -gravity.dot(moment);
}

Vector3 holding_force(const Falcon& falcon, const FalconMasses& masses,
                      const FalconPosture& posture, const Vector3& gravity) noexcept {
  Vector3 weight = masses.end_effector * gravity;
  for (int i = 0; i < kFalconLegs; ++i) {
    for (const MovingMass& link : leg_motion(falcon, masses, posture, i).masses) {
      weight += link.mass * link.rate.transpose() * gravity;
    }
  }
  return -weight;
}

Matrix3 apparent_mass(const Falcon& falcon, const FalconMasses& masses,
                      const FalconPosture& posture) noexcept {
  const double at_hip =
      masses.leg_inertia + masses.gear_ratio * masses.gear_ratio * masses.rotor_inertia;
  Matrix3 mass = masses.end_effector * Matrix3::Identity();
  for (int i = 0; i < kFalconLegs; ++i) {
    const LegMotion motion = leg_motion(falcon, masses, posture, i);
    for (const MovingMass& link : motion.masses) {
      mass += link.mass * link.rate.transpose() * link.rate;
    }
    const double lean = posture.legs[static_cast<std::size_t>(i)].sin_lean;
    mass += at_hip * outer(motion.hip);
    mass += 2 * masses.joint_inertia * outer(motion.shin);
    // a bar turns with its shin about an axis that is not square to it once it leans
    mass += 2 * masses.bar_inertia * (outer(motion.lean) + lean * lean * outer(motion.shin));
  }
  return mass;
}

}  // namespace tether::robot
