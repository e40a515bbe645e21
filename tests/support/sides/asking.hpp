// What is asked of a passivity layer in tests: a spring between the tools with noise, or efforts
// made up to cheat it.
#pragma once

#include "tests/support/random/random_draw.hpp"
#include "tether/passivity/layer.hpp"

namespace tether::test {

enum class Asking : std::uint8_t {
  spring,    // to the other tool, with noise
  flipping,  // as much as there is, with another sign at every tick
  aligned,   // as much as there is along the true velocity
  random,    // anything at every tick
};
inline constexpr int kAskings = 4;

struct AskingParams {
  Asking kind = Asking::spring;
  double limit = 12;   // per axis [N m or N]
  double noise = 0.5;  // part of the limit
};

// coupled: what the coupling asks for [N m or N]; velocity: as it really is
robot::JointVector ask(const AskingParams& params, const robot::JointVector& coupled,
                       const robot::JointVector& velocity, int tick, RandomDraw& draw) noexcept;

// position forward, force back: stiffness of the spring [N/m]
control::CouplingOutput couple(const passivity::Port& port, passivity::Role role,
                               const passivity::Admitted& admitted, double stiffness,
                               double force_scale = 1) noexcept;

}  // namespace tether::test
