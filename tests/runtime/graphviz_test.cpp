#include "tether/runtime/nets/graphviz.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tether::runtime {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Graphviz, FramesGroupsDashesTheEnvironmentAndWritesConditionsInBoxes) {
  PetriNet net;
  const PlaceId gate = net.add(Place{"app.open", "app", 1});
  const PlaceId idle = net.add(Place{"arm.idle", "arm", 1});
  const PlaceId busy = net.add(Place{"arm.busy", "arm", 0});
  net.add(Transition{"go \"now\"", "arm", Actor::mediator, {{idle}, {gate}}, {{busy, 2}, {gate}}});
  net.add(Transition{"rest", "arm", Actor::environment, {{busy, 2}}, {{idle}}});
  const std::string dot = to_dot(net);
  EXPECT_THAT(dot, HasSubstr("label=\"app\""));
  EXPECT_THAT(dot, HasSubstr("label=\"arm\""));
  EXPECT_THAT(dot, HasSubstr("go \\\"now\\\"\nif app.open"));
  EXPECT_THAT(dot, HasSubstr("label=\"rest\", style=dashed"));
  EXPECT_THAT(dot, HasSubstr("t0 -> p2 [label=2];"));
  EXPECT_THAT(dot, HasSubstr("p1 -> t0;"));
  // no arrow across the frames
  EXPECT_THAT(dot, Not(HasSubstr("p0 -> t0")));
  EXPECT_THAT(dot, Not(HasSubstr("t0 -> p0")));
}

}  // namespace
}  // namespace tether::runtime
