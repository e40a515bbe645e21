#include "tether/session/wall/wall_session.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "session/assemble/process_forces.hpp"
#include "session/wall/drive_activities.hpp"
#include "session/wall/recorder_activity.hpp"
#include "session/wall/side_activity.hpp"
#include "tether/assist/scene/scene_forces.hpp"
#include "tether/core/error.hpp"
#include "tether/runtime/clocks/latency_hold.hpp"
#include "tether/runtime/clocks/periodic_clock.hpp"
#include "tether/runtime/coordination/application.hpp"
#include "tether/runtime/loops/loop_report.hpp"
#include "tether/scenario/guarantee.hpp"
#include "tether/scenario/session_traits.hpp"
#include "tether/session/command_mailbox.hpp"
#include "tether/session/wall/coordination.hpp"

namespace tether::session {
namespace {

using runtime::PeriodicClock;

constexpr double kProgressRate = 10;  // [Hz]

bool plays(signals::LocalSides sides, signals::SideName side) noexcept {
  return sides == signals::LocalSides::both ||
         sides == (side == signals::SideName::leader ? signals::LocalSides::leader
                                                     : signals::LocalSides::follower);
}

PeriodicClock clock_of(double rate, core::Duration epoch, core::Duration phase = {},
                       runtime::OverrunPolicy overrun = runtime::OverrunPolicy::skip) {
  return PeriodicClock(
      {.period = core::duration_from_seconds(1 / rate), .phase = phase, .overrun = overrun}, epoch);
}

// a side, its clock and its stream of ticks
struct SideThread {
  SideThread(SideParts parts, const PeriodicClock& its_clock)
      : clock(its_clock), activity(std::move(parts), ticks, clock) {}

  PeriodicClock clock;
  TickStream ticks;
  SideActivity activity;
};

// everything that a session in wall time consists of
class WallSession {
 public:
  WallSession(const scenario::Scenario& scenario, signals::LocalSides sides,
              const RunOptions& options);
  RunResult run();

 private:
  teleop::Stages leader_stages_in_wall_time() const;
  teleop::Stages follower_stages_in_wall_time() const;
  SideParts leader_parts();
  SideParts follower_parts();
  bool is_of(const std::string& thread, signals::SideName side) const noexcept;
  runtime::ThreadParts side_parts(const std::string& thread);
  runtime::RealtimeParams thread_params(const std::string& thread) const;
  void report_progress(core::Time now);
  void pause_or_go_on(runtime::Application& application);
  void watch_connection(core::Time now);
  void serve_orders();
  RunResult result_of(const runtime::ApplicationOutcome& outcome);
  runtime::LoopReport loop_of(SideThread& side, bool leads, runtime::RealtimeGrant grant) const;
  void collect_loops(RunResult& result, const runtime::Application& application,
                     const runtime::Deployment& deployment) const;

  const scenario::Scenario& scenario_;
  signals::LocalSides sides_;
  const RunOptions& options_;
  scenario::FollowerSetup setup_;
  robot::Chain leader_chain_;
  WallLink link_;
  View follower_tool_;  // for the person who watches
  core::Duration epoch_ = runtime::monotonic_time().now();
  std::unique_ptr<DriveActivities> drive_;  // of a session that drives
  ScanStream scans_;
  SceneStream leader_scenes_, follower_scenes_;
  std::unique_ptr<SideThread> leader_, follower_;
  std::unique_ptr<RecorderActivity> recorder_;
  TickPair latest_;
  core::Time next_progress_;
  bool paused_ = false;
  const ConnectionReport* connection_ = nullptr;  // of the first side that has trouble
};

WallSession::WallSession(const scenario::Scenario& scenario, signals::LocalSides sides,
                         const RunOptions& options)
    : scenario_(scenario),
      sides_(sides),
      options_(options),
      setup_(follower_setup(scenario)),
      leader_chain_(session::leader_chain(scenario)),
      link_(scenario, sides) {
  const auto overrun = scenario.realtime.overrun;
  if (has_device_activities(scenario)) {
    drive_ = std::make_unique<DriveActivities>(scenario, leader_chain_, setup_,
                                               options.mailbox ? &options.mailbox->hand : nullptr);
  }
  if (plays(sides, signals::SideName::leader)) {
    leader_ =
        std::make_unique<SideThread>(leader_parts(), clock_of(scenario.rate, epoch_, {}, overrun));
  }
  if (plays(sides, signals::SideName::follower)) {
    // half a period later, so that both need not be served at once
    const auto phase = core::duration_from_seconds(0.5 / scenario.rate);
    follower_ = std::make_unique<SideThread>(
        follower_parts(),
        clock_of(scenario.rate, epoch_,
                 sides == signals::LocalSides::both ? phase : core::Duration{0}, overrun));
  }
  recorder_ = std::make_unique<RecorderActivity>(
      RecorderParts{.scenario = scenario,
                    .leader = leader_chain_,
                    .follower = setup_.chain,
                    .local_sides = sides,
                    .log_path = options.log_path,
                    .observers = options.observers,
                    .leader_scenes = &leader_scenes_,
                    .follower_scenes = &follower_scenes_,
                    .changes = options.mailbox ? &options.mailbox->changes : nullptr},
      leader_ ? &leader_->ticks : nullptr, follower_ ? &follower_->ticks : nullptr,
      drive_ && follower_ ? &scans_ : nullptr);
}

teleop::Stages WallSession::leader_stages_in_wall_time() const {
  std::unique_ptr<assist::FixtureForces> fixtures;
  if (scenario_.assist.source == scenario::AssistParams::Source::process) {
    fixtures = open_process(scenario_);
  } else if (options_.mailbox != nullptr && !drive_) {
    // what drives sends speeds, not places: there is nothing for fixtures to hold on to
    fixtures = std::make_unique<assist::LiveSceneForces>(options_.mailbox->fixtures);
  }
  return leader_stages(scenario_, leader_chain_, std::move(fixtures));
}

teleop::Stages WallSession::follower_stages_in_wall_time() const {
  teleop::Stages stages = follower_stages(scenario_, setup_, drive_ ? &drive_->scanner() : nullptr);
  if (options_.mailbox != nullptr && may_jog(scenario_)) {
    stages.jogging = std::make_unique<teleop::Jogging>(setup_.chain, 1 / scenario_.rate);
  }
  return stages;
}

SideParts WallSession::leader_parts() {
  const OperatorView view(scenario_, setup_);
  const bool beside = sides_ == signals::LocalSides::both && !view.late();
  return {
      .name = signals::SideName::leader,
      .called = drive_ ? kHapticController : "",
      .rate = scenario_.rate,
      .duration = scenario_.duration,
      .physics = scenario_.session.physics,
      .open_device = [this]() -> std::unique_ptr<device::Device> {
        if (drive_) return drive_->handle();
        return leader_device_in_wall_time(scenario_, leader_chain_,
                                          options_.mailbox ? &options_.mailbox->hand : nullptr);
      },
      .open_link = [this]() -> link::Endpoint& { return link_.open(signals::SideName::leader); },
      .make_stages = [this] { return leader_stages_in_wall_time(); },
      .make_changes = [this] { return Changes::of_leader(scenario_, leader_chain_); },
      .view = view,
      .seen = beside ? &follower_tool_ : nullptr,
      .scenes = &leader_scenes_,
      .mailbox = options_.mailbox ? &options_.mailbox->leader : nullptr};
}

SideParts WallSession::follower_parts() {
  return {
      .name = signals::SideName::follower,
      .called = drive_ ? kPlatformController : "",
      .rate = scenario_.rate,
      .duration = scenario_.duration,
      .physics = scenario_.session.physics,
      .open_device = [this]() -> std::unique_ptr<device::Device> {
        if (drive_) return drive_->platform();
        return follower_device_in_wall_time(scenario_, setup_);
      },
      .open_link = [this]() -> link::Endpoint& { return link_.open(signals::SideName::follower); },
      .make_stages = [this] { return follower_stages_in_wall_time(); },
      .make_changes = [this] { return Changes::of_follower(scenario_, setup_); },
      .shown = &follower_tool_,
      .scans = drive_ ? &scans_ : nullptr,
      .scenes = &follower_scenes_,
      .mailbox = options_.mailbox ? &options_.mailbox->follower : nullptr};
}

// what the mediator's thread does for whoever gives commands
void WallSession::serve_orders() {
  if (options_.mailbox == nullptr) return;
  CommandMailbox& mailbox = *options_.mailbox;
  link::Impairments impairments;
  if (mailbox.link.read(impairments)) link_.impair(impairments);
  const auto late = [](const std::unique_ptr<SideThread>& side) {
    runtime::LoopSnapshot loop;
    if (side) side->activity.statistics().read(loop);
    return loop.late + loop.missed;
  };
  mailbox.late_leader.store(late(leader_), std::memory_order_relaxed);
  mailbox.late_follower.store(late(follower_), std::memory_order_relaxed);
}

void WallSession::watch_connection(core::Time now) {
  const ConnectionReport& leader = link_.watch(signals::SideName::leader, now);
  const ConnectionReport& follower = link_.watch(signals::SideName::follower, now);
  connection_ = leader.trouble != link::Trouble::none ? &leader : &follower;
}

void WallSession::report_progress(core::Time now) {
  serve_orders();
  watch_connection(now);
  if (!options_.progress || now < next_progress_) return;
  next_progress_ = now + core::duration_from_seconds(1 / kProgressRate);
  recorder_->latest(latest_);
  SideActivity& side = (leader_ ? leader_ : follower_)->activity;
  runtime::LoopSnapshot loop;
  side.statistics().read(loop);
  options_.progress({core::seconds(side.since_met(now)), latest_.leader, latest_.follower, &loop,
                     connection_->trouble == link::Trouble::none ? nullptr : connection_});
}

void WallSession::pause_or_go_on(runtime::Application& application) {
  if (options_.pause == nullptr || options_.pause->load(std::memory_order_relaxed) == paused_)
    return;
  paused_ = !paused_;
  const auto& threads = application.mediator().coordination().deployment.threads;
  for (std::size_t t = 0; t < threads.size(); ++t) {
    if (!threads[t].sets.empty()) application.request_set(t, paused_ ? kPausedSet : kWorkingSet);
  }
}

bool WallSession::is_of(const std::string& thread, signals::SideName side) const noexcept {
  if (!drive_) return thread == name(side);
  return thread == (side == signals::SideName::leader ? kHapticsThread : kWheelsThread);
}

// a side's own thread; what drives has the input and output of its device there too
runtime::ThreadParts WallSession::side_parts(const std::string& thread) {
  const bool leads = is_of(thread, signals::SideName::leader);
  SideThread& s = *(leads ? leader_ : follower_);
  std::vector<runtime::Activity*> activities;
  if (drive_) activities.push_back(leads ? &drive_->falcon : &drive_->field_bus);
  activities.push_back(&s.activity);
  return {activities, &s.clock, &s.activity};
}

RunResult WallSession::run() {
  if (options_.ready) options_.ready();
  const runtime::Deployment deployment = session_deployment(scenario_, sides_);
  PeriodicClock recorder_clock = clock_of(kRecorderRate, epoch_);
  PeriodicClock mediator_clock = clock_of(kMediatorRate, epoch_);
  PeriodicClock lidar_clock = clock_of(lidar_rate(scenario_), epoch_);
  PeriodicClock watchdog_clock = clock_of(kWatchdogRate, epoch_);
  std::vector<runtime::ThreadParts> parts;
  for (const runtime::ThreadSpec& thread : deployment.threads) {
    if (thread.name == kRecorderThread) {
      parts.push_back({{recorder_.get()}, &recorder_clock, nullptr});
    } else if (thread.name == kLidarThread) {
      parts.push_back({{&drive_->lidar}, &lidar_clock, nullptr});
    } else if (thread.name == kWatchdogThread) {
      parts.push_back({{&drive_->watchdog}, &watchdog_clock, nullptr});
    } else {
      parts.push_back(side_parts(thread.name));
    }
  }

  const runtime::LatencyHold no_deep_sleep;
  runtime::Application application(
      deployment, parts, mediator_clock,
      [this](const runtime::ThreadSpec& thread, std::function<void()> body) {
        return std::make_unique<runtime::RealtimeThread>(thread_params(thread.name),
                                                         std::move(body));
      });
  const auto outcome = application.run({.stop = options_.stop, .after_tick = [&](core::Time now) {
                                          pause_or_go_on(application);
                                          report_progress(now);
                                        }});

  RunResult result = result_of(outcome);
  result.wall_seconds = core::seconds(mediator_clock.now());
  recorder_->close(result);
  if (!no_deep_sleep.held()) result.refused.push_back(no_deep_sleep.refusal());
  collect_loops(result, application, deployment);
  if (result.end == RunEnd::fault && !options_.fault_path.empty() && result.ticks > 0) {
    recorder_->flight().write(options_.fault_path, scenario_, leader_chain_, setup_.chain);
  }
  return result;
}

// only the sides need to be served before everybody else
runtime::RealtimeParams WallSession::thread_params(const std::string& thread) const {
  runtime::RealtimeParams params{.name = thread};
  if (thread == kRecorderThread) return params;
  const scenario::RealtimeParams& wanted = scenario_.realtime;
  params.priority = drive_ ? drive_priority(scenario_, thread) : wanted.priority;
  if (is_of(thread, signals::SideName::leader)) params.cpu = wanted.leader_cpu;
  if (is_of(thread, signals::SideName::follower)) params.cpu = wanted.follower_cpu;
  return params;
}

// what was recorded, and how it ended
RunResult WallSession::result_of(const runtime::ApplicationOutcome& outcome) {
  RunResult result;
  result.end = outcome.kind == runtime::ApplicationOutcome::Kind::completed ? RunEnd::completed
               : outcome.kind == runtime::ApplicationOutcome::Kind::stopped ? RunEnd::stopped
                                                                            : RunEnd::fault;
  result.fault = outcome.fault;
  if (!outcome.why.empty()) result.failure = fmt::format("{}: {}", outcome.who, outcome.why);
  result.duration = core::seconds(recorder_->end());
  recorder_->fan_out().conclude(result);
  if (leader_) result.task_done = leader_->activity.task_done();
  result.log_dropped = recorder_->dropped();
  for (const signals::SideName side : {signals::SideName::leader, signals::SideName::follower}) {
    if (const auto counts = link_.counts(side)) result.datagrams.emplace_back(name(side), *counts);
    if (ConnectionReport why = link_.conclude(side); why.trouble != link::Trouble::none) {
      result.connection.emplace_back(name(side), std::move(why));
    }
  }
  return result;
}

// how the loop of a side went, and the world that is simulated in it
runtime::LoopReport WallSession::loop_of(SideThread& side, bool leads,
                                         runtime::RealtimeGrant grant) const {
  runtime::LoopReport loop = runtime::report(std::string(side.activity.name()),
                                             side.activity.statistics(), std::move(grant));
  // what drives has its device beside the controller
  const bool beside = drive_ && scenario_.session.physics == scenario::Physics::clock;
  const WorldTime& world = !beside ? side.activity.world()
                           : leads ? drive_->falcon.world()
                                   : drive_->field_bus.world();
  loop.made_up = core::seconds(world.made_up());
  loop.stood_still = core::seconds(world.stood_still());
  return loop;
}

void WallSession::collect_loops(RunResult& result, const runtime::Application& application,
                                const runtime::Deployment& deployment) const {
  for (std::size_t thread = 0; thread < deployment.threads.size(); ++thread) {
    const std::string& called = deployment.threads[thread].name;
    const bool leads = is_of(called, signals::SideName::leader);
    if (!leads && !is_of(called, signals::SideName::follower)) continue;
    SideThread& s = *(leads ? leader_ : follower_);
    const runtime::RealtimeGrant grant = application.grant(thread);
    result.loops.push_back(loop_of(s, leads, grant));
    if (const double still = result.loops.back().stood_still; still > 0) {
      result.refused.push_back(fmt::format(
          "what the {} simulates stood still for {:.3g} s in all, while ticks were left out",
          result.loops.back().name, still));
    }
    result.ticks_lost += s.ticks.lost();
    for (const std::string& refusal : grant.refused) {
      if (std::find(result.refused.begin(), result.refused.end(), refusal) == result.refused.end())
        result.refused.push_back(refusal);
    }
  }
}

}  // namespace

RunResult run_in_wall_time(const scenario::Scenario& scenario, signals::LocalSides sides,
                           const RunOptions& options) {
  WallSession session(scenario, sides, options);
  return session.run();
}

}  // namespace tether::session
