#include "tether/runtime/coordination/mediator.hpp"

#include <gtest/gtest.h>

#include "tests/runtime/deployments.hpp"
#include "tests/support/allocation_counter.hpp"
#include "tests/support/random/random_draw.hpp"

namespace tether::runtime {
namespace {

using enum LifeState;

// Threads and activities that answer commands, each when it is asked to.
class Puppets {
 public:
  explicit Puppets(Mediator& mediator) : mediator_(mediator), c_(mediator.coordination()) {
    seen_.resize(c_.activities.size());
    up_.resize(c_.threads.size());
  }

  void raise(std::size_t activity, Report report) {
    Reports reports;
    reports.raise(c_.activities[activity].position, report);
    mediator_.exchange(c_.activities[activity].thread).raise(reports);
  }
  void raise(std::size_t thread, ThreadReport report) {
    Reports reports;
    reports.raise_thread(report);
    mediator_.exchange(thread).raise(reports);
  }
  // answers as one that does what it is commanded; false when there is nothing to answer
  bool obey_thread(std::size_t thread) {
    const ThreadCommand command = mediator_.exchange(thread).read().of_thread();
    if (command == ThreadCommand::start && up_[thread] == 0) {
      up_[thread] = 1;
      raise(thread, ThreadReport::started);
    } else if (command == ThreadCommand::stop && up_[thread] == 1) {
      up_[thread] = 2;
      raise(thread, ThreadReport::ended);
    } else {
      return false;
    }
    return true;
  }
  bool obey(std::size_t activity) {
    const ActivityPlaces& a = c_.activities[activity];
    const Commands commands = mediator_.exchange(a.thread).read();
    if (commands.stamp(a.position) == seen_[activity]) return false;
    seen_[activity] = commands.stamp(a.position);
    switch (commands.of(a.position)) {
      case Command::configure_resources:
        raise(activity, Report::resources_configured);
        return true;
      case Command::configure_capabilities:
        raise(activity, Report::capabilities_configured);
        return true;
      case Command::pause:
        raise(activity, Report::paused);
        return true;
      case Command::clean:
        raise(activity, Report::cleaned);
        return true;
      case Command::none:
      case Command::run:
        break;
    }
    return false;
  }
  // ticks until nobody has anything to answer
  void settle() {
    for (bool moved = true; moved;) {
      mediator_.tick();
      moved = false;
      for (std::size_t t = 0; t < c_.threads.size(); ++t) moved |= obey_thread(t);
      for (std::size_t a = 0; a < c_.activities.size(); ++a) moved |= obey(a);
    }
  }

 private:
  Mediator& mediator_;
  const Coordination& c_;
  std::vector<std::uint8_t> seen_;
  std::vector<int> up_;
};

struct Stage {
  Coordination c;
  Mediator mediator;
  Puppets puppets;
  explicit Stage(const Deployment& deployment)
      : c(coordinate(deployment)), mediator(c), puppets(mediator) {}
  std::vector<LifeState> states() const {
    std::vector<LifeState> all;
    for (std::size_t a = 0; a < c.activities.size(); ++a) all.push_back(mediator.state(a));
    return all;
  }
};

TEST(Mediator, BringsAllToRunningAndOnRequestToDone) {
  Stage stage(test_deployments::session());
  stage.puppets.settle();
  EXPECT_TRUE(stage.mediator.running());
  EXPECT_EQ(stage.states(), std::vector(3, running));
  stage.mediator.request_stop();
  stage.puppets.settle();
  EXPECT_TRUE(stage.mediator.done());
  EXPECT_EQ(stage.states(), std::vector(3, done));
  EXPECT_EQ(stage.mediator.unexpected_reports(), 0u);
}

TEST(Mediator, LetsSomeRestAndRunAgain) {
  Stage stage(test_deployments::session());
  stage.puppets.settle();
  for (int round = 0; round < 40; ++round) {
    for (const std::size_t thread : {1U, 2U}) stage.mediator.request_set(thread, 1);
    stage.puppets.settle();
    EXPECT_EQ(stage.states(), (std::vector{running, pausing, pausing}));
    for (const std::size_t thread : {1U, 2U}) stage.mediator.request_set(thread, 0);
    stage.puppets.settle();
    EXPECT_EQ(stage.states(), std::vector(3, running));
  }
}

TEST(Mediator, KeepsAWishForASetUntilAllRun) {
  Stage stage(test_deployments::session());
  stage.mediator.request_set(2, 1);
  stage.puppets.settle();
  // the tick that began to run had its requests behind it
  stage.puppets.settle();
  EXPECT_EQ(stage.states(), (std::vector{running, running, pausing}));
}

TEST(Mediator, IssuesASecondPauseAnewWhenTheRunBetweenWentByUnseen) {
  Stage stage(test_deployments::session());
  stage.puppets.settle();
  Exchange& exchange = stage.mediator.exchange(2);
  stage.mediator.request_set(2, 1);
  stage.mediator.tick();
  const std::uint8_t first = exchange.read().stamp(0);
  stage.mediator.request_set(2, 0);
  stage.puppets.raise(2, Report::paused);
  stage.mediator.tick();
  stage.mediator.request_set(2, 1);
  stage.mediator.tick();
  EXPECT_EQ(exchange.read().of(0), Command::pause);
  EXPECT_NE(exchange.read().stamp(0), first);
}

TEST(Mediator, SwitchesTheSetOfAThread) {
  Stage stage(test_deployments::switching());
  stage.puppets.settle();
  // recorder, common, gentle, firm
  EXPECT_EQ(stage.states(), (std::vector{running, running, running, capability_configuration}));
  EXPECT_EQ(stage.mediator.selected_set(1), 0u);
  stage.mediator.request_set(1, 1);
  stage.mediator.tick();
  // one word, so the loop takes both at once
  const Commands commands = stage.mediator.exchange(1).read();
  EXPECT_EQ(commands.of(0), Command::run);
  EXPECT_EQ(commands.of(1), Command::pause);
  EXPECT_EQ(commands.of(2), Command::run);
  EXPECT_EQ(stage.mediator.selected_set(1), 1u);
  stage.puppets.settle();
  EXPECT_EQ(stage.states(), (std::vector{running, running, pausing, running}));
}

TEST(Mediator, IgnoresASetThatDoesNotExist) {
  Stage stage(test_deployments::switching());
  stage.puppets.settle();
  stage.mediator.request_set(0, 1);
  stage.mediator.request_set(1, 9);
  stage.puppets.settle();
  EXPECT_EQ(stage.states(), (std::vector{running, running, running, capability_configuration}));
}

TEST(Mediator, NamesWhoFinished) {
  Stage stage(test_deployments::session());
  stage.puppets.settle();
  stage.puppets.raise(1, Report::finished);
  stage.puppets.settle();
  EXPECT_TRUE(stage.mediator.done());
  EXPECT_EQ(stage.mediator.finished_by(), 1u);
}

TEST(Mediator, TakesTheEndOfTheWorkThoughTheRestWasReportedWithIt) {
  Stage stage(test_deployments::session());
  stage.puppets.settle();
  stage.mediator.request_set(1, 1);
  stage.mediator.tick();
  stage.puppets.raise(1, Report::finished);
  stage.puppets.raise(1, Report::paused);
  stage.puppets.settle();
  EXPECT_TRUE(stage.mediator.done());
  EXPECT_EQ(stage.mediator.finished_by(), 1u);
}

TEST(Mediator, WalksAllToDoneWhenAThreadCannotBeStarted) {
  Stage stage(test_deployments::session());
  stage.mediator.tick();
  stage.puppets.obey_thread(0);
  stage.mediator.tick();
  stage.puppets.raise(1, ThreadReport::failed);
  stage.puppets.settle();
  EXPECT_TRUE(stage.mediator.done());
  EXPECT_EQ(stage.states(), std::vector(3, done));
}

TEST(Mediator, TakesNoHeapInATick) {
  if (!test::AllocationCounter::available()) GTEST_SKIP() << "the sanitizer's allocator";
  Stage stage(test_deployments::switching());
  const test::AllocationCounter counter;
  stage.puppets.settle();
  stage.mediator.request_set(1, 1);
  stage.puppets.settle();
  stage.mediator.request_stop();
  stage.puppets.settle();
  EXPECT_EQ(counter.allocations(), 0);
  EXPECT_TRUE(stage.mediator.done());
}

// Anybody may say anything at any time: what nobody asked for, twice, too late. Whatever happens,
// the marking is one that was checked, and a request to stop ends in done.
TEST(Mediator, StaysWithinTheCheckedMarkingsWhateverIsReported) {
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    test::RandomDraw draw(seed);
    Stage stage(draw.bernoulli(0.5) ? test_deployments::session() : test_deployments::switching());
    const auto activities = static_cast<int>(stage.c.activities.size());
    const auto threads = static_cast<int>(stage.c.threads.size());
    const double wild = draw.bernoulli(0.5) ? 0.02 : 0;
    const int steps = draw.pick(120);
    for (int step = 0; step < steps; ++step) {
      for (int t = 0; t < threads; ++t)
        if (draw.bernoulli(0.7)) stage.puppets.obey_thread(static_cast<std::size_t>(t));
      for (int a = 0; a < activities; ++a)
        if (draw.bernoulli(0.7)) stage.puppets.obey(static_cast<std::size_t>(a));
      if (draw.bernoulli(wild))
        stage.puppets.raise(static_cast<std::size_t>(draw.pick(activities)),
                            static_cast<Report>(draw.pick(kReports)));
      if (draw.bernoulli(0.2))
        stage.mediator.request_set(static_cast<std::size_t>(draw.pick(threads)),
                                   static_cast<std::size_t>(draw.pick(3)));
      stage.mediator.tick();
      Marking again = stage.mediator.marking();
      ASSERT_EQ(stage.c.net.settle(again, 1), 0u) << "not at rest, seed " << seed;
      for (const ActivityPlaces& a : stage.c.activities) {
        unsigned states = 0, said = 0;
        for (const PlaceId state : a.state) states += again[state];
        for (std::size_t i = 1; i < kCommands; ++i) said += again[a.command[i]];
        for (const PlaceId flag : a.flag) said += again[flag];
        ASSERT_EQ(states, 1u) << "seed " << seed;
        ASSERT_LE(said, 1u) << "seed " << seed;
      }
    }
    // a wild report may have been taken for an answer that was still to come, so all answer anew
    stage.mediator.request_stop();
    stage.puppets.settle();
    ASSERT_TRUE(stage.mediator.done()) << "seed " << seed;
    for (const LifeState state : stage.states()) ASSERT_EQ(state, done) << "seed " << seed;
  }
}

}  // namespace
}  // namespace tether::runtime
