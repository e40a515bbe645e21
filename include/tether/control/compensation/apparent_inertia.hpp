// What an arm's inertia feels like at its tool: a wrench W there accelerates the tool by Λ⁻¹ W,
//   Λ = (J M⁻¹ Jᵀ + ε)⁻¹,      rows (torque, force) about the tool              [kg m²], [kg]
// ε bounds it where the arm is stretched and cannot move: no heavier than 10 kg m² and 100 kg.
// Khatib, IEEE J. Robotics and Automation 3(1), 1987.
#pragma once

#include <Eigen/Cholesky>

#include "tether/robot/joints.hpp"
#include "tether/spatial/vectors.hpp"

namespace tether::control {

// jacobian: rows (turning, velocity of the tool); zero when it is no number
inline spatial::Matrix6 apparent_inertia(const robot::Jacobian& jacobian,
                                         const robot::JointMatrix& mass_matrix) noexcept {
  constexpr double kHeaviestTurn = 10, kHeaviest = 100;  // [kg m²], [kg]
  // in place, so that nothing is allocated
  robot::JointMatrix factor = mass_matrix;
  const Eigen::LLT<Eigen::Ref<robot::JointMatrix>> cholesky(factor);
  const Eigen::Matrix<double, Eigen::Dynamic, 6, 0, robot::kMaxJoints, 6> moved =
      cholesky.solve(jacobian.transpose());
  spatial::Matrix6 mobility = jacobian * moved;
  mobility.diagonal().head<3>().array() += 1 / kHeaviestTurn;
  mobility.diagonal().tail<3>().array() += 1 / kHeaviest;
  const spatial::Matrix6 inertia = mobility.ldlt().solve(spatial::Matrix6::Identity());
  return inertia.allFinite() ? inertia : spatial::Matrix6::Zero();
}

}  // namespace tether::control
