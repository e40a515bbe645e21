// Whole ends, without a network: what restarts, loss and late samples do to energy.
#include "tether/link/udp/peer_connection.hpp"

#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "tests/link/moments.hpp"
#include "tests/support/random/random_draw.hpp"

namespace tether::link {
namespace {

TEST(PeerConnection, SendsAtItsOwnRate) {
  PeerConnection connection(1, 250);
  int sent = 0;
  for (int k = 0; k < 1000; ++k) sent += connection.send(at_ms(k), {}).has_value();
  EXPECT_EQ(sent, 250);
}

// A side with its account, run after run; what it was ever promised and what it promised.
struct AccountedSide {
  explicit AccountedSide(std::uint64_t seed) : end(seed, 0) {}

  AddressedSample tick(int k, double promise) {
    const signals::Received newest = end.received();
    if (newest.valid) {
      EXPECT_GE(newest.sample.energy, received) << "energy was taken back";
      received = newest.sample.energy;
    }
    promised += promise;
    signals::Sample sample;
    sample.energy = promised;
    return *end.send(at_ms(k), sample);
  }

  PeerConnection end;
  double promised = 0;  // by this run [J]
  double received = 0;  // by this run [J]
};

struct EnergyOfRuns {
  std::array<double, 2> promised{}, received{};  // by all runs of a side [J]
};

EnergyOfRuns play_runs(std::uint64_t seed) {
  constexpr int kTicks = 3000;
  test::RandomDraw draw(seed);
  const double restart = draw.bernoulli(0.5) ? 0.003 : 0;
  const double loss = 0.6 * draw.unit(), late = 0.4 * draw.unit();
  std::uint64_t run = 1000 * seed;
  std::array<AccountedSide, 2> sides{AccountedSide(++run), AccountedSide(++run)};
  std::array<std::vector<AddressedSample>, 2> sent;
  EnergyOfRuns history;
  const auto end_run = [&](std::size_t side) {
    history.promised[side] += sides[side].promised;
    history.received[side] += sides[side].received;
    sides[side] = AccountedSide(++run);
  };
  for (int k = 0; k < kTicks; ++k) {
    for (std::size_t side = 0; side < 2; ++side) {
      if (draw.bernoulli(restart)) end_run(side);
      AccountedSide& other = sides[1 - side];
      sent[side].push_back(sides[side].tick(k, draw.unit()));
      if (!draw.bernoulli(loss)) other.end.receive(at_ms(k), sent[side].back());
      while (draw.bernoulli(late)) {
        other.end.receive(at_ms(k), sent[side][draw.bits() % sent[side].size()]);
      }
    }
    // all that all runs of one side received was promised by all runs of the other
    for (std::size_t side = 0; side < 2; ++side) {
      EXPECT_LE(history.received[side] + sides[side].received,
                (history.promised[1 - side] + sides[1 - side].promised) * (1 + 1e-12));
    }
  }
  for (std::size_t side = 0; side < 2; ++side) end_run(side);
  return history;
}

TEST(PeerConnection, NeverDeliversMoreEnergyThanWasPromisedWhoeverIsRestarted) {
  constexpr int kHistories = 300;
  double share = 0;
  for (std::uint64_t seed = 1; seed <= kHistories; ++seed) {
    const EnergyOfRuns history = play_runs(seed);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
    share +=
        (history.received[0] + history.received[1]) / (history.promised[0] + history.promised[1]);
  }
  // and most of it does arrive
  EXPECT_GT(share / kHistories, 0.8);
}

}  // namespace
}  // namespace tether::link
