// Vectors and matrices over the joints of one robot: size known at run time, storage on the stack.
#pragma once

#include <Eigen/Core>

namespace tether::robot {

// the largest arm here has eight joints
inline constexpr int kMaxJoints = 8;

using JointVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMaxJoints, 1>;
using JointMatrix =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMaxJoints, kMaxJoints>;
// columns are the twists of the tool per unit joint velocity, rows (angular, linear)
using Jacobian = Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, kMaxJoints>;

}  // namespace tether::robot
