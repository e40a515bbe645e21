// How a force divides among walls that push along their normals: loads f_i ≥ 0 that leave the least,
//   min |F − Σ f_i n_i|,     one load after the other until they settle (Gauss–Seidel)        [N]
#pragma once

#include <algorithm>
#include <array>

#include "tether/control/environment/contact_plane.hpp"

namespace tether::control {

struct WallLoads {
  std::array<double, kContactPlanes> load{};
  spatial::Vector3 left = spatial::Vector3::Zero();  // what no wall gives
};

// a wall whose normal is zero takes no part
inline WallLoads divide(const spatial::Vector3& force,
                        const std::array<spatial::Vector3, kContactPlanes>& normals) noexcept {
  constexpr int kSweeps = 12;  // walls at 60° to each other: to 1e-7
  WallLoads out{.left = force};
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (std::size_t i = 0; i < normals.size(); ++i) {
      const double load = std::max(out.load[i] + normals[i].dot(out.left), 0.0);
      out.left -= (load - out.load[i]) * normals[i];
      out.load[i] = load;
    }
  }
  return out;
}

}  // namespace tether::control
