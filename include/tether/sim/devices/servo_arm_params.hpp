// What describes a position-controlled arm: how it yields, what drives it, what it feels with and
// what it may touch. servo_arm.hpp is the arm, contact_loop.hpp says whether it is stable.
#pragma once

#include <cstdint>
#include <string>

#include "tether/robot/chain.hpp"
#include "tether/robot/joints.hpp"
#include "tether/sim/devices/force_sensor.hpp"
#include "tether/sim/devices/hydraulic_drive.hpp"

namespace tether::sim {

// How a position-controlled arm yields to efforts, from the ratings of its joints:
//   B_v = drag τ_max / v_max,      M_v = B_v T_v
struct ServoAdmittance {
  double drag = 0.25;           // share of the rated effort that moves a joint at its rated speed
  double time_constant = 0.02;  // T_v [s]

  double damping(const robot::Joint& joint) const noexcept {  // B_v [N m s/rad or N s/m]
    return drag * joint.max_effort / joint.max_speed;
  }
  double mass(const robot::Joint& joint) const noexcept {  // M_v [kg m² or kg]
    return damping(joint) * time_constant;
  }
};

// What the tool presses on, and what presses it: F = −(k + c s + m s²) y along the normal. The mass
// is that of a soft contact in MuJoCo, which resists acceleration too: with an impedance d it is
// d / (1 − d) of the mass that the engine takes the bodies for. Defaults:
// the tool in worlds/tool_changer_whman.xml when the face sits on it.
struct ContactImpedance {
  double stiffness = 3e5;  // k [N/m]
  double damping = 2080;   // c [N s/m]
  double mass = 40;        // m [kg]
  double spring = 20000;   // of the coupling that pulls the tool [N/m]
};

struct ServoArmParams {
  std::string world;             // MJCF file of the arm and what surrounds it
  robot::JointVector start;      // joint positions at the beginning [rad or m]
  double interface_rate = 1000;  // of admittance, sensor and interface [Hz]
  ServoAdmittance admittance;
  HydraulicDriveParams drive;
  ForceSensorParams sensor;  // its sample time is the interface's
  ContactImpedance contact;  // the hardest that it shall bear
  std::uint64_t seed = 1;    // of the sensor
};

}  // namespace tether::sim
