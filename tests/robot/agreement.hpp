// How closely another implementation must agree with ours, and the matrices that it fills.
#pragma once

#include <Eigen/Core>

namespace tether::robot {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

inline constexpr double kTolerance = 1e-9;

}  // namespace tether::robot
