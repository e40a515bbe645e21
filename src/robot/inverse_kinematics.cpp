#include "tether/robot/inverse_kinematics.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/SVD>
#include <fmt/format.h>

#include "tether/core/error.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::robot {
namespace {

using spatial::Pose;
using spatial::Vector3;

// keeps the normal equations solvable at a singular posture with no error left
constexpr double kLeastDamping = 1e-14;
// relative size below which a singular value counts as a lost direction
constexpr double kRankTolerance = 1e-9;
constexpr double kRotationTolerance = 1e-9;

// some rows of the Jacobian with the error they should remove
using TaskMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, kMaxJoints>;
using TaskVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 6, 1>;
struct Task {
  TaskMatrix matrix;
  TaskVector error;
};

JointVector damped_step(const Task& task) noexcept {
  const auto n = task.matrix.cols();
  const double damping = 0.5 * task.error.squaredNorm() + kLeastDamping;
  JointMatrix normal = task.matrix.transpose() * task.matrix;
  normal += damping * JointMatrix::Identity(n, n);
  return normal.ldlt().solve(JointVector(task.matrix.transpose() * task.error));
}

// projects joint motions onto those that `matrix` does not see
JointMatrix null_space(const TaskMatrix& matrix) noexcept {
  const auto n = matrix.cols();
  const Eigen::JacobiSVD<TaskMatrix> svd(matrix, Eigen::ComputeFullV);
  JointMatrix projector = JointMatrix::Identity(n, n);
  const double largest = svd.singularValues()[0];
  for (Eigen::Index k = 0; k < svd.singularValues().size(); ++k) {
    if (svd.singularValues()[k] <= kRankTolerance * largest) break;
    const JointVector direction = svd.matrixV().col(k);
    projector -= direction * direction.transpose();
  }
  return projector;
}

struct Limits {
  JointVector lower;
  JointVector upper;

  Limits(const Chain& chain, double margin) noexcept
      : lower(lower_limits(chain).array() + margin), upper(upper_limits(chain).array() - margin) {}
  JointVector clamp(const JointVector& q) const noexcept {
    return q.cwiseMax(lower).cwiseMin(upper);
  }
};

class Search {
 public:
  Search(const Chain& chain, const Pose& goal, const JointVector& seed,
         const InverseKinematicsParams& params) noexcept
      : chain_(chain),
        goal_(goal),
        params_(params),
        limits_(chain, params.limit_margin),
        seed_(limits_.clamp(seed)) {
    result_.q = seed_;
    evaluate();
  }

  InverseKinematicsResult run() noexcept {
    while (!finished() && result_.iterations < params_.max_iterations) {
      result_.q = limits_.clamp(result_.q + limited_step());
      ++result_.iterations;
      evaluate();
    }
    return result_;
  }

 private:
  void evaluate() noexcept {
    jacobian(chain_, result_.q, state_);
    matrix_ = tool_point_jacobian(state_);
    position_error_ = goal_.position - state_.tool.position;
    orientation_error_ = spatial::log_rotation(goal_.rotation * state_.tool.rotation.transpose());
    result_.position_error = position_error_.norm();
    result_.orientation_error = orientation_error_.norm();
    const bool oriented = result_.orientation_error <= params_.orientation_tolerance;
    const bool placed = result_.position_error <= params_.position_tolerance;
    result_.converged = placed && (oriented || params_.position_first);
  }

  // with the position first, how good the orientation can get is known only when it settles
  bool finished() const noexcept {
    return result_.converged &&
           (!params_.position_first || result_.orientation_error <= params_.orientation_tolerance ||
            last_step_ <= params_.orientation_tolerance);
  }

  // a joint that would leave its limits is held there and the others share its work
  JointVector limited_step() noexcept {
    JointVector step;
    std::array<bool, kMaxJoints> held{};
    for (int attempt = 0; attempt <= chain_.joint_count; ++attempt) {
      step = step_with(held);
      if (!hold_blocked(step, held)) break;
    }
    const double largest = step.cwiseAbs().maxCoeff();
    if (largest > params_.max_step) step *= params_.max_step / largest;
    last_step_ = step.norm();
    return step;
  }

  bool hold_blocked(const JointVector& step, std::array<bool, kMaxJoints>& held) const noexcept {
    bool any = false;
    for (int i = 0; i < chain_.joint_count; ++i) {
      bool& h = held[static_cast<std::size_t>(i)];
      const bool outward = (result_.q[i] <= limits_.lower[i] && step[i] < 0) ||
                           (result_.q[i] >= limits_.upper[i] && step[i] > 0);
      any = any || (outward && !h);
      h = h || outward;
    }
    return any;
  }

  JointVector step_with(const std::array<bool, kMaxJoints>& held) const noexcept {
    TaskMatrix j = matrix_;
    j.topRows<3>() *= params_.orientation_weight;
    JointVector posture = params_.posture_gain * (seed_ - result_.q);
    for (int i = 0; i < chain_.joint_count; ++i) {
      if (!held[static_cast<std::size_t>(i)]) continue;
      j.col(i).setZero();
      posture[i] = 0;
    }
    const Vector3 turn = params_.orientation_weight * orientation_error_;
    return params_.position_first ? position_first_step(j, turn, posture)
                                  : pose_step(j, turn, posture);
  }

  JointVector pose_step(const TaskMatrix& j, const Vector3& turn,
                        const JointVector& posture) const noexcept {
    Task task{j, TaskVector(6)};
    task.error << turn, position_error_;
    return damped_step(task) + null_space(j) * posture;
  }

  // the orientation uses only motions that leave the tool point in place
  JointVector position_first_step(const TaskMatrix& j, const Vector3& turn,
                                  const JointVector& posture) const noexcept {
    const Task place{j.bottomRows<3>(), position_error_};
    const JointVector first = damped_step(place);
    const TaskMatrix turning = j.topRows<3>();
    const Task orient{turning * null_space(place.matrix), turn - turning * first};
    JointVector step = first + damped_step(orient);
    // the posture counts only when every direction of the tool is taken care of
    if (chain_.joint_count > 6) step += null_space(j) * posture;
    return step;
  }

  const Chain& chain_;
  const Pose& goal_;
  const InverseKinematicsParams& params_;
  Limits limits_;
  JointVector seed_;
  ChainState state_;
  Jacobian matrix_;
  Vector3 position_error_ = Vector3::Zero();
  Vector3 orientation_error_ = Vector3::Zero();
  double last_step_ = 0;
  InverseKinematicsResult result_;
};

void check(const Chain& chain, const Pose& goal, const JointVector& seed) {
  const spatial::Matrix3 left = goal.rotation * goal.rotation.transpose();
  const double determinant = goal.rotation.determinant();
  if (!goal.position.allFinite() || !left.isIdentity(kRotationTolerance) || determinant < 0) {
    throw core::InputError(fmt::format(
        "the tool pose asked of {} has no rotation matrix (its determinant is {:.3g}, must be 1)",
        chain.name, determinant));
  }
  if (seed.size() != chain.joint_count || !seed.allFinite()) {
    throw core::InputError(fmt::format("the seed posture of {} needs {} finite joint positions",
                                       chain.name, chain.joint_count));
  }
}

}  // namespace

InverseKinematicsResult inverse_kinematics(const Chain& chain, const Pose& goal,
                                           const JointVector& seed,
                                           const InverseKinematicsParams& params) {
  check(chain, goal, seed);
  return Search(chain, goal, seed, params).run();
}

double smallest_singular_value(const Chain& chain, const JointVector& q,
                               double orientation_weight) noexcept {
  ChainState state;
  jacobian(chain, q, state);
  TaskMatrix j = tool_point_jacobian(state);
  j.topRows<3>() *= orientation_weight;
  const Eigen::JacobiSVD<TaskMatrix> svd(j);
  return svd.singularValues().tail<1>()[0];
}

}  // namespace tether::robot
