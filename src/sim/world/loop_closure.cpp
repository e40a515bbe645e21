#include "sim/world/loop_closure.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Dense>

namespace tether::sim {
namespace {

// rows of the equality constraints over all degrees of freedom
Eigen::MatrixXd equality_jacobian(const World& world) {
  const mjModel& model = world.model();
  const mjData& data = world.data();
  Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(data.ne, model.nv);
  if (mj_isSparse(&model) == 0) {
    rows = Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
        data.efc_J, data.ne, model.nv);
    return rows;
  }
  for (int r = 0; r < data.ne; ++r) {
    for (int k = 0; k < data.efc_J_rownnz[r]; ++k) {
      const int at = data.efc_J_rowadr[r] + k;
      rows(r, data.efc_J_colind[at]) = data.efc_J[at];
    }
  }
  return rows;
}

}  // namespace

double loop_error(const World& world) noexcept {
  const mjData& data = world.data();
  double worst = 0;
  for (int r = 0; r < data.ne; ++r) worst = std::max(worst, std::abs(data.efc_pos[r]));
  return worst;
}

double close_loops(World& world, const std::vector<bool>& held, const LoopClosureParams& params) {
  world.forward();
  for (int k = 0; k < params.max_iterations && loop_error(world) > params.tolerance; ++k) {
    Eigen::MatrixXd rows = equality_jacobian(world);
    for (int dof = 0; dof < world.model().nv; ++dof) {
      if (held[static_cast<std::size_t>(dof)]) rows.col(dof).setZero();
    }
    const Eigen::Map<const Eigen::VectorXd> residual(world.data().efc_pos, world.data().ne);
    const Eigen::VectorXd step =
        -rows.completeOrthogonalDecomposition().solve(Eigen::VectorXd(residual));
    mj_integratePos(&world.model(), world.data().qpos, step.data(), 1);
    world.forward();
  }
  return loop_error(world);
}

}  // namespace tether::sim
