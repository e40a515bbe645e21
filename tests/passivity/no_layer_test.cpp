#include "passivity/methods/no_layer.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/passivity/port_of.hpp"
#include "tether/passivity/methods/methods.hpp"

namespace tether::passivity {
namespace {

TEST(NoLayer, CommandsWhatIsAskedAndKeepsTheAccountForTheRecord) {
  NoLayer layer(kDirect);
  layer.listen(port_at(joints({0}), joints({0}), joints({0})), {});
  const Port port = port_at(joints({0.01}), joints({1}), joints({2}));
  const auto listened = layer.listen(port, {});
  EXPECT_FALSE(listened.valid);
  EXPECT_TRUE(std::isinf(listened.budget));
  EXPECT_EQ(layer.update(port, {}, joints({100})).effort, joints({100}));
  EXPECT_NEAR(layer.report().tank, -0.02, 1e-15);
  EXPECT_NEAR(layer.report().exchanged, 0.02, 1e-15);
}

TEST(NoLayer, PromisesNothingAndCountsNoPromise) {
  NoLayer layer(kDirect);
  Heard heard{.valid = true};
  heard.message.energy = 5;
  heard.message.signals.wrench.force = {1, 2, 3};
  const Port port = port_at(joints({0}), joints({0}), joints({0}));
  const auto listened = layer.listen(port, heard);
  EXPECT_TRUE(listened.valid);
  EXPECT_EQ(listened.remote.wrench.force, spatial::Vector3(1, 2, 3));
  control::CouplingOutput coupling;
  coupling.send.wrench.force = {4, 5, 6};
  const auto decision = layer.update(port, coupling, joints({0}));
  EXPECT_EQ(decision.send.energy, 0);
  EXPECT_EQ(decision.send.signals.wrench.force, spatial::Vector3(4, 5, 6));
  EXPECT_EQ(layer.report().received, 0);
}

TEST(Methods, HaveDistinctNamesAndEachMakesALayer) {
  for (const MethodName& method : methods()) {
    EXPECT_EQ(name(method.method), method.name);
    EXPECT_FALSE(method.description.empty()) << method.name;
    EXPECT_NE(make_layer({.method = method.method, .two_layer = {}}, Role::leader, kDirect),
              nullptr)
        << method.name;
    for (const MethodName& other : methods()) {
      EXPECT_EQ(&method == &other, method.name == other.name);
    }
  }
}

}  // namespace
}  // namespace tether::passivity
