// A thousand hands that mean to lead a guarded Panda through a box.
#include "tests/guard/fence/fenced_panda.hpp"
#include "tests/support/random/cases.hpp"
#include "tether/robot/catalogue.hpp"

namespace tether::guard {
namespace {

using robot::JointVector;
using spatial::Vector3;
using test::FencedPanda;
using test::Tally;
using tether::test::RandomDraw;

// near that of the scenario panda_lwr_haptic
JointVector any_posture(RandomDraw& draw) {
  JointVector q(7);
  q << 0.0, -0.3464645658, 0.0, -2.0555918222, 0.0, 1.7091272564, 0.7853981634;
  for (double& angle : q) angle += draw.between(-0.3, 0.3);
  return q;
}

// of all joint velocities with that of the tool, the one with the least kinetic energy
JointVector joint_velocity(const robot::ChainState& state, const Vector3& velocity) {
  const Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, robot::kMaxJoints> j =
      robot::tool_point_jacobian(state).bottomRows<3>();
  const Eigen::MatrixXd mobile = state.mass_matrix.ldlt().solve(j.transpose());
  const spatial::Matrix3 mobility = j * mobile;
  return mobile * mobility.ldlt().solve(velocity);
}

struct Approach {
  Tally tally;
  double pushed_inward = 0;
  bool stopped = false;
};

// comes at its speed or starts from rest; nothing when that is within the braking distance
Approach approach(const robot::Chain& chain, std::uint64_t seed) {
  RandomDraw draw(seed);
  const JointVector q = any_posture(draw);
  robot::ChainState state;
  robot::mass_matrix(chain, q, state);
  const Vector3 start = state.tool.position;
  const Vector3 way = test::any_direction(draw);
  const Vector3 velocity = draw.between(0.05, 1) * way;
  const FenceBox box = test::box_in_the_way(draw, start + draw.between(0.1, 0.2) * way, way);
  JointVector moving = joint_velocity(state, velocity);
  if (draw.bernoulli(0.25)) moving.setZero();
  const test::ThrustingHand hand = test::any_hand(draw, start, velocity);
  FencedPanda panda(chain, box, q, moving, hand, draw.between(0, 20));
  panda.tick();
  if (panda.tally().strongest > 0 || panda.tally().nearest < 9e-3) return {};
  while (panda.time() < 0.8) panda.tick();
  return {panda.tally(), panda.pushed_inward(), panda.stopped()};
}

TEST(GeofencePanda, StopsBeforeTheFaceAThousandTimesAndGivesNothing) {
  const robot::Chain chain = robot::load("panda");
  Tally worst;
  double pushed_inward = 0;
  int met = 0;
  for (std::uint64_t seed = 0; met < tether::test::cases(1000); ++seed) {
    ASSERT_LT(seed, 2000);
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const Approach one = approach(chain, seed);
    if (one.tally.strongest == 0) continue;
    ++met;
    EXPECT_FALSE(one.stopped);
    EXPECT_GE(one.tally.nearest, -1e-3);
    EXPECT_LE(one.tally.most_inward, 1e-12);
    EXPECT_GE(one.tally.least_energy, -1e-3);
    EXPECT_LE(one.pushed_inward, 1e-9);
    test::worse_of(worst, one.tally);
    pushed_inward = std::max(pushed_inward, one.pushed_inward);
  }
  test::print(worst);
  testing::Test::RecordProperty("pushed_inward", fmt::format("{:.2g}", pushed_inward));
}

}  // namespace
}  // namespace tether::guard
