// Figures of merit of a session, overall and per phase. Names are stable and listed with their
// meaning in docs/metrics.md; all values are in SI units. Those of the user tasks, which a session
// without the task does not have: task_metrics.hpp.
//   tracking error   e = |p_leader − (p_follower − p_o)|                          [m]
//   orientation error  angle between the follower's tool and where it should point [rad]
//   operator force   |force between device and hand|                               [N]
//   contact force    |force between the follower's tool and the world|             [N]
//   travel           peak to peak along the axis in which the leader moves most     [m]
//   force error      |force of the device on the hand − force of the world on the tool| [N]
//   operator work    Σ max(F_handᵀ Δx, 0), what the hand puts in                    [J]
//   oscillation rate sign changes per second of the force on the hand, of the worst axis; a change
//                    counts when the force passes from beyond 0.5 N to beyond 0.5 N on the other
//                    side
//   total energy     ½ q̇ᵀMq̇ of the leader and what the spring holds, at the same time   [J]
//   power to hand    τᵀΔq / T of what the leader's controller commanded                  [W]
//   spring force     |force that the coupling asks for at the leader|                    [N]
//   force difference |force of the hand on the device + spring force|, torque likewise [N], [N m]
//   fence penetration  how deep the leader's tool is in a box that it may not enter       [m]
//   limited force step  |change of the spring force from tick to tick| while the energy is bounded
//   starved          time in which a side's account scaled down what its coupling asked for, while
//                    engaged                                                              [s]
//   held back share  mean of 1 − (part of the asked effort that the account paid)
//   reach, lag, delayed tracking error: following.hpp; phantom force: phantom_force.hpp
//   passivity margin least energy taken in by both ports together since the beginning [J]
//   outside energy, motor energy   the same at the tools and at the motors, whichever port counts
//   [J]
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tether/record/observer.hpp"
#include "tether/report/metrics/drive_observer.hpp"
#include "tether/report/metrics/following.hpp"
#include "tether/report/metrics/metric.hpp"
#include "tether/report/metrics/phantom_force.hpp"
#include "tether/scenario/scenario.hpp"

namespace tether::report {

// the figures of one stretch of time
struct PhaseMetrics {
  std::string name;             // empty = overall
  double from = 0;              // [s]
  double to = 0;                // [s]
  std::vector<Metric> metrics;  // none of a phase that was never reached

  bool reached() const noexcept { return !metrics.empty(); }
};

class MetricsCollector final : public record::Observer {
 public:
  // with one local side: only what that side can measure by itself, and no phases, as its time
  // begins when its process does
  explicit MetricsCollector(const scenario::Scenario& scenario,
                            signals::LocalSides sides = signals::LocalSides::both);
  ~MetricsCollector() override;
  void observe(const record::Observation& seen) noexcept override;

  PhaseMetrics overall() const;
  std::vector<PhaseMetrics> phases() const;
  // or began to: both sides at once, at some time; of one side, that one
  bool engaged() const noexcept { return engaged_; }
  // Whether the task was finished, by what was measured where that shows it, and else as the person
  // says (done); none without a task, and where nobody here knows.
  std::optional<bool> task_finished(std::optional<bool> done) const;
  // of a session that drove where somebody knows how; null otherwise
  const DriveMap* drive_map() const noexcept { return drive_ ? drive_->map() : nullptr; }

 private:
  struct Window;  // what is gathered over one stretch of time

  PhaseMetrics figures(std::size_t window) const;

  std::array<bool, 3> crossed(const spatial::Vector3& force) noexcept;
  void observe_arm(const signals::Tick& leader, const signals::Tick& follower) noexcept;

  signals::LocalSides sides_;
  std::shared_ptr<const scenario::Extensions> extensions_;
  bool has_task_;  // of any kind
  bool engaged_ = false;
  Following following_;
  PhantomForce phantom_;
  std::vector<Window> windows_;           // the first is the whole session
  std::unique_ptr<DriveObserver> drive_;  // of a session that drives
  std::array<int, 3> side_of_zero_{};     // of the force on the hand: −1, 0 until known, 1
  spatial::Vector3 hand_position_ = spatial::Vector3::Zero();
  bool started_ = false;

  // of the leader, tick by tick
  struct ArmFigures {
    double energy = 0, power = 0, spring_force = 0;
    double force_difference = 0, torque_difference = 0, limited_step = 0, penetration = 0;
    double assist_force = 0;
    bool assist_ended = false;
  };
  ArmFigures arm_;
  double rate_;
  robot::JointVector position_;
  spatial::Vector3 spring_force_ = spatial::Vector3::Zero();
  bool limited_ = false;
  bool assisted_ = false;
};

}  // namespace tether::report
