#include "tether/assist/obstacles/overlap.hpp"

#include <cmath>

namespace tether::assist {
namespace {

using spatial::Matrix3;
using spatial::Vector3;

constexpr double kParallelSlack = 4e-15;

}  // namespace

bool overlap(const spatial::Box& a, const spatial::Box& b) noexcept {
  // all in the axes of a; turns(i, j) = (axis i of a) . (axis j of b)
  const Vector3& size_a = a.half_size;
  const Vector3& size_b = b.half_size;
  const Vector3 apart = a.centre.rotation.transpose() * (b.centre.position - a.centre.position);
  const Matrix3 turns = a.centre.rotation.transpose() * b.centre.rotation;
  const Matrix3 reach = turns.cwiseAbs().array() + kParallelSlack;

  // the faces of a, then those of b
  const Vector3 gap_a = apart.cwiseAbs() - size_a - reach * size_b;
  if (gap_a.maxCoeff() > 0) return false;
  const Vector3 gap_b =
      (turns.transpose() * apart).cwiseAbs() - size_b - reach.transpose() * size_a;
  if (gap_b.maxCoeff() > 0) return false;

  // axis i of a x axis j of b
  for (int i = 0; i < 3; ++i) {
    const int next = i == 2 ? 0 : i + 1;
    const int last = i == 0 ? 2 : i - 1;
    for (int j = 0; j < 3; ++j) {
      const int j_next = j == 2 ? 0 : j + 1;
      const int j_last = j == 0 ? 2 : j - 1;
      const double distance = std::abs(apart[last] * turns(next, j) - apart[next] * turns(last, j));
      const double reach_a = size_a[next] * reach(last, j) + size_a[last] * reach(next, j);
      const double reach_b = size_b[j_next] * reach(i, j_last) + size_b[j_last] * reach(i, j_next);
      if (distance > reach_a + reach_b) return false;
    }
  }
  return true;
}

}  // namespace tether::assist
