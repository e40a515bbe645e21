// Sessions of a pendulum on a Panda in which somebody watches how far its point is from where it
// hung, along the line to the robot's base and in all. Document 5 saw two things happen to it:
// untouched on an arm that estimates the hand's force and is a little wrong, it swung up by itself
// until offset and noise were taken off; and an oscillation along the line to the base kept the
// document in a plane. There the pendulum is pushed along that line and let go, felt 100 ms late
// each way, without and with the passivity layer, for three masses.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "reproduction/experiments.hpp"
#include "reproduction/sessions.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/runner.hpp"

namespace tether::reproduction {
namespace {

class PendulumWatch final : public record::Observer {
 public:
  // the swing counts from there to there [s]
  PendulumWatch(double from, double to) noexcept : from_(from), to_(to) {}
  void observe(const record::Observation& seen) noexcept override;

  double farthest() const noexcept { return farthest_; }      // at any time [m]
  double swing() const noexcept { return high_ - low_; }      // along x, peak to peak [m]
  double sent_force() const noexcept { return sent_force_; }  // largest, on the pendulum [N]

 private:
  double from_, to_;
  double farthest_ = 0, sent_force_ = 0;
  double low_ = 0, high_ = 0;
  bool began_ = false;
};

struct WatchedPendulum {
  PendulumWatch watch{0, 0};
  bool fault = false;
};

void PendulumWatch::observe(const record::Observation& seen) noexcept {
  const signals::Tick &leader = seen.leader, &follower = seen.follower;
  const spatial::Vector3& place = follower.coupling.send.pose.position;
  farthest_ = std::max(farthest_, place.norm());
  sent_force_ = std::max(sent_force_, leader.coupling.send.external.force.norm());
  const double t = core::seconds(follower.time);
  if (t < from_ || t >= to_) return;
  low_ = began_ ? std::min(low_, place.x()) : place.x();
  high_ = began_ ? std::max(high_, place.x()) : place.x();
  began_ = true;
}

// seeds 1 … seeds of every variant, [variant][seed − 1]; core::InputError
std::vector<std::vector<WatchedPendulum>> watch_pendulums(std::span<const Variant> variants,
                                                          int seeds, double from, double to,
                                                          const Effort& effort) {
  const auto per_variant = static_cast<std::size_t>(seeds);
  std::vector<std::vector<WatchedPendulum>> watched(variants.size(),
                                                    std::vector<WatchedPendulum>(per_variant));
  study::JobOptions jobs;
  set_jobs(jobs, effort);
  study::work_on_threads(variants.size() * per_variant, jobs, [&](std::size_t job) {
    const Variant& variant = variants[job / per_variant];
    auto overrides = variant.overrides;
    overrides.push_back(fmt::format("seed={}", job % per_variant + 1));
    WatchedPendulum& one = watched[job / per_variant][job % per_variant];
    one.watch = PendulumWatch(from, to);
    session::RunOptions options;
    options.observers = {&one.watch};
    options.stop = effort.stop;
    one.fault = session::run(scenario::load_scenario(variant.scenario, overrides), options).end ==
                session::RunEnd::fault;
  });
  return watched;
}

template <class Measure>
std::optional<Figure> over(const std::vector<WatchedPendulum>& sessions, const Measure& measure) {
  std::vector<double> values;
  values.reserve(sessions.size());
  for (const WatchedPendulum& session : sessions) values.push_back(measure(session.watch));
  return figure(values);
}

constexpr double kLetGo = 3.2;           // [s]
constexpr double kDuration = 12;         // [s]
constexpr std::array kMasses{1, 6, 12};  // [kg]

Variant pushed(int mass, const char* method) {
  return {"panda_pendulum",
          {fmt::format("duration={}", kDuration),
           fmt::format("operator.let_go=[{{from=0.0,to=2.0}},{{from={},to=30.0}}]", kLetGo),
           "operator.waypoints=[{at=2.2,duration=0.6,to=[0.06,0.0,0.0]}]",
           "coupling.conditioning.recording=0.5", fmt::format("multibody.mass={}", mass),
           fmt::format("passivity.kind=\"{}\"", method), "link.delay=0.1"}};
}

Row oscillation_row(int mass, const std::string& method,
                    const std::vector<WatchedPendulum>& sessions) {
  const bool guarded = method == "two-layer";
  std::vector<double> left;
  for (const WatchedPendulum& session : sessions) {
    if (!session.fault) left.push_back(1e3 * session.watch.swing());
  }
  Row row{.id = fmt::format("5.oscillation.{}_{}kg", guarded ? "layer" : "bare", mass),
          .quantity = fmt::format("{} kg, {}: swing along the line to the base, 6.8 to 8.8 s "
                                  "after it was let go",
                                  mass, guarded ? "passivity layer" : "no passivity layer"),
          .unit = "mm",
          .source = "section 7.3.2",
          .ours = figure(left),
          .not_comparable =
              "the document calls it undamped, smaller for twice the mass, and "
              "gives no figure",
          .remark = fmt::format("{} of {} sessions ended by a fault",
                                std::ranges::count_if(sessions, &WatchedPendulum::fault),
                                sessions.size())};
  if (!row.ours) row.not_comparable += "; ours ended by a fault every time";
  return row;
}

}  // namespace

Outcome conditioned_effort(const Effort& effort) {
  const std::vector<std::string> released{"operator.let_go=[{from=0.0,to=60.0}]",
                                          "operator.waypoints=[]", "passivity.kind=\"none\"",
                                          effort.quick ? "duration=20" : "duration=60"};
  std::vector<std::string> raw = released;
  raw.emplace_back("coupling.conditioning.enabled=false");
  const std::vector<Variant> variants{{"panda_pendulum", released}, {"panda_pendulum", raw}};
  const double end = effort.quick ? 20 : 60;
  const auto sessions = watch_pendulums(variants, effort.quick ? 2 : 5, end - 5, end, effort);
  if (effort.stopped()) return {};
  const auto force = [](const PendulumWatch& watch) { return watch.sent_force(); };
  const auto way = [](const PendulumWatch& watch) { return 1e3 * watch.farthest(); };
  const auto swing = [](const PendulumWatch& watch) { return 1e3 * watch.swing(); };
  Outcome outcome;
  outcome.rows.push_back(
      {.id = "5.conditioning.force",
       .quantity = "force sent while nobody touches the arm, conditioned",
       .unit = "N",
       .source = "section 3.3.2, figure 3.10",
       .theirs = Figure{.value = 0, .kind = FigureKind::bound},
       .ours = over(sessions[0], force),
       .origin = Origin::by_construction,
       .origin_note = "the dead band is ten times what was recorded at rest, as in the document",
       .aim = Aim::at_most,
       .cause = "the dead band is narrower than what the arm's model gets wrong"});
  const auto add_plotted = [&](const char* id, const char* quantity, std::optional<Figure> ours,
                               const char* remark) {
    outcome.rows.push_back(
        {.id = id,
         .quantity = quantity,
         .unit = "mm",
         .source = "figure 3.9",
         .ours = ours,
         .not_comparable = "the document plots it (it grows) and gives no figure",
         .remark = remark});
  };
  add_plotted("5.conditioning.raw_way", "way of the pendulum by itself, not conditioned",
              over(sessions[1], way), "the offset moves its rest position once");
  add_plotted("5.conditioning.raw_swing", "swing in the last 5 s by itself, not conditioned",
              over(sessions[1], swing),
              "it does not swing up here: an offset alone does not explain what the document saw");
  return outcome;
}

Outcome oscillation_to_the_base(const Effort& effort) {
  std::vector<Variant> variants;
  const std::array methods{"two-layer", "none"};
  for (const char* method : methods) {
    for (const int mass : kMasses) variants.push_back(pushed(mass, method));
  }
  const auto sessions =
      watch_pendulums(variants, effort.quick ? 1 : 5, kDuration - 2, kDuration, effort);
  if (effort.stopped()) return {};
  Outcome outcome;
  std::size_t i = 0;
  for (const char* method : methods) {
    for (const int mass : kMasses)
      outcome.rows.push_back(oscillation_row(mass, method, sessions[i++]));
  }
  return outcome;
}

}  // namespace tether::reproduction
