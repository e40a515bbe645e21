// A guide for devices that take velocities: the part of the hand's force along a curve moves the
// tool more easily than the part across it. With the unit tangent t of the nearest piece,
//   v = K_f (D + k_τ (I − D)) f,   D = t tᵀ,   0 ≤ k_τ ≤ 1 (0 hard, 1 no guide)
// For a leader that gives motion, D + k_τ (I − D) is the share of that motion that is told to the
// other side; towards the end of the range it goes over to I.
// Marayong, Bettini & Okamura, Effect of virtual fixture compliance on human-machine cooperative
// manipulation, IROS 2002.
#pragma once

#include "tether/spatial/vectors.hpp"

namespace tether::assist {

// D + k (I − D)
inline spatial::Matrix3 channel_share(const spatial::Vector3& tangent, double across) noexcept {
  const spatial::Matrix3 along = tangent * tangent.transpose();
  return along + across * (spatial::Matrix3::Identity() - along);
}

// of the tool under the force of a hand [m/s]; admittance K_f [m/(s N)]
inline spatial::Vector3 channel_velocity(const spatial::Vector3& tangent, double admittance,
                                         double across, const spatial::Vector3& force) noexcept {
  return admittance * (channel_share(tangent, across) * force);
}

}  // namespace tether::assist
