// A multibody system that is touched at one of its points, the user interaction point: a site of
// its MJCF model. Its chain is the joints from the world to the body that carries the site, so that
// positions are those joints' coordinates, efforts the generalised forces on them, and τᵀ Δq is the
// energy that goes through the point [J]. What moves beside the way to the site (pistons, rods,
// further masses) moves with it in the simulation and is not in the chain: the chain's inertias are
// those of the bodies on the way alone.
#pragma once

#include <optional>
#include <string>

#include "tether/robot/chain.hpp"

struct mjModel_;

namespace tether::robot {

inline constexpr double kMaxStep = 1e-3;  // of the simulation [s]

struct MultibodyModel {
  std::string file;            // MJCF
  std::string site = "uip";    // where it is touched
  std::optional<double> mass;  // of the body that carries the site, instead of the model's [kg]
};

struct Multibody {
  Chain chain;
  JointVector start;  // in the model's key frame "start", else its reference positions [rad or m]
};

// Throws core::InputError with the file when it is no model, has no such site (the nearest is
// named), a joint on the way is a ball or free or has no name, there are more than kMaxJoints, or
// the time step is longer than kMaxStep.
Multibody load_multibody(const MultibodyModel& model);

// Gives the body that carries the site this mass [kg], its inertia in proportion; mj_setConst must
// follow for a model that is simulated. Throws core::InputError when that body has no mass.
void set_mass_at(mjModel_& compiled, const MultibodyModel& model, double mass);

// the key frame to start in, or -1
int start_key(const mjModel_& compiled) noexcept;

}  // namespace tether::robot
