#include "tether/runtime/coordination/coordination.hpp"

#include <functional>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/runtime/deployments.hpp"
#include "tether/core/error.hpp"
#include "tether/runtime/nets/reachability.hpp"

namespace tether::runtime {
namespace {

using enum LifeState;

const std::vector<Deployment> kDeployments{
    test_deployments::session(), test_deployments::switching(), test_deployments::single()};

std::string text(const NetVerdict& verdict) {
  std::string all;
  for (const NetFinding& finding : verdict.findings) {
    if (finding.holds) continue;
    all += fmt::format("{}: {}\n", finding.property, finding.remark);
    for (const std::string& step : finding.trace) all += "  " + step + "\n";
  }
  return all;
}

void expect_in_all_markings(const Coordination& c, const std::function<bool(const Marking&)>& law) {
  for (const Marking& marking : explore(c.net).markings) ASSERT_TRUE(law(marking));
}

TEST(Coordination, KeepsAllItsRequirements) {
  for (const Deployment& deployment : kDeployments) {
    const Coordination c = coordinate(deployment);
    const NetVerdict verdict = verify(c.net, c.requirements);
    EXPECT_TRUE(verdict.holds()) << text(verdict);
    EXPECT_LT(verdict.markings, 100'000u);
  }
}

TEST(Coordination, KeepsEveryActivityInExactlyOneStateOfItsLife) {
  for (const Deployment& deployment : kDeployments) {
    const Coordination c = coordinate(deployment);
    expect_in_all_markings(c, [&](const Marking& marking) {
      for (const ActivityPlaces& a : c.activities) {
        unsigned states = 0, said = 0;
        for (const PlaceId state : a.state) states += marking[state];
        for (std::size_t i = 1; i < kCommands; ++i) said += marking[a.command[i]];
        for (const PlaceId flag : a.flag) said += marking[flag];
        // one command or one flag at a time
        if (states != 1 || said > 1) return false;
      }
      return true;
    });
  }
}

TEST(Coordination, TakesOnlyStepsThatTheLifeCycleAllows) {
  for (const Deployment& deployment : kDeployments) {
    const Coordination c = coordinate(deployment);
    for (const Transition& transition : c.net.transitions()) {
      for (const ActivityPlaces& a : c.activities) {
        for (const LifeState from : kAllLifeStates) {
          for (const LifeState to : kAllLifeStates) {
            if (from == to || weight(transition.takes, a[from]) == 0 ||
                weight(transition.gives, a[to]) == 0)
              continue;
            EXPECT_TRUE(may_follow(from, to)) << transition.name;
            EXPECT_EQ(transition.actor, Actor::mediator) << transition.name;
          }
        }
      }
    }
  }
}

TEST(Coordination, ConfiguresAllResourcesBeforeAnyCapabilityAndThoseBeforeAnyRuns) {
  for (const Deployment& deployment : kDeployments) {
    const Coordination c = coordinate(deployment);
    expect_in_all_markings(c, [&](const Marking& marking) {
      bool nothing_taken = false, not_all_resources = false, not_all_capable = false;
      bool capability = false, serving = false;
      for (const ActivityPlaces& a : c.activities) {
        nothing_taken |= marking[a[creation]] > 0;
        not_all_resources |= marking[a[Command::configure_resources]] > 0;
        not_all_capable |= marking[a[Command::configure_capabilities]] > 0;
        capability |= marking[a[capability_configuration]] > 0;
        serving |= marking[a[running]] > 0 || marking[a[pausing]] > 0;
      }
      if (capability && (nothing_taken || not_all_resources)) return false;
      return !(serving && (nothing_taken || not_all_resources || not_all_capable));
    });
  }
}

TEST(Coordination, CleansInTheOppositeOrderOfStart) {
  for (const Deployment& deployment : kDeployments) {
    const Coordination c = coordinate(deployment);
    expect_in_all_markings(c, [&](const Marking& marking) {
      bool gone = true;
      for (std::size_t i = c.activities.size(); i-- > 0;) {
        const bool going = marking[c.activities[i][cleaning]] > 0;
        const bool done_already = marking[c.activities[i][done]] > 0;
        if ((going || done_already) && !gone) return false;
        gone = gone && done_already;
      }
      return true;
    });
  }
}

TEST(Coordination, EndsAThreadOnlyWhenItsActivitiesAreDone) {
  for (const Deployment& deployment : kDeployments) {
    const Coordination c = coordinate(deployment);
    expect_in_all_markings(c, [&](const Marking& marking) {
      for (const ThreadPlaces& thread : c.threads) {
        if (marking[thread.stop] + marking[thread.done] == 0) continue;
        for (const std::size_t a : thread.activities)
          if (marking[c.activities[a][done]] == 0) return false;
      }
      return true;
    });
  }
}

TEST(Coordination, RunsOnlyWhoIsInTheSelectedSetOnceItHasSettled) {
  const Coordination c = coordinate(test_deployments::switching());
  expect_in_all_markings(c, [&](const Marking& marking) {
    Marking settled = marking;
    c.net.settle(settled, 1000);
    const ThreadPlaces& arm = c.threads[1];
    if (settled[arm.set[0]] + settled[arm.set[1]] != 1) return false;
    const ActivityPlaces& gentle = c.activities[arm.activities[1]];
    const ActivityPlaces& firm = c.activities[arm.activities[2]];
    const bool first = settled[arm.set[0]] > 0;
    return settled[(first ? firm : gentle)[Command::run]] == 0;
  });
}

TEST(Deployment, IsRefusedWithAReasonWhenItMakesNoSense) {
  const auto refuses = [](const Deployment& deployment, const std::string& reason) {
    try {
      coordinate(deployment);
      ADD_FAILURE() << "accepted, should say: " << reason;
    } catch (const core::InputError& e) {
      EXPECT_NE(std::string(e.what()).find(reason), std::string::npos) << e.what();
    }
  };
  refuses({}, "needs a thread");
  const auto with = [](const std::function<void(Deployment&)>& change) {
    Deployment deployment = test_deployments::switching();
    change(deployment);
    return deployment;
  };
  refuses(with([](auto& d) { d.threads[1].name = "log"; }), "a name of its own, not \"log\"");
  refuses(with([](auto& d) { d.threads[1].activities[0].name = "recorder"; }), "recorder");
  refuses(with([](auto& d) { d.threads[0].activities.clear(); }), "1 to 7 activities, not 0");
  refuses(with([](auto& d) { d.threads[0].activities.resize(8); }), "not 8");
  refuses(with([](auto& d) { d.threads[0].rate = 0; }), "rate");
  refuses(with([](auto& d) { d.threads[0].activities[0].divider = 0; }), "divider");
  refuses(with([](auto& d) { d.threads[1].sets = {{0, 1}}; }), "firm is in no set");
  refuses(with([](auto& d) { d.threads[1].sets = {{0, 1, 2, 3}}; }), "activity 3 of 3");
}

}  // namespace
}  // namespace tether::runtime
