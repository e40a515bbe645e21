#include "tether/reproduction/assisted/coupling_study.hpp"

#include <array>
#include <cmath>
#include <memory>
#include <numbers>

#include "tether/control/couplings/four_channel.hpp"
#include "tether/control/couplings/position_force.hpp"
#include "tether/control/couplings/position_position.hpp"
#include "tether/control/couplings/rate.hpp"

namespace tether::reproduction {
namespace {

using control::Coupling;
using std::numbers::pi;

constexpr double kCouplingTick = 1e-3;  // [s]
constexpr int kSubsteps = 20;           // of the follower's motion in a tick
constexpr double kSettle = 3;           // before anything is measured [s]
constexpr double kAmplitude = 5e-3;     // of the hand [m]
constexpr double kPressed = 0.02;       // by the hand, pressing still [m]
constexpr double kAcceleration = 50;    // cut-off of the four channels' filter [Hz]
constexpr double kForce = 100;          // cut-off of measured forces [Hz]

struct Halves {
  std::unique_ptr<Coupling> leader, follower;
};

control::FourChannelParams all_channels(double force_scale) {
  return {.leader = {.mass = kStudiedLeader.mass, .damping = kStudiedLeader.damping},
          .follower = {.mass = kStudiedFollower.mass, .damping = kStudiedFollower.damping},
          .acceleration_cutoff = kAcceleration,
          .measured = {.cutoff = kForce, .sample_time = kCouplingTick},
          .force_scale = force_scale};
}

Halves position_force(const StudiedScaling& scaling, const control::WorkspaceMapParams& map,
                      const spatial::SpatialStiffness& stiffness, control::Reflect reflect) {
  return {std::make_unique<control::PositionForceLeader>(
              control::PositionForceLeaderParams{.port = {}, .force_scale = scaling.force}),
          std::make_unique<control::PositionForceFollower>(
              control::PositionForceFollowerParams{.stiffness = stiffness,
                                                   .map = map,
                                                   .modulation = {},
                                                   .reflect = reflect,
                                                   .measured = {.cutoff = kForce}})};
}

Halves make(StudiedCoupling coupling, const StudiedScaling& scaling) {
  const control::WorkspaceMapParams map{.offset = {}, .scale = scaling.motion};
  const spatial::SpatialStiffness stiffness{.translation =
                                                kStudiedStiffness * spatial::Matrix3::Identity()};
  const control::PoseControllerParams at_follower{.stiffness = stiffness,
                                                  .translation_damping = kStudiedDamping};
  const auto at_leader = control::for_leader(at_follower, scaling.motion, scaling.force);
  switch (coupling) {
    case StudiedCoupling::position_position:
      return {std::make_unique<control::PositionPositionLeader>(
                  control::PositionPositionLeaderParams{.port = {}, .controller = at_leader}),
              std::make_unique<control::PositionPositionFollower>(
                  control::PositionPositionFollowerParams{.map = map, .controller = at_follower})};
    case StudiedCoupling::position_force:
      return position_force(scaling, map, stiffness, control::Reflect::spring);
    case StudiedCoupling::measured_force:
      return position_force(scaling, map, stiffness, control::Reflect::measured);
    case StudiedCoupling::four_channel:
      return {std::make_unique<control::FourChannelLeader>(control::FourChannelLeaderParams{
                  .port = {}, .controller = at_leader, .channels = all_channels(scaling.force)}),
              std::make_unique<control::FourChannelFollower>(control::FourChannelFollowerParams{
                  .map = map, .controller = at_follower, .channels = all_channels(scaling.force)})};
    case StudiedCoupling::rate:
      break;
  }
  return {std::make_unique<control::RateLeader>(
              control::RateLeaderParams{.port = {}, .dead_zone = 0, .force_scale = scaling.force}),
          std::make_unique<control::RateFollower>(
              control::RateFollowerParams{.stiffness = stiffness, .map = map})};
}

// how the hand moves the leader at some time
struct HandMotion {
  double position, velocity, acceleration;  // [m], [m/s], [m/s²]
};

// both devices; the leader goes where the hand goes
class CouplingRig {
 public:
  CouplingRig(Halves halves, const StudiedEnvironment& environment) noexcept
      : halves_(std::move(halves)), environment_(environment) {}

  // one tick; the force of the hand that this motion takes [N]
  double tick(const HandMotion& hand) noexcept {
    const auto lead = halves_.leader->update(
        input(hand.position, hand.velocity, hand_force_, follower_says_, started_));
    const double touched = environment_force();
    const auto follow =
        halves_.follower->update(input(position_, velocity_, -touched, lead.send, true));
    follower_says_ = follow.send;
    started_ = true;
    hand_force_ = kStudiedLeader.mass * hand.acceleration + kStudiedLeader.damping * hand.velocity -
                  lead.wrench.force.x();
    move(follow.wrench.force.x());
    return hand_force_;
  }

  double environment_force() const noexcept {
    return environment_.stiffness * position_ + environment_.damping * velocity_;
  }

 private:
  static control::CouplingInput input(double position, double velocity, double external,
                                      const control::PortSignals& remote, bool received) noexcept {
    control::CouplingInput in;
    in.tool.position.x() = position;
    in.twist.linear.x() = velocity;
    in.external.force.x() = external;
    in.remote_valid = received;
    in.remote = remote;
    return in;
  }

  // the controller's force holds over the tick
  void move(double force) noexcept {
    constexpr double kStep = kCouplingTick / kSubsteps;
    for (int i = 0; i < kSubsteps; ++i) {
      const double total = force - kStudiedFollower.damping * velocity_ - environment_force();
      velocity_ += kStep * total / kStudiedFollower.mass;
      position_ += kStep * velocity_;
    }
  }

  Halves halves_;
  StudiedEnvironment environment_;
  control::PortSignals follower_says_;
  bool started_ = false;
  double position_ = 0, velocity_ = 0;  // of the follower [m], [m/s]
  double hand_force_ = 0;               // as it was measured last [N]
};

double pressing_error(StudiedCoupling coupling, const StudiedEnvironment& environment,
                      const StudiedScaling& scaling) {
  CouplingRig rig(make(coupling, scaling), environment);
  double felt = 0;
  constexpr double kReach = 0.5;  // to get there [s]
  for (int k = 0; k < 6000; ++k) {
    const double t = std::min(k * kCouplingTick, kReach), omega = pi / kReach;
    const bool moves = k * kCouplingTick < kReach;
    felt = rig.tick({kPressed * 0.5 * (1 - std::cos(omega * t)),
                     moves ? kPressed * 0.5 * omega * std::sin(omega * t) : 0,
                     moves ? kPressed * 0.5 * omega * omega * std::cos(omega * t) : 0});
  }
  const double expected = scaling.force * scaling.motion * rig.environment_force();
  return std::abs(felt - expected) / std::abs(expected);
}

constexpr int kFrequencies = 13;
double studied_frequency(int i) { return 0.2 * std::pow(100.0, i / (kFrequencies - 1.0)); }

CouplingCase study_case(StudiedCoupling coupling, const StudiedEnvironment& environment,
                        const StudiedScaling& scaling) {
  CouplingCase out{.coupling = coupling, .environment = environment, .scaling = scaling};
  for (int i = 0; i < kFrequencies; ++i) {
    out.points.push_back(
        transmitted_impedance(coupling, environment, scaling, studied_frequency(i)));
  }
  if (environment.stiffness > 0) {
    out.force_error = pressing_error(coupling, environment, scaling);
  } else {
    const auto slow = transmitted_impedance(coupling, environment, scaling, 1);
    out.damping = slow.felt.real();
    out.mass = slow.felt.imag() / (2 * pi * slow.frequency);
  }
  return out;
}

}  // namespace

std::string_view name(StudiedCoupling coupling) {
  constexpr std::array<std::string_view, kStudiedCouplings> kNames{
      "position-position", "position-force", "measured force", "four-channel", "rate"};
  return kNames.at(static_cast<std::size_t>(coupling));
}

double ImpedancePoint::gain_db() const { return 20 * std::log10(std::abs(felt / truth)); }
double ImpedancePoint::phase_deg() const { return std::arg(felt / truth) * 180 / pi; }

ImpedancePoint transmitted_impedance(StudiedCoupling coupling,
                                     const StudiedEnvironment& environment,
                                     const StudiedScaling& scaling, double frequency) {
  const auto period = static_cast<int>(std::lround(1 / (frequency * kCouplingTick)));
  const double omega = 2 * pi / (period * kCouplingTick);
  const int settle = period * static_cast<int>(std::ceil(kSettle / (period * kCouplingTick)));
  const int measured = period * static_cast<int>(std::ceil(2 / (period * kCouplingTick)));
  CouplingRig rig(make(coupling, scaling), environment);
  std::complex<double> force = 0;
  for (int k = 0; k < settle + measured; ++k) {
    const double phase = 2 * pi * (k % period) / period;
    const double f = rig.tick({kAmplitude * std::sin(phase), kAmplitude * omega * std::cos(phase),
                               -kAmplitude * omega * omega * std::sin(phase)});
    // a velocity of cos is 1, so that what leads is positive
    if (k >= settle) force += f * std::polar(1.0, -phase) * (2.0 / measured);
  }
  const std::complex<double> touched(environment.damping, -environment.stiffness / omega);
  return {.frequency = omega / (2 * pi),
          .felt = force / (kAmplitude * omega),
          .truth = scaling.force * scaling.motion * scaling.motion * touched};
}

std::vector<CouplingCase> run_coupling_study() {
  std::vector<CouplingCase> study;
  for (const StudiedScaling& scaling : {StudiedScaling{}, kScaled}) {
    for (const StudiedEnvironment& environment : {kFreeSpace, kSoft, kHard}) {
      for (int i = 0; i < kStudiedCouplings; ++i) {
        study.push_back(study_case(static_cast<StudiedCoupling>(i), environment, scaling));
      }
    }
  }
  return study;
}

}  // namespace tether::reproduction
