#include "tests/support/sides/recorded_run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tether/record/mcap/mcap_reader.hpp"
#include "tether/robot/catalogue.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::test {
namespace {

namespace ros2 = record::ros2;
using signals::SideName;

robot::JointVector joints(const std::vector<double>& values) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

bool finite(const record::ros2::EnergyAccount& e) {
  const double numbers[] = {e.tank, e.reserve,   e.exchanged, e.received,
                            e.sent, e.in_flight, e.tlc_force, e.held_back};
  return std::all_of(std::begin(numbers), std::end(numbers),
                     [](double x) { return std::isfinite(x); });
}

// one message into the tick it belongs to
void take(RecordedTick& tick, std::string_view topic, std::span<const std::byte> payload) {
  if (topic == "measured_js") {
    const auto m = record::ros2::decode<record::ros2::JointState>(payload).body;
    tick.position = joints(m.position);
    tick.velocity = joints(m.velocity);
    tick.finite &=
        tick.position.allFinite() && tick.velocity.allFinite() && joints(m.effort).allFinite();
  } else if (topic == "servo_jf") {
    tick.effort = joints(record::ros2::decode<record::ros2::JointState>(payload).body.effort);
    tick.finite &= tick.effort.allFinite();
  } else if (topic == "servo_cf" || topic == "measured_cf") {
    const auto wrench = record::ros2::decode<spatial::Wrench>(payload).body;
    tick.finite &= wrench.force.allFinite() && wrench.torque.allFinite();
  } else if (topic == "measured_cp") {
    const auto pose = record::ros2::decode<record::ros2::Pose>(payload).body;
    tick.finite &= pose.position.allFinite() && pose.orientation.coeffs().allFinite();
  } else if (topic == "engagement") {
    const auto m = record::ros2::decode<record::ros2::EngagementState>(payload).body;
    tick.engagement = static_cast<control::Engagement>(m.state);
    tick.resting = m.resting;
  } else if (topic == "received") {
    tick.epoch = record::ros2::decode<signals::Received>(payload).body.epoch;
  } else if (topic == "energy") {
    tick.energy = record::ros2::decode<record::ros2::EnergyAccount>(payload).body;
    tick.finite &= finite(tick.energy);
  }
}

// what the side's efforts and joint speeds are at its tool
// what changed from one tick to the next, at the tool
struct Change {
  double force = 0;     // [N]
  double velocity = 0;  // [m/s]
};

// A change of joint efforts is given as the force at the tool that comes nearest to it.
Change change(const robot::Chain& chain, const RecordedTick& before, const RecordedTick& now) {
  const robot::JointVector efforts = now.effort - before.effort;
  const robot::JointVector velocities = now.velocity - before.velocity;
  if (efforts.size() == 3) return {efforts.norm(), velocities.norm()};
  robot::ChainState state;
  robot::jacobian(chain, now.position, state);
  const Eigen::MatrixXd j = robot::tool_point_jacobian(state).bottomRows(3);
  const Eigen::VectorXd force = j.transpose().colPivHouseholderQr().solve(Eigen::VectorXd(efforts));
  return {force.norm(), (j * velocities).norm()};
}

}  // namespace

bool RecordedRun::finite() const {
  return std::all_of(ticks.begin(), ticks.end(), [](const auto& t) { return t.finite; });
}

double RecordedRun::largest_effort() const {
  double largest = 0;
  for (const RecordedTick& t : ticks) {
    const double effort =
        side == SideName::leader ? t.effort.norm() : t.effort.lpNorm<Eigen::Infinity>();
    largest = std::max(largest, effort);
  }
  return largest;
}

double RecordedRun::lowest_tank() const {
  double lowest = std::numeric_limits<double>::infinity();
  for (const RecordedTick& t : ticks) lowest = std::min(lowest, t.energy.tank);
  return lowest;
}

std::size_t RecordedRun::count(const std::string& event) const {
  return static_cast<std::size_t>(
      std::count_if(events.begin(), events.end(), [&](const auto& e) { return e.what == event; }));
}

std::vector<double> RecordedRun::times(const std::string& event) const {
  std::vector<double> times;
  for (const auto& e : events) {
    if (e.what == event) times.push_back(core::seconds(e.stamp));
  }
  return times;
}

Steps RecordedRun::steps(double from, double to) const {
  Steps steps;
  for (std::size_t i = 1; i < ticks.size(); ++i) {
    const RecordedTick &before = ticks[i - 1], &now = ticks[i];
    if (now.time < from || now.time > to) continue;
    const double periods = now.index - before.index;
    const Change whole = change(chain, before, now);
    const double force = whole.force / periods;
    const double velocity = whole.velocity / periods;
    const bool paid = before.energy.held_back == 0 && now.energy.held_back == 0;
    if (paid && force > steps.force) steps.force = force, steps.force_at = now.time;
    if (velocity > steps.velocity) steps.velocity = velocity, steps.velocity_at = now.time;
  }
  return steps;
}

RecordedRun read_run(const std::filesystem::path& path, SideName side) {
  RecordedRun run{.side = side,
                  .chain = robot::load(side == SideName::leader ? "omega7" : "kuka_lwr4")};
  record::McapReader log(path.string());
  run.truncated = log.truncated();
  const std::string prefix = std::string("/") + signals::name(side) + "/";
  record::McapMessage message;
  RecordedTick tick;
  while (log.next(message)) {
    const std::string_view topic = message.channel->topic;
    if (topic == "/events") run.events.push_back(record::ros2::decode_event(message.payload));
    if (!topic.starts_with(prefix)) continue;
    // engagement is written when it changes: the rest of a tick stands until then
    if (message.sequence != tick.index)
      tick = {.index = message.sequence, .engagement = tick.engagement, .resting = tick.resting};
    tick.time = core::seconds(message.log_time);
    take(tick, topic.substr(prefix.size()), message.payload);
    // the last message of a tick
    if (topic.ends_with("/energy")) run.ticks.push_back(tick);
  }
  return run;
}

}  // namespace tether::test
