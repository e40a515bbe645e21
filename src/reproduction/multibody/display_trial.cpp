#include "reproduction/multibody/display_trial.hpp"

#include <cmath>

#include "tether/scenario/scenario_file.hpp"
#include "tether/session/assemble/assemble.hpp"
#include "tether/teleop/side.hpp"

namespace tether::reproduction {
namespace {

constexpr double kSettling = 2;  // until the sides have met, before the reference begins [s]
constexpr core::Duration kDisplayTick = std::chrono::milliseconds(1);

constexpr const char* kArm = R"(
[leader]
device = "panda"
world = "panda"
posture = [0, -0.3464645658, 0, -2.0555918222, 0, 1.7091272564, 0.7853981634]
coriolis_compensation = true
velocity = { kind = "finite-difference", samples = 4 }
[follower]
robot = "pendulum"
[operator]
let_go = [{ from = 0, to = 1000 }]
[coupling]
kind = "force-position"
conditioning = { enabled = false }
[passivity]
kind = "none"
)";

scenario::Scenario scenario(const DisplayTrialParams& params) {
  scenario::Scenario scenario = scenario::parse_scenario(kArm, "display_trial");
  control::ForcePositionLeaderParams& stream = scenario.coupling.stream;
  stream.variant = params.variant;
  stream.impedance = {
      .stiffness = {.translation = params.translation_stiffness * spatial::Matrix3::Identity(),
                    .orientation = params.orientation_stiffness * spatial::Matrix3::Identity()},
      .translation_damping = params.translation_damping,
      .orientation_damping = params.orientation_damping};
  return scenario;
}

// when the newest point that is there at time t was sent [s]
double sent_at(const DisplayTrialParams& params, double t) {
  const double sent = t - params.delay;
  return params.rate > 0 ? std::floor(sent * params.rate) / params.rate : sent;
}

// a peer that says where the reference is
class ReferenceEnd final : public link::Endpoint {
 public:
  void send(core::Time, const signals::Sample&) noexcept override {}
  signals::Received receive(core::Time now) noexcept override {
    signals::Sample sample = signals::pack(
        now, {.signals = {
                  .pose = point.pose, .twist = point.twist, .acceleration = point.acceleration}});
    sample.sequence = ++sequence_;
    sample.method = static_cast<std::uint8_t>(passivity::Method::none);
    sample.coupling = static_cast<std::uint8_t>(control::CouplingKind::force_position);
    sample.engagement = static_cast<std::uint8_t>(control::Engagement::engaged);
    return {.valid = true, .fresh = true, .arrived = 1, .sample = sample};
  }

  control::PoseState point;

 private:
  std::uint32_t sequence_ = 0;
};

}  // namespace

DisplayTrace play(const DisplayTrialParams& params, const Reference& reference, double seconds) {
  const scenario::Scenario trial = scenario(params);
  const robot::Chain chain = session::leader_chain(trial);
  const auto arm = session::leader_device(trial, chain);
  ReferenceEnd end;
  teleop::Side side(signals::SideName::leader, *arm, end, session::leader_stages(trial, chain));
  DisplayTrace trace;
  const double period = core::seconds(kDisplayTick);
  const double share = params.filter > 0 ? period / params.filter : 1;
  spatial::Vector3 filtered = spatial::Vector3::Zero();
  core::Time now;
  for (auto k = -std::lround(kSettling / period); static_cast<double>(k) * period < seconds;
       ++k, now += kDisplayTick) {
    const double t = static_cast<double>(k) * period;
    const control::PoseState wanted = reference(t);
    const control::PoseState point = reference(sent_at(params, t));
    filtered += share * (point.pose.position - filtered);
    end.point = point;
    end.point.pose.position = filtered;
    const signals::Tick& tick = side.tick(now);
    if (tick.fault) break;
    if (t >= 0) {
      trace.wanted.push_back(wanted.pose.position);
      trace.shown.push_back(tick.coupling.send.pose.position);
    }
    arm->advance(kDisplayTick);
  }
  return trace;
}

std::optional<StepResponse> step_response(const DisplayTrace& trace, int axis, std::size_t step,
                                          std::size_t end) {
  constexpr double kShare = 1 - 1 / 2.718281828459045;
  constexpr double kLeastWay = 1e-3;  // [m]
  if (step >= end || end > trace.shown.size()) return std::nullopt;
  const double from = trace.shown[step][axis];
  const double way = trace.shown[end - 1][axis] - from;
  if (std::abs(way) < kLeastWay) return std::nullopt;
  std::size_t k = step;
  while (k < end && (trace.shown[k][axis] - from) / way < kShare) ++k;
  return StepResponse{
      .time_constant = static_cast<double>(k - step) * trace.period,
      .short_by = std::abs(trace.wanted[end - 1][axis] - trace.shown[end - 1][axis])};
}

namespace {

// when a signal passes zero, between ticks by a straight line [s]
std::vector<double> crossings(const std::vector<spatial::Vector3>& signal, int axis, double period,
                              std::size_t from) {
  std::vector<double> times;
  for (std::size_t k = from + 1; k < signal.size(); ++k) {
    const double before = signal[k - 1][axis], after = signal[k][axis];
    if ((before < 0) == (after < 0)) continue;
    times.push_back((static_cast<double>(k) - after / (after - before)) * period);
  }
  return times;
}

}  // namespace

std::optional<double> lag_at_crossings(const DisplayTrace& trace, int axis, double from) {
  const auto first = static_cast<std::size_t>(from / trace.period);
  const auto wanted = crossings(trace.wanted, axis, trace.period, first);
  const auto shown = crossings(trace.shown, axis, trace.period, first);
  double sum = 0;
  int count = 0;
  for (std::size_t i = 0, j = 0; i < wanted.size(); ++i) {
    // the tool's first crossing after the reference's, and before the reference turns back
    while (j < shown.size() && shown[j] < wanted[i]) ++j;
    if (j == shown.size() || (i + 1 < wanted.size() && shown[j] >= wanted[i + 1])) continue;
    sum += shown[j] - wanted[i];
    ++count;
  }
  if (count == 0) return std::nullopt;
  return sum / count;
}

}  // namespace tether::reproduction
