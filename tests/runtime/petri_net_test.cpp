#include "tether/runtime/nets/petri_net.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

#include "tests/support/allocation_counter.hpp"
#include "tests/support/random/random_draw.hpp"

namespace tether::runtime {
namespace {

struct Pair {
  PetriNet net;
  PlaceId full, empty;
  TransitionId move;
};

// moves two tokens, makes one
Pair weighted(unsigned tokens) {
  Pair p;
  p.full = p.net.add(Place{"full", "", tokens});
  p.empty = p.net.add(Place{"empty", "", 0});
  p.move = p.net.add(Transition{"move", "", Actor::mediator, {{p.full, 2}}, {{p.empty, 1}}});
  return p;
}

TEST(PetriNet, FiresOnlyWhenEveryPlaceHoldsWhatIsTaken) {
  Pair p = weighted(3);
  Marking marking = p.net.initial();
  EXPECT_TRUE(p.net.fire(marking, p.move));
  EXPECT_EQ(marking[p.full], 1u);
  EXPECT_EQ(marking[p.empty], 1u);
  const Marking before = marking;
  EXPECT_FALSE(p.net.enabled(marking, p.move));
  EXPECT_FALSE(p.net.fire(marking, p.move));
  EXPECT_EQ(marking, before);
}

TEST(PetriNet, OnlyLooksAtWhatItTakesAndGivesBack) {
  PetriNet net;
  const PlaceId key = net.add(Place{"key", "", 1});
  const PlaceId from = net.add(Place{"from", "", 1});
  const PlaceId to = net.add(Place{"to", "", 0});
  const TransitionId step =
      net.add(Transition{"step", "", Actor::mediator, {{key}, {from}}, {{key}, {to}}});
  Marking marking = net.initial();
  EXPECT_TRUE(net.fire(marking, step));
  EXPECT_EQ(marking[key], 1u);
  EXPECT_EQ(marking[to], 1u);
  marking = net.initial();
  marking.set(key, 0);
  EXPECT_FALSE(net.fire(marking, step));
}

TEST(PetriNet, RefusesToOverfillAPlace) {
  PetriNet net;
  const PlaceId place = net.add(Place{"place", "", 254});
  const TransitionId more = net.add(Transition{"more", "", Actor::environment, {}, {{place}}});
  Marking marking = net.initial();
  EXPECT_TRUE(net.fire(marking, more));
  EXPECT_FALSE(net.fire(marking, more));
  EXPECT_EQ(marking[place], kMaxTokens);
}

TEST(PetriNet, SettlesByTheMediatorsTransitionsAlone) {
  PetriNet net;
  const PlaceId a = net.add(Place{"a", "", 1});
  const PlaceId b = net.add(Place{"b", "", 0});
  const PlaceId c = net.add(Place{"c", "", 0});
  net.add(Transition{"b to c", "", Actor::mediator, {{b}}, {{c}}});
  net.add(Transition{"a to b", "", Actor::mediator, {{a}}, {{b}}});
  net.add(Transition{"c to a", "", Actor::environment, {{c}}, {{a}}});
  Marking marking = net.initial();
  EXPECT_EQ(net.settle(marking, 10), 2u);
  EXPECT_EQ(marking[c], 1u);
}

TEST(PetriNet, StopsSettlingAtTheLimit) {
  PetriNet net;
  const PlaceId a = net.add(Place{"a", "", 1});
  net.add(Transition{"for ever", "", Actor::mediator, {{a}}, {{a}}});
  Marking marking = net.initial();
  EXPECT_EQ(net.settle(marking, 7), 7u);
}

TEST(PetriNet, RefusesWhatIsNotANet) {
  PetriNet net;
  const PlaceId a = net.add(Place{"a", "", 0});
  EXPECT_THROW(net.add(Place{"a", "", 0}), std::invalid_argument);
  EXPECT_THROW(net.add(Place{"b", "", 256}), std::invalid_argument);
  const auto transition = [](std::vector<Arc> takes) {
    return Transition{"t", "", Actor::mediator, std::move(takes), {}};
  };
  EXPECT_THROW(net.add(transition({{a, 0}})), std::invalid_argument);
  EXPECT_THROW(net.add(transition({{a}, {a}})), std::invalid_argument);
  EXPECT_THROW(net.add(transition({{PlaceId{7}}})), std::invalid_argument);
  net.add(transition({{a}}));
  EXPECT_THROW(net.add(transition({{a}})), std::invalid_argument);
  EXPECT_THROW(net.place("none"), std::out_of_range);
  EXPECT_THROW(net.transition("none"), std::out_of_range);
  EXPECT_EQ(net.without("t").transitions().size(), 0u);
  for (std::size_t i = 1; i < kMaxPlaces; ++i) net.add(Place{std::to_string(i), "", 0});
  EXPECT_THROW(net.add(Place{"one too many", "", 0}), std::length_error);
}

// random nets against the definition, place by place
TEST(PetriNet, KeepsTheFiringRuleOnRandomNets) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    test::RandomDraw draw(seed);
    PetriNet net;
    for (int p = 0; p < 6; ++p)
      net.add(Place{std::to_string(p), "", static_cast<unsigned>(draw.pick(4))});
    const auto arcs = [&] {
      std::vector<Arc> list;
      for (std::uint16_t p = 0; p < 6; ++p)
        if (draw.bernoulli(0.3))
          list.push_back({PlaceId{p}, 1 + static_cast<unsigned>(draw.pick(3))});
      return list;
    };
    for (int t = 0; t < 8; ++t)
      net.add(Transition{std::to_string(t), "", Actor::mediator, arcs(), arcs()});
    Marking marking = net.initial();
    for (int step = 0; step < 50; ++step) {
      const auto id = static_cast<TransitionId>(draw.pick(8));
      const Marking before = marking;
      bool can = true;
      for (std::uint16_t p = 0; p < 6; ++p)
        can = can && before[PlaceId{p}] >= weight(net[id].takes, PlaceId{p});
      ASSERT_EQ(net.fire(marking, id), can) << "seed " << seed;
      for (std::uint16_t p = 0; p < 6; ++p) {
        const unsigned after = before[PlaceId{p}] - weight(net[id].takes, PlaceId{p}) +
                               weight(net[id].gives, PlaceId{p});
        ASSERT_EQ(marking[PlaceId{p}], can ? after : before[PlaceId{p}]) << "seed " << seed;
      }
    }
  }
}

TEST(PetriNet, TakesNoHeapToFireAndSettle) {
  if (!test::AllocationCounter::available()) GTEST_SKIP() << "the sanitizer's allocator";
  Pair p = weighted(200);
  Marking marking = p.net.initial();
  const test::AllocationCounter counter;
  p.net.fire(marking, p.move);
  p.net.settle(marking, 1000);
  EXPECT_EQ(counter.allocations(), 0);
  EXPECT_EQ(marking[p.empty], 100u);
}

}  // namespace
}  // namespace tether::runtime
