#include "tether/passivity/methods/no_layer.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/passivity/port_of.hpp"
#include "tether/passivity/methods/two_layer.hpp"

namespace tether::passivity {
namespace {

TEST(NoLayer, CommandsWhatIsAskedAndKeepsTheAccountForTheRecord) {
  NoLayer layer(kDirect);
  layer.receive(port_at(joints({0}), joints({0}), joints({0})), {});
  const Port port = port_at(joints({0.01}), joints({1}), joints({2}));
  const auto admitted = layer.receive(port, {});
  EXPECT_FALSE(admitted.valid);
  EXPECT_TRUE(std::isinf(admitted.budget));
  EXPECT_EQ(layer.update(port, {}, joints({100})).effort, joints({100}));
  EXPECT_NEAR(layer.report().tank, -0.02, 1e-15);
  EXPECT_NEAR(layer.report().exchanged, 0.02, 1e-15);
}

TEST(NoLayer, HandsOnWhatItHasAndNoDebts) {
  for (const double at_work : {2.0, -2.0}) {
    NoLayer layer(kDirect);
    layer.receive(port_at(joints({0}), joints({0}), joints({0})), {});
    layer.receive(port_at(joints({0.01}), joints({1}), joints({at_work})), {});
    EXPECT_NEAR(layer.account().tank.level(), at_work > 0 ? 0 : 0.02, 1e-15);
  }
}

// with a method it is one that a refund is late for
TEST(Accounted, HandsOnWhatItOwes) {
  TwoLayer layer({}, Role::follower, kDirect);
  layer.receive(port_at(joints({0}), joints({0}), joints({0})), {});
  layer.receive(port_at(joints({0.01}), joints({1}), joints({2})), {});
  TwoLayer next({}, Role::follower, kDirect);
  next.take_over(layer.account());
  EXPECT_NEAR(next.account().tank.level(), -0.02, 1e-15);
}

TEST(Accounted, IsNotChargedForWhatIsRefunded) {
  TwoLayer layer({}, Role::follower, kDirect);
  layer.receive(port_at(joints({0}), joints({0}), joints({0})), {});
  Port port = port_at(joints({0.01}), joints({1}), joints({2}));
  port.refund = 0.05;
  layer.receive(port, {});
  EXPECT_NEAR(layer.account().tank.level(), 0.03, 1e-15);
}

TEST(NoLayer, PromisesNothingAndCountsNoPromise) {
  NoLayer layer(kDirect);
  ReceivedMessage received{.valid = true};
  received.message.energy = 5;
  received.message.signals.wrench.force = {1, 2, 3};
  const Port port = port_at(joints({0}), joints({0}), joints({0}));
  const auto admitted = layer.receive(port, received);
  EXPECT_TRUE(admitted.valid);
  EXPECT_EQ(admitted.remote.wrench.force, spatial::Vector3(1, 2, 3));
  control::CouplingOutput coupling;
  coupling.send.wrench.force = {4, 5, 6};
  const auto decision = layer.update(port, coupling, joints({0}));
  EXPECT_EQ(decision.send.energy, 0);
  EXPECT_EQ(decision.send.signals.wrench.force, spatial::Vector3(4, 5, 6));
  EXPECT_EQ(layer.report().received, 0);
}

}  // namespace
}  // namespace tether::passivity
