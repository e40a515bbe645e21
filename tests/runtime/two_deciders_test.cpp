// Sets of markings against one marking at a time: the same nets, decided twice.
#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "tests/runtime/deployments.hpp"
#include "tether/runtime/coordination/coordination.hpp"
#include "tether/runtime/nets/reachability.hpp"

namespace tether::runtime {
namespace {

class RandomNets {
 public:
  explicit RandomNets(unsigned seed) : random_(seed) {}

  // Some wheels with one token on each; a transition turns one, two or three of them at once, or
  // only looks. No place can ever hold two.
  PetriNet wheels() {
    PetriNet net;
    std::vector<std::vector<PlaceId>> wheel(2 + below(3));
    for (std::size_t w = 0; w < wheel.size(); ++w)
      for (unsigned i = 0; i < 2 + below(4); ++i)
        wheel[w].push_back(net.add(Place{name(w, i), "", i == 0 ? 1u : 0u}));
    const unsigned transitions = 2 + below(12);
    for (unsigned t = 0; t < transitions; ++t) {
      Transition transition{name(t), "", actor(), {}, {}};
      std::ranges::shuffle(wheel, random_);
      for (unsigned w = 0;
           w < 1 + below(std::min<unsigned>(3, static_cast<unsigned>(wheel.size()))); ++w) {
        const PlaceId from = one_of(wheel[w]);
        transition.takes.push_back({from});
        transition.gives.push_back({below(3) == 0 ? from : one_of(wheel[w])});
      }
      net.add(std::move(transition));
    }
    return net;
  }

  // anything: tokens may meet in a place, or grow for ever
  PetriNet wild() {
    PetriNet net;
    const unsigned places = 2 + below(6), transitions = 1 + below(7);
    for (unsigned i = 0; i < places; ++i) net.add(Place{name(0, i), "", below(2)});
    for (unsigned t = 0; t < transitions; ++t)
      net.add(Transition{name(t), "", actor(), some(net, 1 + below(2)), some(net, below(3))});
    return net;
  }

  NetRequirements requirements(const PetriNet& net) {
    NetRequirements wanted;
    for (std::size_t i = 0; i < net.places().size(); ++i)
      wanted.attainable.push_back(static_cast<PlaceId>(i));
    wanted.final = places(net, below(3));
    wanted.always_attainable = places(net, 2);
    wanted.stopping = any(net);
    for (int i = 0; i < 3; ++i)
      wanted.rules.push_back({"rule " + std::to_string(i),
                              {{places(net, 1 + below(2)), places(net, below(3)), {}},
                               {places(net, below(2)), {}, places(net, below(3))}}});
    return wanted;
  }

 private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  static std::string name(std::size_t a) { return "t" + std::to_string(a); }
  static std::string name(std::size_t a, unsigned b) {
    return "p" + std::to_string(a) + "_" + std::to_string(b);
  }
  Actor actor() { return below(2) == 0 ? Actor::mediator : Actor::environment; }
  PlaceId one_of(const std::vector<PlaceId>& places) {
    return places[below(static_cast<unsigned>(places.size()))];
  }
  PlaceId any(const PetriNet& net) {
    return static_cast<PlaceId>(below(static_cast<unsigned>(net.places().size())));
  }
  std::vector<PlaceId> places(const PetriNet& net, unsigned count) {
    std::vector<PlaceId> chosen;
    while (count-- > 0) chosen.push_back(any(net));
    return chosen;
  }
  std::vector<Arc> some(const PetriNet& net, unsigned count) {
    std::vector<Arc> arcs;
    for (const PlaceId place : places(net, count))
      if (weight(arcs, place) == 0) arcs.push_back({place});
    return arcs;
  }

  std::mt19937 random_;
};

// a trace is a way that the net can go
void expect_a_way(const PetriNet& net, const NetFinding& finding) {
  Marking marking = net.initial();
  for (const std::string& name : finding.trace)
    EXPECT_TRUE(net.fire(marking, net.transition(name))) << finding.property << ": " << name;
}

void expect_the_same(const PetriNet& net, const NetFinding& ours, const NetFinding& theirs) {
  EXPECT_EQ(ours.property, theirs.property);
  EXPECT_EQ(ours.holds, theirs.holds) << ours.property;
  EXPECT_FALSE(ours.open || theirs.open);
  // of several shortest ways both give the same
  EXPECT_EQ(ours.trace, theirs.trace) << ours.property;
  expect_a_way(net, ours);
}

void expect_the_same(const PetriNet& net, const NetRequirements& wanted) {
  const NetVerdict ours = verify(net, wanted), theirs = verify_one_by_one(net, wanted);
  EXPECT_EQ(ours.markings, theirs.markings);
  EXPECT_TRUE(ours.complete && theirs.complete);
  ASSERT_EQ(ours.findings.size(), theirs.findings.size());
  for (std::size_t i = 0; i < ours.findings.size(); ++i)
    expect_the_same(net, ours.findings[i], theirs.findings[i]);
}

TEST(TwoDeciders, AgreeOnRandomSafeNets) {
  RandomNets random(1);
  std::size_t violated = 0, held = 0;
  for (int round = 0; round < 4000 && !testing::Test::HasFailure(); ++round) {
    const PetriNet net = random.wheels();
    const NetRequirements wanted = random.requirements(net);
    SCOPED_TRACE(round);
    expect_the_same(net, wanted);
    for (const NetFinding& finding : verify(net, wanted).findings)
      ++(finding.holds ? held : violated);
  }
  // the nets are neither all good nor all bad
  EXPECT_GT(violated, 10'000u);
  EXPECT_GT(held, 10'000u);
}

TEST(TwoDeciders, AgreeOnNetsWhosePlacesMayHoldTooMuch) {
  RandomNets random(2);
  int safe = 0, crowded = 0;
  for (int round = 0; round < 4000 && !testing::Test::HasFailure(); ++round) {
    const PetriNet net = random.wild();
    const NetRequirements wanted = random.requirements(net);
    SCOPED_TRACE(round);
    const NetVerdict theirs = verify_one_by_one(net, wanted);
    const NetFinding& bound = theirs.findings.front();
    ++(bound.holds ? safe : crowded);
    if (bound.holds) {
      expect_the_same(net, wanted);
      continue;
    }
    // a net that grows is found at once by one and when a place is full by the other
    const NetVerdict ours = verify(net, wanted);
    EXPECT_FALSE(ours.findings.front().holds);
    expect_a_way(net, ours.findings.front());
    const bool grows = bound.remark.find("without bound") != std::string::npos;
    EXPECT_TRUE(grows || ours.findings.front().trace.size() == bound.trace.size());
  }
  EXPECT_GT(safe, 500);
  EXPECT_GT(crowded, 500);
}

TEST(TwoDeciders, AgreeOnCoordinationWithEveryStepTakenOut) {
  for (const Deployment& deployment :
       {test_deployments::session(), test_deployments::single(), test_deployments::two_sets()}) {
    const Coordination c = coordinate(deployment);
    expect_the_same(c.net, c.requirements);
    for (const Transition& transition : c.net.transitions()) {
      SCOPED_TRACE(transition.name);
      expect_the_same(c.net.without(transition.name), c.requirements);
    }
  }
}

}  // namespace
}  // namespace tether::runtime
