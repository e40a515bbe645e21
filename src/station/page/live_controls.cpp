#include "tether/station/page/live_controls.hpp"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tether/core/error.hpp"
#include "tether/robot/kinematics.hpp"
#include "tether/scenario/fixture_file.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/scenario/schema/link_fields.hpp"
#include "tether/scenario/session_traits.hpp"
#include "tether/scenario/workspace.hpp"
#include "tether/session/assemble/couplings.hpp"
#include "tether/session/wall/wall_link.hpp"
#include "tether/spatial/pose.hpp"

namespace tether::station {
namespace {

constexpr double kReach = 2;  // no hand goes further from where it began [m]
constexpr std::size_t kMaxPoses = 100;
constexpr std::size_t kMaxPoseName = 60;  // [bytes]

bool is_of_link(std::string_view assignment) {
  const std::string_view key = assignment.substr(0, assignment.find('='));
  return key == "link.delay" || key == "link.jitter" || key == "link.loss";
}

// a figure that is turned by hand holds in both directions, whatever the scenario says of one
std::vector<std::string> in_both_directions(const std::vector<std::string>& assignments) {
  std::vector<std::string> all = assignments;
  for (const std::string& assignment : assignments) {
    if (!is_of_link(assignment)) continue;
    const std::string figure = assignment.substr(std::string_view("link.").size());
    all.push_back("link.to_follower." + figure);
    all.push_back("link.to_leader." + figure);
  }
  return all;
}

link::Impairment impairment_of(const link::NetworkParams& network) {
  return {.delay = network.delay.mean,
          .jitter = network.delay.deviation,
          .loss = network.loss.probability};
}

bool has_process(const scenario::Scenario& scenario) {
  return scenario.assist.source == scenario::AssistParams::Source::process;
}

spatial::Pose handle_of(const scenario::Scenario& scenario, const robot::Chain& chain) {
  if (robot::can_turn(chain)) return scenario::leader_reference(scenario, chain);
  robot::ChainState state;
  robot::forward_kinematics(chain, robot::JointVector::Zero(chain.joint_count), state);
  return state.tool;
}

}  // namespace

LiveControls::LiveControls(LiveControlsParts parts)
    : parts_(std::move(parts)),
      leader_(session::leader_chain(parts_.scenario)),
      follower_(session::follower_setup(parts_.scenario)),
      handle_(handle_of(parts_.scenario, leader_)) {
  poses_.push_back({"start", signals::SideName::follower, follower_.start});
  const scenario::AssistParams& assist = parts_.scenario.assist;
  if (has_process(parts_.scenario)) {
    view_ = std::make_unique<assistant::FixtureView>(assistant::CatNetwork{
        .domain = static_cast<std::uint32_t>(assist.dds_domain), .interface = assist.interface});
  }
  for (const assist::Fixture& fixture : assist.fixtures) {
    if (const Refusal why = take(fixture)) throw core::InputError(*why);
  }
}

LiveControls::~LiveControls() = default;

bool LiveControls::look(Snapshot& snapshot) {
  const bool over = ended_.load(std::memory_order_relaxed);
  const bool changed = parts_.watcher.look(last_) || (over && !ended_shown_);
  ended_shown_ = over;
  snapshot = last_;
  snapshot.late_leader = parts_.mailbox.late_leader.load(std::memory_order_relaxed);
  snapshot.late_follower = parts_.mailbox.late_follower.load(std::memory_order_relaxed);
  snapshot.ended = over;
  return changed;
}

void LiveControls::hold(const HandAim& aim) {
  spatial::Vector3 place = aim.position - handle_.position;
  if (place.norm() > kReach) place *= kReach / place.norm();
  parts_.mailbox.hand.move.write({.held = true, .position = place});
  if (aim.orientation) {
    const spatial::Matrix3 turn =
        aim.orientation->normalized().toRotationMatrix() * handle_.rotation.transpose();
    parts_.mailbox.hand.turn.write({.held = true, .turn = spatial::log_rotation(turn)});
  }
  parts_.mailbox.leader.clutch.store(aim.clutch, std::memory_order_relaxed);
}

void LiveControls::let_go() {
  parts_.mailbox.hand.move.write({});
  parts_.mailbox.hand.turn.write({});
  parts_.mailbox.leader.clutch.store(false, std::memory_order_relaxed);
}

void LiveControls::stop() {
  session::SideMailbox &leader = parts_.mailbox.leader, &follower = parts_.mailbox.follower;
  leader.stop.store(true);
  follower.stop.store(true);
  note(fmt::format("stop pressed after leader tick {}, follower tick {}", leader.ticked.load(),
                   follower.ticked.load()));
}

Refusal LiveControls::reset() {
  if (parts_.scenario.guard.on_stop == scenario::GuardParams::OnStop::end) {
    return "a stop ends this session (guard.on_stop = \"end\")";
  }
  if (!room()) return "too many changes wait; try again";
  note("the stop was reset", record::ChangeMade::Kind::reset_stop);
  for (session::SideMailbox* side : {&parts_.mailbox.leader, &parts_.mailbox.follower}) {
    side->stop.store(false, std::memory_order_relaxed);
    auto reset = std::make_unique<teleop::Replacement>();
    reset->reset_stop = true;
    reset->number = changes_;
    side->replace(std::move(reset));
  }
  return {};
}

Refusal LiveControls::pause(bool rest) {
  if (parts_.pause == nullptr) return "this session cannot be paused";
  if (parts_.pause->exchange(rest) != rest) note(rest ? "paused" : "goes on after a pause");
  return {};
}

Refusal LiveControls::change(const std::vector<std::string>& assignments) {
  bool link = false, control = false;
  for (const std::string& assignment : assignments) {
    if (is_of_link(assignment)) {
      link = true;
      continue;
    }
    control = true;
    if (auto why = scenario::why_not_while_running(assignment)) return why;
  }
  if (link) {
    const std::string real =
        session::WallLink::describe(parts_.scenario, signals::LocalSides::both);
    if (!real.empty()) return fmt::format("this session's link is a real one ({})", real);
  }
  const std::string text = fmt::format("{}", fmt::join(assignments, "\n"));
  if (text.size() > record::ChangeMade{}.text.capacity()) {
    return fmt::format("a change of more than {} bytes", record::ChangeMade{}.text.capacity());
  }
  try {
    scenario::Scenario changed =
        scenario::changed(parts_.scenario, in_both_directions(assignments));
    if (control) {
      if (auto why = replace_both(changed, text)) return why;
    } else {
      note(text);
    }
    const link::EmulatedLinkParams& emulated = changed.link.emulated;
    if (link) {
      parts_.mailbox.link.write({.to_follower = impairment_of(emulated.to_follower),
                                 .to_leader = impairment_of(emulated.to_leader)});
    }
    parts_.scenario = std::move(changed);
  } catch (const core::InputError& e) {
    return e.what();
  }
  return {};
}

// for the session's events, and for those who replay it; before the sides can take it up
void LiveControls::note(std::string_view text, record::ChangeMade::Kind kind) {
  record::ChangeMade change{.kind = kind, .number = 0, .text = {}};
  if (kind != record::ChangeMade::Kind::note) change.number = ++changes_;
  change.text.assign(text);
  parts_.mailbox.changes.push(change);
}

// a side alone with another method parts from the other: better neither than one
bool LiveControls::room() const noexcept {
  return parts_.mailbox.leader.room() && parts_.mailbox.follower.room();
}

Refusal LiveControls::replace_both(const scenario::Scenario& changed, std::string_view text) {
  auto leader =
      std::make_unique<teleop::Replacement>(session::leader_replacement(changed, leader_));
  auto follower =
      std::make_unique<teleop::Replacement>(session::follower_replacement(changed, follower_));
  if (!room()) return "too many changes wait; try again";
  note(text, record::ChangeMade::Kind::parts);
  leader->number = follower->number = changes_;
  parts_.mailbox.leader.replace(std::move(leader));
  parts_.mailbox.follower.replace(std::move(follower));
  return {};
}

Refusal LiveControls::why_no_jog(signals::SideName side) const {
  if (side == signals::SideName::leader) return "the leader is in a hand; only the follower jogs";
  if (!session::may_jog(parts_.scenario)) {
    return fmt::format("{} cannot be moved by itself", parts_.scenario.follower.robot);
  }
  return {};
}

Refusal LiveControls::jog(signals::SideName side, const control::JogVelocity& velocity) {
  if (auto why = why_no_jog(side)) return why;
  const int joints = follower_.chain.joint_count;
  if (velocity.space == control::JogSpace::joints && velocity.joints.size() != joints) {
    return fmt::format("{} has {} joints, not {}", follower_.chain.name, joints,
                       velocity.joints.size());
  }
  if (!last_.follower.jogging) note("the follower is moved by itself");
  parts_.mailbox.follower.jog.write(
      {.kind = control::JogCommand::Kind::jog, .number = ++jogs_, .velocity = velocity});
  return {};
}

Refusal LiveControls::go(signals::SideName side, const std::string& pose, control::JogSpace by) {
  if (auto why = why_no_jog(side)) return why;
  const auto found = std::find_if(poses_.begin(), poses_.end(), [&](const StoredPose& p) {
    return p.name == pose && p.side == side;
  });
  if (found == poses_.end()) return fmt::format("no pose is called \"{}\"", pose);
  note(fmt::format("the follower goes to pose \"{}\"", pose));
  parts_.mailbox.follower.jog.write({.kind = control::JogCommand::Kind::go,
                                     .number = ++jogs_,
                                     .target = found->position,
                                     .by = by});
  return {};
}

Refusal LiveControls::store(signals::SideName side, const std::string& name) {
  if (name.empty() || name.size() > kMaxPoseName) {
    return fmt::format("a pose's name has 1 to {} bytes", kMaxPoseName);
  }
  const signals::Tick& tick = side == signals::SideName::leader ? last_.leader : last_.follower;
  if (tick.measured.position.size() == 0) return "nothing was measured yet";
  const auto same = std::find_if(poses_.begin(), poses_.end(), [&](const StoredPose& p) {
    return p.name == name && p.side == side;
  });
  if (same != poses_.end()) {
    same->position = tick.measured.position;
    return {};
  }
  if (poses_.size() >= kMaxPoses) return fmt::format("{} poses are stored already", kMaxPoses);
  poses_.push_back({name, side, tick.measured.position});
  return {};
}

std::vector<assist::Fixture> LiveControls::fixtures() const {
  std::vector<assist::Fixture> all;
  for (const auto& [id, fixture] : parts_.mailbox.fixtures.fixtures()) all.push_back(fixture);
  return all;
}

Refusal LiveControls::put(const assist::Fixture& fixture) {
  const bool known = parts_.mailbox.fixtures.fixtures().contains(fixture.id);
  if (auto why = take(fixture)) return why;
  if (!known) note(fmt::format("fixture {} is there", fixture.id));
  return {};
}

Refusal LiveControls::take(const assist::Fixture& fixture) {
  if (!scenario::may_have_fixtures(parts_.scenario))
    return "a platform that is driven has no fixtures";
  if (view_) {
    try {
      view_->show(assistant::FixtureTopic::fixtures, fixture);
    } catch (const core::InputError& e) {
      return e.what();
    }
  }
  if (auto why = parts_.mailbox.fixtures.replace(fixture)) return why;
  parts_.mailbox.fixtures.publish();
  return {};
}

Refusal LiveControls::remove(std::int32_t id) {
  if (auto why = parts_.mailbox.fixtures.remove(id)) return why;
  note(fmt::format("fixture {} is gone", id));
  if (view_) view_->remove({assistant::FixtureTopic::fixtures, id});
  parts_.mailbox.fixtures.publish();
  return {};
}

Refusal LiveControls::save_fixtures(std::string& path) {
  const auto file = parts_.directory / "fixtures.toml";
  const std::vector<assist::Fixture> all = fixtures();
  std::ofstream out(file);
  out << scenario::fixtures_toml(all);
  out.close();
  if (!out) return fmt::format("cannot write {}", file.string());
  path = file.string();
  return {};
}

}  // namespace tether::station
