#include "tether/runtime/nets/reachability.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/runtime/deployments.hpp"
#include "tether/runtime/coordination/coordination.hpp"

namespace tether::runtime {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// the first violated property whose name contains `part`
const NetFinding& violated(const NetVerdict& verdict, const std::string& part) {
  static const NetFinding none;
  for (const NetFinding& finding : verdict.findings)
    if (!finding.holds && finding.property.find(part) != std::string::npos) return finding;
  ADD_FAILURE() << "no violation of " << part;
  return none;
}

bool holds(const NetVerdict& verdict, const std::string& part) {
  return std::ranges::none_of(verdict.findings, [&](const NetFinding& finding) {
    return !finding.holds && finding.property.find(part) != std::string::npos;
  });
}

// Places a, b, ... with one token in a.
struct Little {
  PetriNet net;
  std::vector<PlaceId> p;
  explicit Little(int places) {
    for (int i = 0; i < places; ++i)
      p.push_back(net.add(Place{std::string(1, static_cast<char>('a' + i)), "", i == 0 ? 1u : 0u}));
  }
  void step(const char* name, std::vector<Arc> takes, std::vector<Arc> gives,
            Actor actor = Actor::environment) {
    net.add(Transition{name, "", actor, std::move(takes), std::move(gives)});
  }
};

TEST(Reachability, FindsEveryMarkingOfARing) {
  Little ring(5);
  for (std::size_t i = 0; i < 5; ++i)
    ring.step(std::to_string(i).c_str(), {{ring.p[i]}}, {{ring.p[(i + 1) % 5]}});
  const StateSpace space = explore(ring.net);
  EXPECT_TRUE(space.complete);
  EXPECT_EQ(space.markings.size(), 5u);
  EXPECT_TRUE(verify(ring.net, {.attainable = ring.p, .always_attainable = ring.p}).holds());
}

TEST(Reachability, CountsMarkingsAsCombinatoricsDoes) {
  // k tokens over n places that exchange freely: C(n + k − 1, k)
  PetriNet net;
  std::vector<PlaceId> p;
  for (int i = 0; i < 4; ++i) p.push_back(net.add(Place{std::to_string(i), "", i == 0 ? 6u : 0u}));
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j)
      if (i != j)
        net.add(Transition{std::to_string(10 * i + j), "", Actor::environment, {{p[i]}}, {{p[j]}}});
  EXPECT_EQ(explore(net).markings.size(), 84u);
}

TEST(Reachability, FindsTheShortestWayToADeadlock) {
  // the long way comes first in the list of transitions
  Little net(5);
  net.step("long 1", {{net.p[0]}}, {{net.p[1]}});
  net.step("long 2", {{net.p[1]}}, {{net.p[2]}});
  net.step("long 3", {{net.p[2]}}, {{net.p[4]}});
  net.step("short 1", {{net.p[0]}}, {{net.p[3]}});
  net.step("short 2", {{net.p[3]}}, {{net.p[4]}});
  const NetVerdict verdict = verify(net.net, {.final = {net.p[0]}});
  EXPECT_THAT(violated(verdict, "halt").trace, ElementsAre("short 1", "short 2"));
  EXPECT_TRUE(verify(net.net, {.final = {net.p[4]}}).holds());
}

TEST(Reachability, FindsTwoProcessesThatWaitForEachOther) {
  // two locks, taken in opposite orders
  PetriNet net;
  const auto place = [&](const char* name, unsigned n) { return net.add(Place{name, "", n}); };
  const PlaceId lock1 = place("lock 1", 1), lock2 = place("lock 2", 1);
  const PlaceId a0 = place("a idle", 1), a1 = place("a has 1", 0), a2 = place("a done", 0);
  const PlaceId b0 = place("b idle", 1), b1 = place("b has 2", 0), b2 = place("b done", 0);
  const auto step = [&](const char* name, std::vector<Arc> takes, std::vector<Arc> gives) {
    net.add(Transition{name, "", Actor::environment, std::move(takes), std::move(gives)});
  };
  step("a takes 1", {{a0}, {lock1}}, {{a1}});
  step("a takes 2", {{a1}, {lock2}}, {{a2}, {lock1}, {lock2}});
  step("b takes 2", {{b0}, {lock2}}, {{b1}});
  step("b takes 1", {{b1}, {lock1}}, {{b2}, {lock1}, {lock2}});
  const NetVerdict verdict = verify(net, {.final = {a2, b2}, .always_attainable = {a2}});
  EXPECT_THAT(violated(verdict, "halt").trace, ElementsAre("a takes 1", "b takes 2"));
  EXPECT_THAT(violated(verdict, "a done").trace, ElementsAre("a takes 1", "b takes 2"));
}

TEST(Reachability, FindsTokensThatGrowForEver) {
  Little net(2);
  net.step("wait", {{net.p[0]}}, {{net.p[0]}});
  net.step("leak", {{net.p[0]}}, {{net.p[0]}, {net.p[1]}});
  const NetVerdict verdict = verify_one_by_one(net.net, {});
  const NetFinding& finding = violated(verdict, "token");
  EXPECT_THAT(finding.trace, ElementsAre("leak"));
  EXPECT_THAT(finding.remark, HasSubstr("without bound"));
  EXPECT_FALSE(verdict.complete);
  // sets show it when a place holds too many
  const NetVerdict by_sets = verify(net.net, {});
  EXPECT_THAT(violated(by_sets, "token").trace, ElementsAre("leak", "leak"));
  EXPECT_EQ(violated(by_sets, "token").remark, "b holds 2 tokens");
  EXPECT_FALSE(by_sets.complete);
  EXPECT_FALSE(by_sets.open());
}

TEST(Reachability, FindsABoundedPlaceThatHoldsTooMany) {
  Little net(2);
  net.step("double", {{net.p[0]}}, {{net.p[1], 2}});
  const NetVerdict verdict = verify(net.net, {.final = {net.p[1]}});
  EXPECT_THAT(violated(verdict, "token").trace, ElementsAre("double"));
  EXPECT_EQ(violated(verdict, "token").remark, "b holds 2 tokens");
  EXPECT_TRUE(verify(net.net, {.tokens = 2, .final = {net.p[1]}}).holds());
}

TEST(Reachability, FindsAStopThatCanGoRoundForEver) {
  Little net(4);
  net.step("stop", {{net.p[0]}}, {{net.p[1]}});
  net.step("clean", {{net.p[1]}}, {{net.p[2]}});
  net.step("again", {{net.p[2]}}, {{net.p[1]}});
  net.step("end", {{net.p[2]}}, {{net.p[3]}});
  const NetRequirements wanted{
      .final = {net.p[3]}, .always_attainable = {net.p[3]}, .stopping = net.p[1]};
  const NetVerdict verdict = verify(net.net, wanted);
  EXPECT_THAT(violated(verdict, "whatever order").trace, ElementsAre("stop"));
  // the end can always be reached, it is only not certain
  EXPECT_TRUE(holds(verdict, "from everywhere"));
  EXPECT_TRUE(verify(net.net.without("again"), wanted).holds());
}

TEST(Reachability, FindsAMediatorThatNeverRests) {
  Little net(2);
  net.step("there", {{net.p[0]}}, {{net.p[1]}}, Actor::mediator);
  net.step("back", {{net.p[1]}}, {{net.p[0]}}, Actor::mediator);
  EXPECT_FALSE(holds(verify(net.net, {}), "comes to rest"));
}

TEST(Reachability, FindsARuleThatDoesNotHoldWhenTheMediatorRests) {
  Little net(3);
  net.step("alarm", {{net.p[0]}}, {{net.p[1]}});
  net.step("heed", {{net.p[1]}}, {{net.p[1]}, {net.p[2]}}, Actor::mediator);
  net.step("rest", {{net.p[1]}, {net.p[2]}}, {{net.p[2]}}, Actor::mediator);
  const RestRule rule{"an alarm is heeded", {{{net.p[1]}, {net.p[2]}}}};
  const RestRule opposite{"no end", {{{net.p[2]}, {}, {net.p[2]}}}};
  const NetRequirements wanted{.tokens = 255, .rules = {rule}};
  // before the mediator has had its turn nothing is asked
  const PetriNet dull = net.net.without("heed").without("rest");
  EXPECT_THAT(violated(verify(dull, wanted), "an alarm").trace, ElementsAre("alarm"));
  const Marking start = net.net.initial();
  EXPECT_TRUE(holds(rule.implications[0], start));
  Marking marking;
  marking.set(net.p[1], 1);
  EXPECT_FALSE(holds(rule.implications[0], marking));
  marking.set(net.p[2], 1);
  EXPECT_TRUE(holds(rule.implications[0], marking));
  EXPECT_FALSE(holds(opposite.implications[0], marking));
}

TEST(Reachability, LeavesEveryPropertyOpenWhenThereAreTooManyMarkings) {
  const Coordination c = coordinate(test_deployments::session());
  for (const NetVerdict& verdict :
       {verify_one_by_one(c.net, c.requirements, 100), verify(c.net, c.requirements, 2000)}) {
    EXPECT_FALSE(verdict.holds());
    EXPECT_TRUE(verdict.open());
    EXPECT_FALSE(verdict.complete);
    EXPECT_LT(verdict.markings, 6177u);
    EXPECT_EQ(verdict.findings.size(), verify(c.net, c.requirements).findings.size());
    for (const NetFinding& finding : verdict.findings)
      EXPECT_TRUE(finding.open && !finding.holds) << finding.property;
    EXPECT_THAT(verdict.findings.front().remark, HasSubstr("more markings than the"));
  }
}

TEST(Reachability, DecidesWhatItCanBeforeTheLimitAndSaysWhatIsLeft) {
  const Coordination c = coordinate(test_deployments::session());
  // the markings are all known, but not yet whether a stop can go on for ever
  const NetVerdict verdict = verify(c.net, c.requirements, 20'000);
  EXPECT_TRUE(verdict.complete);
  EXPECT_EQ(verdict.markings, 6177u);
  EXPECT_TRUE(verdict.open());
  EXPECT_TRUE(verdict.findings.front().holds);
  EXPECT_TRUE(verdict.findings.back().open);
  EXPECT_FALSE(violated(verdict, "whatever order").holds);
}

TEST(Reachability, IsNotOpenWhenAViolationWasFound) {
  NetVerdict verdict;
  verdict.findings.resize(2);
  verdict.findings[0].holds = false;
  EXPECT_FALSE(verdict.open());
  verdict.findings[1].holds = false;
  verdict.findings[1].open = true;
  EXPECT_FALSE(verdict.open());
  verdict.findings[0].holds = true;
  EXPECT_TRUE(verdict.open());
}

TEST(Reachability, DecidesMillionsOfMarkings) {
  const Coordination c = coordinate(test_deployments::driving());
  const NetVerdict verdict = verify(c.net, c.requirements);
  EXPECT_TRUE(verdict.holds());
  EXPECT_TRUE(verdict.complete);
  EXPECT_EQ(verdict.markings, 13'124'631u);
}

// one missing step among millions of markings, and the way there
TEST(Reachability, FindsTheShortestWayAmongMillionsOfMarkings) {
  const Coordination c = coordinate(test_deployments::driving());
  const PetriNet broken = c.net.without("clean platform after pausing, finished");
  const NetVerdict verdict = verify(broken, c.requirements);
  const NetFinding& finding = violated(verdict, "platform.done can be reached");
  ASSERT_FALSE(finding.trace.empty());
  EXPECT_EQ(finding.trace.back(), "platform finishes while commanded to pause");
  Marking marking = broken.initial();
  for (const std::string& step : finding.trace)
    EXPECT_TRUE(broken.fire(marking, broken.transition(step))) << step;
  EXPECT_EQ(marking[broken.place("platform.finished")], 1u);
}

TEST(Reachability, FindsTheActivityThatCanNeverRun) {
  const Coordination c = coordinate(test_deployments::session());
  const NetVerdict verdict = verify(c.net.without("run follower"), c.requirements);
  EXPECT_EQ(violated(verdict, "can be reached").property, "follower.running can be reached");
}

TEST(Reachability, FindsTheShortestWayToAnActivityThatIsNeverCleaned) {
  const Coordination c = coordinate(test_deployments::single());
  const PetriNet broken = c.net.without("clean one after resource_configuration, failed");
  const NetVerdict verdict = verify(broken, c.requirements);
  // it is lost as soon as it has failed; it halts two steps on
  EXPECT_THAT(violated(verdict, "one.done").trace,
              ElementsAre("start thread thread", "thread thread starts", "thread thread is up",
                          "configure resources of one", "one fails to get its resources"));
  EXPECT_THAT(violated(verdict, "halt").trace,
              ElementsAre("start thread thread", "thread thread starts", "thread thread is up",
                          "configure resources of one", "stop is asked while deploying",
                          "one fails to get its resources"));
}

// each step of the mediator is needed: without it some requirement breaks
TEST(Reachability, MissesEveryStepThatIsTakenOutOfTheCoordination) {
  for (const Deployment& deployment : {test_deployments::single(), test_deployments::two_sets()}) {
    const Coordination c = coordinate(deployment);
    for (const Transition& transition : c.net.transitions()) {
      if (transition.actor != Actor::mediator) continue;
      const NetVerdict verdict = verify(c.net.without(transition.name), c.requirements);
      EXPECT_FALSE(verdict.holds()) << "nobody misses: " << transition.name;
    }
  }
}

}  // namespace
}  // namespace tether::runtime
