#include "tether/runtime/coordination/application.hpp"

#include <atomic>
#include <chrono>
#include <csignal>
#include <stdexcept>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/runtime/deployments.hpp"
#include "tests/support/random/random_draw.hpp"

namespace tether::runtime {
namespace {

using ::testing::HasSubstr;

// passes about as fast as the machine allows
class HurriedClock : public Clock {
 public:
  Wakeup wait() noexcept override {
    // long enough for the others to have their turn on one core
    std::this_thread::sleep_for(std::chrono::microseconds(20));
    time_ += std::chrono::milliseconds(1);
    Wakeup wakeup = Wakeup::punctual(time_);
    wakeup.overrun = overrun_.exchange(false);
    return wakeup;
  }
  core::Time now() const noexcept override { return time_; }
  core::Duration period() const noexcept override { return std::chrono::milliseconds(1); }
  void overrun() noexcept { overrun_ = true; }

 private:
  core::Time time_{};
  std::atomic<bool> overrun_{false};
};

enum class Misdeed { none, throw_in_resources, throw_in_capabilities, throw_nonsense, fault };

// Keeps count of what is done to it. Its device: an effort that must be zero in the end.
class Probe : public Activity {
 public:
  explicit Probe(std::string name) : name_(std::move(name)) {}
  Misdeed misdeed = Misdeed::none;
  long last_pass = -1;  // finishes after so many
  std::atomic<long> computed{0}, rested{0}, cleaned{0}, resources{0}, capabilities{0};
  std::atomic<double> effort{0};
  std::atomic<bool> at_rest{true};

  std::string_view name() const noexcept override { return name_; }
  void configure_resources() override {
    ++resources;
    if (misdeed == Misdeed::throw_in_resources) throw std::runtime_error("no such device");
    if (misdeed == Misdeed::throw_nonsense) throw 7;
  }
  void configure_capabilities() override {
    ++capabilities;
    if (misdeed == Misdeed::throw_in_capabilities) throw std::runtime_error("bad gains");
  }
  core::Fault compute(core::Time) noexcept override {
    ++computed;
    effort = 5;
    at_rest = false;
    if (misdeed == Misdeed::fault && computed == 20)
      return {.kind = core::FaultKind::non_finite, .stage = "coupling", .axis = 2, .value = 0};
    return {};
  }
  bool finished() const noexcept override { return last_pass >= 0 && computed >= last_pass; }
  bool pause(core::Time) noexcept override {
    ++rested;
    effort = 0;
    at_rest = true;
    return true;
  }
  void clean() noexcept override {
    ++cleaned;
    effort = 0;
  }

 private:
  std::string name_;
};

// an application of probes on ordinary threads
struct Troupe {
  Deployment deployment;
  std::vector<std::unique_ptr<Probe>> probes;
  std::vector<std::unique_ptr<HurriedClock>> clocks;
  HurriedClock mediator_clock;
  std::unique_ptr<Application> application;

  explicit Troupe(const Deployment& d, const ThreadStarter& starter = start_thread)
      : deployment(d) {
    std::vector<ThreadParts> parts;
    for (const ThreadSpec& thread : deployment.threads) {
      ThreadParts& part = parts.emplace_back();
      for (const ActivitySpec& activity : thread.activities)
        part.activities.push_back(
            probes.emplace_back(std::make_unique<Probe>(activity.name)).get());
      part.clock = clocks.emplace_back(std::make_unique<HurriedClock>()).get();
    }
    application = std::make_unique<Application>(deployment, parts, mediator_clock, starter);
  }
  Probe& probe(std::string_view name) {
    for (auto& probe : probes)
      if (probe->name() == name) return *probe;
    throw std::out_of_range("no such probe");
  }
  // what must hold however it ended
  void expect_all_put_away() const {
    for (std::size_t a = 0; a < probes.size(); ++a) {
      EXPECT_EQ(application->mediator().state(a), LifeState::done);
      const Probe& probe = *probes[a];
      EXPECT_EQ(probe.effort, 0) << probe.name();
      EXPECT_TRUE(probe.at_rest) << probe.name() << " was cleaned without a rest before";
      EXPECT_EQ(probe.cleaned, probe.resources) << probe.name();
      EXPECT_LE(probe.resources, 1) << probe.name();
    }
  }
};

TEST(Application, CompletesWhenAnActivityHasFinishedItsWork) {
  Troupe troupe(test_deployments::session());
  troupe.probe("leader").last_pass = 50;
  const ApplicationOutcome outcome = troupe.application->run();
  EXPECT_EQ(outcome.kind, ApplicationOutcome::Kind::completed);
  EXPECT_EQ(outcome.who, "leader");
  EXPECT_GE(troupe.probe("leader").computed, 50);
  EXPECT_EQ(troupe.application->mediator().unexpected_reports(), 0u);
  troupe.expect_all_put_away();
}

TEST(Application, WalksToDoneWhenConfigurationThrows) {
  for (const char* who : {"recorder", "follower", "leader"}) {
    for (const Misdeed misdeed :
         {Misdeed::throw_in_resources, Misdeed::throw_in_capabilities, Misdeed::throw_nonsense}) {
      Troupe troupe(test_deployments::session());
      troupe.probe(who).misdeed = misdeed;
      const ApplicationOutcome outcome = troupe.application->run();
      EXPECT_EQ(outcome.kind, ApplicationOutcome::Kind::failed);
      EXPECT_EQ(outcome.who, who);
      EXPECT_EQ(outcome.why, misdeed == Misdeed::throw_in_resources ? "no such device"
                             : misdeed == Misdeed::throw_in_capabilities
                                 ? "bad gains"
                                 : "an exception without a text");
      for (const auto& probe : troupe.probes) EXPECT_EQ(probe->computed, 0);
      troupe.expect_all_put_away();
    }
  }
}

TEST(Application, WalksToDoneOnAFaultAndNamesIt) {
  for (const char* who : {"recorder", "follower", "leader"}) {
    Troupe troupe(test_deployments::session());
    troupe.probe(who).misdeed = Misdeed::fault;
    const ApplicationOutcome outcome = troupe.application->run();
    EXPECT_EQ(outcome.kind, ApplicationOutcome::Kind::failed);
    EXPECT_EQ(outcome.who, who);
    EXPECT_EQ(outcome.fault.kind, core::FaultKind::non_finite);
    EXPECT_THAT(outcome.why, HasSubstr("coupling"));
    EXPECT_EQ(troupe.probe(who).computed, 20) << "computed after the fault";
    troupe.expect_all_put_away();
  }
}

TEST(Application, NamesTheFirstOfTwoFaults) {
  Troupe troupe(test_deployments::session());
  troupe.probe("leader").misdeed = Misdeed::fault;
  troupe.probe("follower").misdeed = Misdeed::fault;
  const ApplicationOutcome outcome = troupe.application->run();
  EXPECT_EQ(outcome.kind, ApplicationOutcome::Kind::failed);
  EXPECT_THAT(outcome.who, ::testing::AnyOf("leader", "follower"));
  troupe.expect_all_put_away();
}

// from before the first thread is up until after all run
TEST(Application, StopsInWhateverStateItIsAsked) {
  for (int ticks = 0; ticks < 60; ++ticks) {
    Troupe troupe(test_deployments::session());
    int seen = 0;
    const ApplicationOutcome outcome = troupe.application->run({.after_tick = [&](core::Time) {
      if (seen++ == ticks) troupe.application->request_stop();
    }});
    ASSERT_EQ(outcome.kind, ApplicationOutcome::Kind::stopped) << ticks << " " << outcome.why;
    troupe.expect_all_put_away();
  }
}

TEST(Application, StopsWhenAFlagOfTheCallerIsSet) {
  Troupe troupe(test_deployments::session());
  std::atomic<bool> stop{true};
  EXPECT_EQ(troupe.application->run({.stop = &stop}).kind, ApplicationOutcome::Kind::stopped);
  troupe.expect_all_put_away();
}

Application* interrupted = nullptr;

TEST(Application, StopsOnASignal) {
  Troupe troupe(test_deployments::session());
  interrupted = troupe.application.get();
  const auto old = std::signal(SIGUSR1, [](int) { interrupted->request_stop(); });
  bool raised = false;
  const ApplicationOutcome outcome = troupe.application->run({.after_tick = [&](core::Time) {
    if (raised || !troupe.application->mediator().running()) return;
    raised = true;
    std::raise(SIGUSR1);
  }});
  std::signal(SIGUSR1, old);
  EXPECT_TRUE(raised);
  EXPECT_EQ(outcome.kind, ApplicationOutcome::Kind::stopped);
  troupe.expect_all_put_away();
}

TEST(Application, ComputesNothingOfWhoIsInNoSelectedSetAndGoesOnAfter) {
  Troupe troupe(test_deployments::session());
  Probe& leader = troupe.probe("leader");
  long at_pause = -1, after_pause = -1;
  int paused_ticks = 0;
  const ApplicationOutcome outcome = troupe.application->run({.after_tick = [&](core::Time) {
    Application& application = *troupe.application;
    const LifeState state = application.mediator().state(2);
    const bool at_rest =
        state == LifeState::pausing && application.mediator().command(2) == Command::none;
    if (at_pause < 0 && leader.computed > 10) application.request_set(2, 1);
    if (at_rest && paused_ticks++ == 0) at_pause = leader.computed;
    if (at_rest && paused_ticks == 20) {
      after_pause = leader.computed;
      application.request_set(2, 0);
    }
    if (after_pause >= 0 && leader.computed > after_pause + 10) application.request_stop();
  }});
  EXPECT_EQ(outcome.kind, ApplicationOutcome::Kind::stopped);
  EXPECT_GT(at_pause, 0);
  EXPECT_EQ(at_pause, after_pause);
  EXPECT_GT(leader.rested, 0);
  troupe.expect_all_put_away();
}

TEST(Application, SwitchesTheActivitySetWhileItRuns) {
  Troupe troupe(test_deployments::switching());
  Application& application = *troupe.application;
  Probe& common = troupe.probe("common");
  Probe& gentle = troupe.probe("gentle");
  Probe& firm = troupe.probe("firm");
  // asks for the other set whenever the selected one has computed ten times more
  int switches = 0;
  long before = 0;
  std::size_t expected = 0;
  const ApplicationOutcome outcome = application.run({.after_tick = [&](core::Time) {
    const std::size_t set = application.mediator().selected_set(1);
    Probe& selected = set == 0 ? gentle : firm;
    if (set != expected || selected.computed < before + 10) return;
    if (++switches == 10) return application.request_stop();
    expected = 1 - set;
    before = (expected == 0 ? gentle : firm).computed;
    application.request_set(1, expected);
  }});
  EXPECT_EQ(outcome.kind, ApplicationOutcome::Kind::stopped);
  EXPECT_GE(gentle.computed, 50);
  EXPECT_GE(firm.computed, 50);
  // one in both sets is never interrupted: in each pass of the two others it computes too
  EXPECT_GE(common.computed + 1, gentle.computed + firm.computed);
  troupe.expect_all_put_away();
}

TEST(Application, FailsByNameWhenAThreadCannotBeStarted) {
  for (const char* name : {"recorder", "follower", "leader"}) {
    Troupe troupe(test_deployments::session(),
                  [&](const ThreadSpec& thread, std::function<void()> body) {
                    if (thread.name == name) throw std::runtime_error("priority 80 not permitted");
                    return start_thread(thread, std::move(body));
                  });
    const ApplicationOutcome outcome = troupe.application->run();
    EXPECT_EQ(outcome.kind, ApplicationOutcome::Kind::failed);
    EXPECT_EQ(outcome.who, std::string(name) + " thread");
    EXPECT_EQ(outcome.why, "priority 80 not permitted");
    for (const auto& probe : troupe.probes) EXPECT_EQ(probe->resources, 0);
    troupe.expect_all_put_away();
  }
}

TEST(Application, FailsWhenThePolicyIsToStopOnALatePass) {
  Troupe troupe(test_deployments::session());
  const ApplicationOutcome outcome = troupe.application->run({.after_tick = [&](core::Time) {
    if (troupe.probe("leader").computed > 5) troupe.clocks[2]->overrun();
  }});
  EXPECT_EQ(outcome.kind, ApplicationOutcome::Kind::failed);
  EXPECT_EQ(outcome.who, "leader");
  EXPECT_THAT(outcome.why, HasSubstr("longer than the period"));
  troupe.expect_all_put_away();
}

TEST(Application, LeavesNoThreadBehindWhenItsCallerThrows) {
  Troupe troupe(test_deployments::session());
  const auto run = [&] {
    troupe.application->run({.after_tick = [&](core::Time) {
      if (troupe.application->mediator().running()) throw std::runtime_error("terminal gone");
    }});
  };
  EXPECT_THROW(run(), std::runtime_error);
  troupe.expect_all_put_away();
}

// requests of all kinds and faults at random moments, on real threads
TEST(Application, EndsInDoneWhateverIsAskedOfIt) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    test::RandomDraw draw(seed);
    Troupe troupe(test_deployments::switching());
    if (draw.bernoulli(0.3))
      troupe.probes[static_cast<std::size_t>(draw.pick(4))]->misdeed =
          static_cast<Misdeed>(draw.pick(5));
    const int stop_at = draw.pick(400);
    int tick = 0;
    troupe.application->run({.after_tick = [&](core::Time) {
      if (draw.bernoulli(0.1))
        troupe.application->request_set(1, static_cast<std::size_t>(draw.pick(2)));
      if (tick++ >= stop_at) troupe.application->request_stop();
    }});
    troupe.expect_all_put_away();
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

}  // namespace
}  // namespace tether::runtime
