#include "tests/support/sides/asking.hpp"

#include <algorithm>
#include <cmath>

namespace tether::test {

robot::JointVector ask(const AskingParams& params, const robot::JointVector& coupled,
                       const robot::JointVector& velocity, int tick, RandomDraw& draw) noexcept {
  const double most = params.limit;
  robot::JointVector asked = coupled;
  for (Eigen::Index i = 0; i < asked.size(); ++i) {
    const double any = draw.between(-most, most);
    switch (params.kind) {
      case Asking::spring:
        asked[i] = std::clamp(asked[i] + params.noise * any, -most, most);
        break;
      case Asking::flipping:
        asked[i] = tick % 2 == 0 ? most : -most;
        break;
      case Asking::aligned:
        asked[i] = std::copysign(most, velocity[i]);
        break;
      case Asking::random:
        asked[i] = any;
        break;
    }
  }
  return asked;
}

control::CouplingOutput couple(const passivity::Port& port, passivity::Role role,
                               const passivity::Admitted& admitted, double stiffness,
                               double force_scale) noexcept {
  control::CouplingOutput out;
  if (admitted.valid) {
    out.wrench.force =
        role == passivity::Role::leader
            ? (-force_scale * admitted.remote.wrench.force).eval()
            : (stiffness * (admitted.remote.pose.position - port.tool.position)).eval();
  }
  out.setpoint = role == passivity::Role::leader ? port.tool : admitted.remote.pose;
  out.send = {port.tool, out.wrench};
  return out;
}

}  // namespace tether::test
