// Tests 2 to 4 of document 3: energy, power and force stay within their bounds, over an ideal link
// and over one with 80 ms round trip.
#include <algorithm>

#include <fmt/format.h>

#include "reproduction/experiments.hpp"
#include "reproduction/sessions.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/runner.hpp"
#include "tether/spatial/spatial_spring.hpp"

namespace tether::reproduction {
namespace {

struct BoundTest {
  std::string name;      // "energy"
  std::string scenario;  // over the ideal link; _nl_it over the long one
  std::string quantity;
  std::string unit;
  std::string source;
  std::string metric;
  double bound;
};

Row kept(const BoundTest& test, const std::string& id, const std::string& where,
         std::span<const study::SessionOutcome> sessions) {
  return {.id = fmt::format("3.{}.{}", test.name, id),
          .quantity = fmt::format("{}, {}", test.quantity, where),
          .unit = test.unit,
          .source = test.source,
          .theirs = Figure{.value = test.bound, .kind = FigureKind::bound},
          .ours = largest(sessions, metric(test.metric)),
          .origin = Origin::by_construction,
          .origin_note = "a guard holds the command within the bound that was set",
          .aim = Aim::at_most,
          .resolution = 1e-9 * test.bound,  // a bound that is met is kept
          .cause = "a session exceeded the bound: see its report",
          .remark = fmt::format("the bound that was set; ours is the largest of {}",
                                seeds_in_words(sessions.size()))};
}

// sessions of the test over both links, and the two rows of its bound
std::vector<SeededSessions> run_bound(const BoundTest& test, const Effort& effort,
                                      Outcome& outcome) {
  const std::vector<Variant> variants{{test.scenario}, {test.scenario + "_nl_it"}};
  auto sessions = run_seeds(variants, effort.quick ? 2 : 10, effort);
  if (effort.stopped()) return sessions;
  outcome.rows.push_back(kept(test, "bound", "ideal link", sessions[0]));
  outcome.rows.push_back(kept(test, "far_bound", "80 ms round trip", sessions[1]));
  return sessions;
}

// what no metric shows: the torque on the hand's side while the energy is bounded, and how much
// power the hand puts into the controller
class HardestMoments final : public record::Observer {
 public:
  void observe(const record::Observation& seen) noexcept override {
    const signals::Tick &leader = seen.leader, &follower = seen.follower;
    if (std::min(leader.bounds.energy_share, follower.bounds.energy_share) < 1) {
      torque_ = std::max(torque_, leader.coupling.wrench.torque.norm());
    }
    const robot::JointVector& position = leader.measured.position;
    if (before_.size() == position.size()) {
      const double given = leader.measured.applied.dot(position - before_);
      least_power_ = std::min(least_power_, given * 1000);
    }
    before_ = position;
  }
  double torque() const noexcept { return torque_; }            // about the base [N m]
  double least_power() const noexcept { return least_power_; }  // [W]

 private:
  robot::JointVector before_;
  double torque_ = 0, least_power_ = 0;
};

HardestMoments watch(const std::string& scenario, const Effort& effort) {
  HardestMoments moments;
  session::RunOptions options;
  options.observers = {&moments};
  options.stop = effort.stop;
  session::run(scenario::load_scenario(scenario), options);
  return moments;
}

// E at rest by the document's equation 3.4, V_o = −tr(G_o R), and by the spring of this library
void add_rest_rows(Outcome& outcome) {
  const spatial::SpatialStiffness stiffness;  // 500 N/m, 50 N m/rad, as the document's
  const spatial::Matrix3 co_stiffness =
      0.5 * stiffness.orientation.trace() * spatial::Matrix3::Identity() - stiffness.orientation;
  outcome.rows.push_back({.id = "3.energy.rest_as_printed",
                          .quantity = "energy of the spring at rest by equation 3.4",
                          .unit = "J",
                          .source = "equation 4.3",
                          .theirs = Figure{-75},
                          .ours = Figure{-co_stiffness.trace()},
                          .origin = Origin::input,
                          .origin_note = "the document's equation with the document's stiffness",
                          .aim = Aim::same,
                          .resolution = 0.5,
                          .cause = "the equation does not give what is printed"});
  outcome.rows.push_back({.id = "3.energy.rest",
                          .quantity = "energy of the spring at rest, away from zero",
                          .unit = "J",
                          .source = "section 4.3.4",
                          .theirs = Figure{75},
                          .ours = Figure{std::abs(spatial::SpatialSpring(stiffness).potential(
                              spatial::Pose(), spatial::Pose()))},
                          .origin = Origin::by_construction,
                          .origin_note = "tr(G_o (I - R)) is zero for R = I",
                          .cause = "the spring holds energy at rest",
                          .remark = "never negative, the same wrench; the document's bound never "
                                    "acted"});
}

}  // namespace

Outcome energy_bound_test(const Effort& effort) {
  Outcome outcome;
  const auto sessions = run_bound(
      {"energy", "panda_lwr_energy", "largest energy", "J", "table 4.2", "total_energy_max", 3.5},
      effort, outcome);
  if (effort.stopped()) return {};
  add_rest_rows(outcome);
  const char* shares = "the bound is on the sum: the share of the turn in it is the hand's choice";
  outcome.rows.push_back({.id = "3.energy.force",
                          .quantity = "largest force while the energy is bounded",
                          .unit = "N",
                          .source = "table 4.5",
                          .theirs = Figure{57.88},
                          .ours = mean(sessions[0], metric("spring_force_max")),
                          .aim = Aim::same,
                          .not_comparable = shares,
                          .remark = "all of 3.5 J in a stretch of 500 N/m is 59.2 N"});
  outcome.rows.push_back({.id = "3.energy.torque",
                          .quantity = "largest torque while the energy is bounded",
                          .unit = "N m",
                          .source = "table 4.5",
                          .theirs = Figure{54.21},
                          .ours = Figure{watch("panda_lwr_energy", effort).torque()},
                          .aim = Aim::same,
                          .not_comparable = shares,
                          .remark = "about the base, so it holds force times lever; seed 1"});
  outcome.rows.push_back({.id = "3.energy.chatter",
                          .quantity = "largest step of the force from tick to tick while bounded",
                          .unit = "N",
                          .source = "figure B.2",
                          .ours = largest(sessions[0], metric("limited_force_step_max")),
                          .not_comparable = "the document plots noise, which it smoothed "
                                            "afterwards, and gives no figure",
                          .remark = "nothing is smoothed here"});
  return outcome;
}

Outcome power_bound_test(const Effort& effort) {
  Outcome outcome;
  run_bound({"power", "panda_lwr_power", "largest power to the hand", "W", "table 4.2",
             "power_to_hand_max", 5},
            effort, outcome);
  if (effort.stopped()) return {};
  outcome.rows.push_back({.id = "3.power.least",
                          .quantity = "largest power of the hand into the controller",
                          .unit = "W",
                          .source = "section 4.4.4",
                          .theirs = Figure{-29.3},
                          .ours = Figure{watch("panda_lwr_power", effort).least_power()},
                          .aim = Aim::same,
                          .not_comparable = "it is how fast the person runs into the wall",
                          .remark = "the bound is on what comes out only; seed 1"});
  return outcome;
}

Outcome force_bound_test(const Effort& effort) {
  Outcome outcome;
  run_bound({"force", "panda_lwr_force", "largest force of the spring", "N", "table 4.2",
             "spring_force_max", 30},
            effort, outcome);
  if (effort.stopped()) return {};
  return outcome;
}

}  // namespace tether::reproduction
