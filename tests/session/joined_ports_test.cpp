// Every passivity method on ten thousand random pairs of ports, links and askers: the account holds
// to the last digit, and neither side spends what it does not have.
#include "tests/support/sides/joined_ports.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "tests/session/promising_methods.hpp"
#include "tests/support/random/cases.hpp"

namespace tether::session {
namespace {

constexpr int kSlices = 4;
constexpr int kCases = test::cases(2500);  // of each slice

// the worst of one case
struct Worst {
  double tank = 0;      // least level of either side [J]
  double absorbed = 0;  // least sum over both ports [J]
  double error = 0;     // largest difference between ports and accounts [J]
  double received = 0;  // what the follower got in the end [J]
};

Worst play(passivity::Method method, std::uint64_t seed) {
  test::RandomDraw draw(seed);
  const double duration = draw.between(1, 1.5);
  test::JoinedPorts ports(test::random_joined_ports(draw, duration), layers_of(method), seed);
  Worst worst;
  for (int k = 0; k < static_cast<int>(duration / test::kTick); ++k) {
    ports.tick();
    const auto &leader = ports.leader(), &follower = ports.follower();
    const double accounts =
        leader.tank + leader.reserve + follower.tank + follower.reserve + ports.in_flight();
    worst.error = std::max(worst.error, std::abs(ports.absorbed() - accounts));
    worst.tank = std::min({worst.tank, leader.tank, follower.tank});
    worst.absorbed = std::min(worst.absorbed, ports.absorbed());
  }
  worst.received = ports.follower().received;
  return worst;
}

class JoinedPorts : public testing::TestWithParam<std::tuple<passivity::Method, int>> {};

TEST_P(JoinedPorts, NeverSpendWhatTheyDoNotHaveOverAnyLink) {
  const auto [method, slice] = GetParam();
  Worst worst;
  std::uint64_t worst_seed = 0;
  int received = 0;
  for (int i = 0; i < kCases; ++i) {
    const auto seed = static_cast<std::uint64_t>(slice * kCases + i);
    const Worst found = play(method, seed);
    ASSERT_LE(found.error, 1e-9) << "seed " << seed;
    ASSERT_GE(found.tank, -1e-3) << "seed " << seed;
    ASSERT_GE(found.absorbed, -2e-3) << "seed " << seed;
    if (found.tank < worst.tank) worst_seed = seed;
    worst.tank = std::min(worst.tank, found.tank);
    worst.absorbed = std::min(worst.absorbed, found.absorbed);
    received += found.received > 0.01 ? 1 : 0;
  }
  RecordProperty("worst_tank_mj", std::to_string(1e3 * worst.tank));
  RecordProperty("worst_seed", std::to_string(worst_seed));
  RecordProperty("worst_absorbed_mj", std::to_string(1e3 * worst.absorbed));
  // not because nothing ever happens
  EXPECT_GT(received, kCases / 2);
}

INSTANTIATE_TEST_SUITE_P(All, JoinedPorts,
                         testing::Combine(testing::ValuesIn(methods_that_promise()),
                                          testing::Range(0, kSlices)),
                         [](const auto& tested) {
                           return label_of(std::get<0>(tested.param)) + "_" +
                                  std::to_string(std::get<1>(tested.param));
                         });

// the property above must be able to fail
TEST(UnguardedPorts, SpendWhatTheyDoNotHaveWithoutALayer) {
  int overdrawn = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    overdrawn += play(passivity::Method::none, seed).absorbed < -2e-3 ? 1 : 0;
  }
  EXPECT_GT(overdrawn, 50);
}

}  // namespace
}  // namespace tether::session
