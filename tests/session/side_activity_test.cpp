// Sides as activities under the mediator, as in wall time, but stepped on one thread in a time of
// the test's own: what comes out does not depend on the machine.
#include "session/wall/side_activity.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <stdexcept>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/allocation_counter.hpp"
#include "tests/support/lock_counter.hpp"
#include "tests/teleop/force_step.hpp"
#include "tether/runtime/coordination/first_failure.hpp"
#include "tether/runtime/coordination/mediator.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/wall/coordination.hpp"
#include "tether/session/wall/wall_link.hpp"

namespace tether::session {
namespace {

using runtime::LifeState;

// what a device was commanded, also after it is gone
struct CommandLog {
  robot::JointVector effort;
  double greatest = 0;  // effort so far
  double step = 0;      // greatest change from tick to tick
  int commands = 0;
  spatial::Pose shown;      // to the person who holds it
  core::Duration lived{0};  // that passed for the device
};

// a simulated device that is watched, and made to fail
class WatchedDevice final : public sim::SimulatedDevice {
 public:
  WatchedDevice(std::unique_ptr<sim::SimulatedDevice> device, CommandLog& log, const bool& broken)
      : device_(std::move(device)), log_(log), broken_(broken) {}
  const robot::Chain& chain() const noexcept override { return device_->chain(); }
  signals::DeviceState read(core::Time now) noexcept override {
    signals::DeviceState state = device_->read(now);
    if (broken_) state.fault = {.kind = core::FaultKind::device};
    return state;
  }
  void command(core::Time now, const device::JointEfforts& efforts) noexcept override {
    if (log_.commands++ > 0) {
      log_.step = std::max(log_.step, (efforts.values - log_.effort).norm());
    }
    log_.effort = efforts.values;
    log_.greatest = std::max(log_.greatest, efforts.values.norm());
    device_->command(now, efforts);
  }
  void advance(core::Duration dt) noexcept override {
    log_.lived += dt;
    device_->advance(dt);
  }
  void show(const spatial::Pose& tool) noexcept override {
    log_.shown = tool;
    device_->show(tool);
  }
  bool scene(signals::SceneState& scene) const noexcept override { return device_->scene(scene); }

 private:
  std::unique_ptr<sim::SimulatedDevice> device_;
  CommandLog& log_;
  const bool& broken_;
};

class SteppedClock final : public runtime::Clock {
 public:
  runtime::Wakeup wait() noexcept override { return runtime::Wakeup::punctual(time); }
  core::Time now() const noexcept override { return time; }
  core::Duration period() const noexcept override { return std::chrono::milliseconds(1); }
  core::Time time;
};

scenario::Scenario over(scenario::LinkParams::Transport transport, scenario::Physics physics,
                        const std::vector<std::string>& set) {
  scenario::Scenario scenario = scenario::load_scenario("omega_lwr_wall_document", set);
  scenario.session.physics = physics;
  scenario.link.transport = transport;
  if (transport == scenario::LinkParams::Transport::udp) {
    const auto key = std::filesystem::path(::testing::TempDir()) / "tether_side_activity.key";
    std::ofstream(key) << link::hexadecimal(link::random_key()) << '\n';
    std::filesystem::permissions(
        key, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    scenario.link.udp.key = key.string();
    scenario.link.udp.leader = "127.0.0.1:47401";
    scenario.link.udp.follower = "127.0.0.1:47402";
  }
  if (transport == scenario::LinkParams::Transport::dds) scenario.link.dds_domain = 187;
  return scenario;
}

// both sides of a session
class SteppedSession {
 public:
  explicit SteppedSession(
      scenario::LinkParams::Transport transport = scenario::LinkParams::Transport::in_process,
      scenario::Physics physics = scenario::Physics::clock,
      const std::vector<std::string>& set = {})
      : scenario(over(transport, physics, set)),
        setup(follower_setup(scenario)),
        view(scenario, setup),
        chain(leader_chain(scenario)),
        coordination(runtime::coordinate(
            {{{.name = "follower", .rate = 1000, .activities = {{"follower"}}, .sets = {{0}, {}}},
              {.name = "leader", .rate = 1000, .activities = {{"leader"}}, .sets = {{0}, {}}}}})),
        mediator(coordination),
        leader(parts(signals::SideName::leader), leader_ticks, clock),
        follower(parts(signals::SideName::follower), follower_ticks, clock) {
    const auto& threads = coordination.deployment.threads;
    loops.push_back(
        std::make_unique<runtime::EventLoop>(threads[0], std::vector<runtime::Activity*>{&follower},
                                             clock, mediator.exchange(0), failure, &follower));
    loops.push_back(
        std::make_unique<runtime::EventLoop>(threads[1], std::vector<runtime::Activity*>{&leader},
                                             clock, mediator.exchange(1), failure, &leader));
  }

  // one millisecond
  void step() {
    if (steps++ % 10 == 0) coordinate();
    for (std::size_t t = 0; t < loops.size(); ++t) {
      if (started[t]) loops[t]->pass(clock.wait());
    }
    take_ticks();
    clock.time += std::chrono::milliseconds(1);
  }
  // both loops are held up: what comes next is late by so much
  void stall(std::chrono::milliseconds by) { clock.time += by; }
  void take_ticks() {
    for (TickStream* stream : {&leader_ticks, &follower_ticks}) {
      while (const signals::Tick* tick = stream->front()) {
        (stream == &leader_ticks ? leader_tick : follower_tick) = *tick;
        stream->release();
      }
    }
    for (SceneStream* stream : {&leader_scenes, &follower_scenes}) {
      const auto tick = (stream == &leader_scenes ? leader_tick : follower_tick).index;
      if (stream->of(tick) != nullptr) ++pictures;
    }
  }
  void run(int milliseconds) {
    for (int i = 0; i < milliseconds; ++i) step();
  }
  // everything must come to its end by itself
  void run_until_done() {
    for (int i = 0; i < 5000 && !mediator.done(); ++i) step();
    EXPECT_TRUE(mediator.done());
    for (std::size_t a = 0; a < coordination.activities.size(); ++a) {
      EXPECT_EQ(mediator.state(a), LifeState::done);
    }
    for (const CommandLog* log : {&leader_log, &follower_log}) {
      EXPECT_TRUE(log->commands == 0 || log->effort.isZero(0));
    }
  }

  scenario::Scenario scenario;
  scenario::FollowerSetup setup;
  OperatorView view;
  core::LatestValue<spatial::Pose> follower_tool;
  robot::Chain chain;
  WallLink link{scenario, signals::LocalSides::both};
  SteppedClock clock;
  runtime::Coordination coordination;
  runtime::Mediator mediator;
  runtime::FirstFailure failure;
  CommandLog leader_log, follower_log;
  bool leader_broken = false, follower_broken = false;
  std::string refuses;  // whose device cannot be opened
  TickStream leader_ticks, follower_ticks;
  SceneStream leader_scenes, follower_scenes;
  int pictures = 0;  // of both worlds
  signals::Tick leader_tick, follower_tick;
  SideActivity leader, follower;
  std::vector<std::unique_ptr<runtime::EventLoop>> loops;

 private:
  void coordinate() {
    mediator.tick();
    for (std::size_t t = 0; t < loops.size(); ++t) {
      if (started[t] || mediator.thread_command(t) != runtime::ThreadCommand::start) continue;
      started[t] = true;
      runtime::Reports report;
      report.raise_thread(runtime::ThreadReport::started);
      mediator.exchange(t).raise(report);
    }
    for (std::size_t t = 0; t < loops.size(); ++t) {
      if (!started[t] || ended[t] || mediator.thread_command(t) != runtime::ThreadCommand::stop) {
        continue;
      }
      ended[t] = true;
      runtime::Reports report;
      report.raise_thread(runtime::ThreadReport::ended);
      mediator.exchange(t).raise(report);
    }
  }

  SideParts parts(signals::SideName side) {
    const bool leads = side == signals::SideName::leader;
    return {.name = side,
            .physics = scenario.session.physics,
            .open_device = [this, leads]() -> std::unique_ptr<device::Device> {
              if (refuses == (leads ? "leader" : "follower")) {
                throw std::runtime_error("the device does not answer");
              }
              return std::make_unique<WatchedDevice>(
                  leads ? leader_device(scenario, chain) : follower_device(scenario, setup),
                  leads ? leader_log : follower_log, leads ? leader_broken : follower_broken);
            },
            .open_link = [this, leads]() -> link::Endpoint& {
              return link.open(leads ? signals::SideName::leader : signals::SideName::follower);
            },
            .make_stages =
                [this, leads] {
                  return leads ? leader_stages(scenario, chain) : follower_stages(scenario, setup);
                },
            .make_changes = [] { return Changes{}; },
            .view = leads ? std::optional(view) : std::nullopt,
            .seen = leads && !view.late() ? &follower_tool : nullptr,
            .shown = leads ? nullptr : &follower_tool,
            .scenes = leads ? &leader_scenes : &follower_scenes};
  }

  std::array<bool, 2> started{}, ended{};
  int steps = 0;
};

TEST(SideActivity, ShowsThePersonWhatWasReceivedUnlessTheyStandBesideTheRobot) {
  for (const char* sees : {"late", "at once"}) {
    SteppedSession session(
        scenario::LinkParams::Transport::in_process, scenario::Physics::clock,
        {"link.delay=0.1", "passivity.kind=none", fmt::format("operator.sees=\"{}\"", sees)});
    session.run(2500);  // in the middle of a stroke
    const signals::Sample received = session.leader_tick.received.sample;
    session.step();  // the follower's loop before the leader's
    const spatial::Pose late = session.view.received(received);
    const spatial::Pose now = OperatorView::at_once(session.follower_tick);
    EXPECT_GT((late.position - now.position).norm(), 0.005);
    const spatial::Pose& shown = session.leader_log.shown;
    const spatial::Pose& there = session.view.late() ? late : now;
    EXPECT_EQ((shown.position - there.position).norm(), 0) << sees;
    EXPECT_EQ((shown.rotation - there.rotation).norm(), 0) << sees;
  }
}

TEST(SideActivity, IsCoupledToTheOtherAfterAnOrderedStart) {
  SteppedSession session;
  session.run(3000);
  EXPECT_TRUE(session.mediator.running());
  EXPECT_EQ(session.leader_tick.engagement, control::Engagement::engaged);
  EXPECT_EQ(session.follower_tick.engagement, control::Engagement::engaged);
  EXPECT_GT(session.leader_log.greatest, 1);
  session.mediator.request_stop();
  session.run_until_done();
}

TEST(SideActivity, LeavesBothDevicesWithoutEffortWhenAskedToStopAtAnyTime) {
  for (const int when : {0, 7, 30, 55, 90, 400, 1700}) {
    SteppedSession session;
    session.run(when);
    session.mediator.request_stop();
    session.run_until_done();
    EXPECT_LT(session.leader_log.step, teleop::kForceStep) << when;
  }
}

TEST(SideActivity, EndsTheSessionByNameWhenItsDeviceThrows) {
  for (const char* who : {"leader", "follower"}) {
    SteppedSession session;
    session.refuses = who;
    session.run_until_done();
    ASSERT_TRUE(session.failure.get());
    EXPECT_EQ(session.failure.get()->who, who);
    EXPECT_EQ(session.failure.get()->why, "the device does not answer");
  }
}

TEST(SideActivity, LetsGoAtOnceWhenADeviceFailsAndTheOtherSideRests) {
  for (const bool leads : {true, false}) {
    SteppedSession session;
    session.run(2000);
    (leads ? session.leader_broken : session.follower_broken) = true;
    session.step();
    EXPECT_TRUE((leads ? session.leader_log : session.follower_log).effort.isZero(0));
    session.run_until_done();
    ASSERT_TRUE(session.failure.get());
    EXPECT_EQ(session.failure.get()->who, leads ? "leader" : "follower");
    EXPECT_EQ(session.failure.get()->fault.kind, core::FaultKind::device);
  }
}

TEST(SideActivity, MakesNoStepWhenBothSidesPauseAndGoOn) {
  SteppedSession session;
  session.run(2500);
  ASSERT_GT(session.leader_log.effort.norm(), 1);  // in the middle of a stroke
  for (const std::size_t thread : {0U, 1U}) session.mediator.request_set(thread, kPausedSet);
  session.run(1000);
  EXPECT_TRUE(session.leader_tick.resting && session.follower_tick.resting);
  EXPECT_TRUE(session.leader_log.effort.isZero(0) && session.follower_log.effort.isZero(0));
  for (const std::size_t thread : {0U, 1U}) session.mediator.request_set(thread, kWorkingSet);
  session.run(3000);
  EXPECT_EQ(session.leader_tick.engagement, control::Engagement::engaged);
  EXPECT_EQ(session.follower_tick.engagement, control::Engagement::engaged);
  session.mediator.request_stop();
  session.run_until_done();
  EXPECT_LT(session.leader_log.step, teleop::kForceStep);
}

TEST(SideActivity, MakesNoStepWhenOnlyItPausesAndGoesOn) {
  SteppedSession session;
  session.run(2500);
  ASSERT_GT(session.leader_log.effort.norm(), 1);  // in the middle of a stroke
  session.mediator.request_set(1, 1);
  session.run(1000);
  EXPECT_TRUE(session.leader_log.effort.isZero(0));
  EXPECT_EQ(session.follower_tick.engagement, control::Engagement::engaged);
  session.mediator.request_set(1, 0);
  session.run(2000);
  EXPECT_EQ(session.leader_tick.engagement, control::Engagement::engaged);
  EXPECT_LT(session.leader_log.step, teleop::kForceStep);
  session.mediator.request_stop();
  session.run_until_done();
  EXPECT_LT(session.leader_log.step, teleop::kForceStep);
}

// the time of a device beside session time, which goes on by a second with stalls in it
core::Duration lived_in_a_second(scenario::Physics physics, signals::SideName side) {
  SteppedSession session(scenario::LinkParams::Transport::in_process, physics);
  session.run(1000);
  const CommandLog& log =
      side == signals::SideName::leader ? session.leader_log : session.follower_log;
  const core::Duration before = log.lived;
  EXPECT_GT(before, core::Duration(0));
  for (int k = 0; k < 20; ++k) {
    session.run(30);
    session.stall(std::chrono::milliseconds(20));
  }
  session.run(1);
  return log.lived - before;
}

TEST(SideActivity, LetsTheSimulatedWorldGoOnWithTheClockWhileTheLoopIsLate) {
  for (const signals::SideName side : {signals::SideName::leader, signals::SideName::follower}) {
    EXPECT_EQ(lived_in_a_second(scenario::Physics::clock, side), std::chrono::milliseconds(1001));
  }
}

TEST(SideActivity, LetsTheSimulatedWorldWaitForALateLoopOnlyWhenItFollowsTicks) {
  for (const signals::SideName side : {signals::SideName::leader, signals::SideName::follower}) {
    EXPECT_EQ(lived_in_a_second(scenario::Physics::ticks, side), std::chrono::milliseconds(601));
  }
}

// six seconds, of which the loops are held up for 80 ms in every 100
struct Held {
  double force_step = 0;  // greatest at the hand, from one tick to the next [N]
  double least_tank = 1;  // of both [J]
};
Held up_and_down(scenario::Physics physics) {
  SteppedSession session(scenario::LinkParams::Transport::in_process, physics);
  session.run(1500);
  Held held;
  for (int k = 0; k < 60; ++k) {
    for (int i = 0; i < 20; ++i) {
      session.step();
      for (const signals::Tick* tick : {&session.leader_tick, &session.follower_tick}) {
        held.least_tank = std::min(held.least_tank, tick->energy.tank);
      }
    }
    session.stall(std::chrono::milliseconds(80));
  }
  held.force_step = session.leader_log.step;
  return held;
}

TEST(SideActivity, LetsLatenessBeFeltAndOverdrawTheTanksUnlessTheWorldWaitsForIt) {
  const Held by_clock = up_and_down(scenario::Physics::clock);
  EXPECT_GT(by_clock.force_step, 2);
  EXPECT_LT(by_clock.least_tank, -1e-3);
  const Held by_ticks = up_and_down(scenario::Physics::ticks);
  EXPECT_LT(by_ticks.force_step, teleop::kForceStep);
  EXPECT_GT(by_ticks.least_tank, 0);
}

TEST(LockCounter, SeesALock) {
  if (!test::LockCounter::available()) GTEST_SKIP() << "the sanitizer has locks of its own";
  const test::LockCounter counter;
  std::mutex mutex;
  mutex.lock();
  mutex.unlock();
  EXPECT_EQ(counter.locks(), 1);
}

// with each link that a tick itself serves
class PassOfALoop : public ::testing::TestWithParam<scenario::LinkParams::Transport> {};

TEST_P(PassOfALoop, TakesNoMemoryAndNoLock) {
  if (!test::AllocationCounter::available()) GTEST_SKIP() << "the sanitizer has its own allocator";
  SteppedSession session(GetParam());
  // a link that is agreed on by threads beside needs their time, not the session's
  const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (session.leader_tick.engagement != control::Engagement::engaged &&
         std::chrono::steady_clock::now() < patience) {
    session.step();
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  ASSERT_EQ(session.leader_tick.engagement, control::Engagement::engaged);
  const test::AllocationCounter heap;
  const test::LockCounter locks;
  session.pictures = 0;
  session.run(3000);
  EXPECT_EQ(session.pictures, 2 * 300);
  // also when it has time to make up
  session.stall(std::chrono::milliseconds(40));
  session.run(100);
  EXPECT_EQ(heap.allocations(), 0);
  EXPECT_EQ(heap.frees(), 0);
  EXPECT_EQ(locks.locks(), 0);
}

INSTANTIATE_TEST_SUITE_P(Over, PassOfALoop,
                         ::testing::Values(scenario::LinkParams::Transport::in_process,
                                           scenario::LinkParams::Transport::udp,
                                           scenario::LinkParams::Transport::dds));

}  // namespace
}  // namespace tether::session
