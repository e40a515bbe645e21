#include "tether/assistant/client/cat_link.hpp"

#include <cmath>

namespace tether::assistant {
namespace {

using RowMajor = Eigen::Matrix<double, 4, 4, Eigen::RowMajor>;

// closer than this is left as it was received, to the last bit
constexpr double kExact = 1e-12;

}  // namespace

std::optional<spatial::Pose> pose_of_matrix(const double (&matrix)[16]) noexcept {
  const Eigen::Map<const RowMajor> m(matrix);
  const Eigen::RowVector4d last(0, 0, 0, 1);
  if (!m.allFinite() || (m.row(3) - last).cwiseAbs().maxCoeff() > kTurnTolerance) return {};
  spatial::Pose pose{m.topLeftCorner<3, 3>(), m.topRightCorner<3, 1>()};
  if (pose.position.cwiseAbs().maxCoeff() > kFarthest) return {};
  const spatial::Matrix3& r = pose.rotation;
  const double error = (r.transpose() * r - spatial::Matrix3::Identity()).cwiseAbs().maxCoeff();
  // overflow makes the error infinite or no number
  if (!(error <= kTurnTolerance) || !(r.determinant() > 0)) return {};
  if (error > kExact) pose.rotation = Eigen::Quaterniond(r).normalized().toRotationMatrix();
  return pose;
}

void matrix_of_pose(const spatial::Pose& pose, double (&matrix)[16]) noexcept {
  Eigen::Map<RowMajor> m(matrix);
  m.setIdentity();
  m.topLeftCorner<3, 3>() = pose.rotation;
  m.topRightCorner<3, 1>() = pose.position;
}

}  // namespace tether::assistant
