#include "tether/robot/dynamics.hpp"

#include "tether/robot/kinematics.hpp"

namespace tether::robot {
namespace {

using spatial::Twist;
using spatial::Wrench;

std::size_t index(int i) noexcept { return static_cast<std::size_t>(i); }

Twist screw(const ChainState& state, int joint) noexcept {
  return {state.jacobian.col(joint).head<3>(), state.jacobian.col(joint).tail<3>()};
}

// rate of change of the screw s that is carried along with twist v
Twist cross(const Twist& v, const Twist& s) noexcept {
  return {v.angular.cross(s.angular), v.angular.cross(s.linear) + v.linear.cross(s.angular)};
}

// rate of change of the momentum p that is carried along with twist v
Wrench cross(const Twist& v, const Wrench& p) noexcept {
  return {v.angular.cross(p.torque) + v.linear.cross(p.force), v.angular.cross(p.force)};
}

void link_inertias(const Chain& chain, ChainState& state) noexcept {
  for (int i = 0; i < chain.joint_count; ++i) {
    const Link& link = chain.links[index(i)];
    state.inertias[index(i)] =
        SpatialInertia::of_body(link.mass, link.centre, link.inertia, state.frames[index(i)]);
  }
}

void composite_inertias(const Chain& chain, ChainState& state) noexcept {
  const int last = chain.joint_count - 1;
  state.composites[index(last)] = state.inertias[index(last)];
  for (int i = last - 1; i >= 0; --i) {
    state.composites[index(i)] = state.composites[index(i + 1)];
    state.composites[index(i)] += state.inertias[index(i)];
  }
}

void mass_matrix_of_composites(const Chain& chain, ChainState& state) noexcept {
  state.mass_matrix.resize(chain.joint_count, chain.joint_count);
  for (int j = 0; j < chain.joint_count; ++j) {
    const Wrench momentum = state.composites[index(j)] * screw(state, j);
    for (int i = 0; i <= j; ++i) {
      const double m = power(momentum, screw(state, i));
      state.mass_matrix(i, j) = m;
      state.mass_matrix(j, i) = m;
    }
    state.mass_matrix(j, j) += chain.joints[index(j)].armature;
  }
}

void gravity_of_composites(const Chain& chain, ChainState& state) noexcept {
  state.gravity.resize(chain.joint_count);
  for (int i = 0; i < chain.joint_count; ++i) {
    const SpatialInertia& carried = state.composites[index(i)];
    const Wrench weight{carried.moment.cross(chain.gravity), carried.mass * chain.gravity};
    state.gravity[i] = -power(weight, screw(state, i));
  }
}

void coriolis_of_inertias(const Chain& chain, const JointVector& velocity,
                          ChainState& state) noexcept {
  std::array<Wrench, kMaxJoints> wrenches;
  Twist v;
  Twist a;
  for (int i = 0; i < chain.joint_count; ++i) {
    const Twist own = velocity[i] * screw(state, i);
    v = v + own;
    a = a + cross(v, own);
    const SpatialInertia& inertia = state.inertias[index(i)];
    wrenches[index(i)] = inertia * a + cross(v, inertia * v);
  }
  state.coriolis.resize(chain.joint_count);
  Wrench carried;
  for (int i = chain.joint_count - 1; i >= 0; --i) {
    carried = carried + wrenches[index(i)];
    state.coriolis[i] = power(carried, screw(state, i));
  }
}

}  // namespace

void mass_matrix(const Chain& chain, const JointVector& q, ChainState& state) noexcept {
  jacobian(chain, q, state);
  link_inertias(chain, state);
  composite_inertias(chain, state);
  mass_matrix_of_composites(chain, state);
}

void gravity_efforts(const Chain& chain, const JointVector& q, ChainState& state) noexcept {
  jacobian(chain, q, state);
  link_inertias(chain, state);
  composite_inertias(chain, state);
  gravity_of_composites(chain, state);
}

void coriolis_efforts(const Chain& chain, const JointVector& q, const JointVector& velocity,
                      ChainState& state) noexcept {
  jacobian(chain, q, state);
  link_inertias(chain, state);
  coriolis_of_inertias(chain, velocity, state);
}

void all_terms(const Chain& chain, const JointVector& q, const JointVector& velocity,
               ChainState& state) noexcept {
  jacobian(chain, q, state);
  link_inertias(chain, state);
  composite_inertias(chain, state);
  mass_matrix_of_composites(chain, state);
  gravity_of_composites(chain, state);
  coriolis_of_inertias(chain, velocity, state);
  state.bias = state.coriolis + state.gravity;
}

}  // namespace tether::robot
