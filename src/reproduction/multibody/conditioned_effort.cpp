// A pendulum on an arm that nobody touches. The arm estimates the hand's force from its joint
// torques and is a little wrong; document 5 saw the pendulum swing up by itself until offset and
// noise were taken off.
#include "reproduction/multibody/multibody_families.hpp"
#include "reproduction/multibody/watched_pendulum.hpp"

namespace tether::reproduction {
namespace {

template <class Measure>
std::optional<Figure> over(const std::vector<WatchedPendulum>& sessions, const Measure& measure) {
  std::vector<double> values;
  values.reserve(sessions.size());
  for (const WatchedPendulum& session : sessions) values.push_back(measure(session.watch));
  return figure(values);
}

Outcome measure_conditioned_effort(const Effort& effort) {
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
  const char* plotted = "the document plots it (it grows) and gives no figure";
  Outcome outcome;
  outcome.rows.push_back(
      {.document = 5,
       .id = "5.conditioning.force",
       .quantity = "force sent while nobody touches the arm, conditioned",
       .unit = "N",
       .source = "section 3.3.2, figure 3.10",
       .theirs = Figure{.value = 0, .kind = FigureKind::bound},
       .ours = over(sessions[0], force),
       .origin = Origin::by_construction,
       .origin_note = "the dead band is ten times what was recorded at rest, as in the document",
       .aim = Aim::at_most,
       .cause = "the dead band is narrower than what the arm's model gets wrong"});
  outcome.rows.push_back({.document = 5,
                          .id = "5.conditioning.raw_way",
                          .quantity = "way of the pendulum by itself, not conditioned",
                          .unit = "mm",
                          .source = "figure 3.9",
                          .theirs = std::nullopt,
                          .ours = over(sessions[1], way),
                          .not_comparable = plotted,
                          .remark = "the offset moves its rest position once"});
  outcome.rows.push_back({.document = 5,
                          .id = "5.conditioning.raw_swing",
                          .quantity = "swing in the last 5 s by itself, not conditioned",
                          .unit = "mm",
                          .source = "figure 3.9",
                          .theirs = std::nullopt,
                          .ours = over(sessions[1], swing),
                          .not_comparable = plotted,
                          .remark = "it does not swing up here: an offset alone does not explain "
                                    "what the document saw"});
  return outcome;
}

}  // namespace

Experiment conditioned_effort() {
  return {.id = "5.conditioning",
          .title = "Effort conditioning",
          .what =
              "A simulated pendulum of 6 kg on a Panda that nobody touches and that estimates "
              "the hand's force with errors as large as the document's, with and without "
              "offset and noise taken off.",
          .command = "tether run panda_pendulum --set coupling.conditioning.enabled=false",
          .seconds = 15,
          .quick_seconds = 3,
          .run = measure_conditioned_effort};
}

}  // namespace tether::reproduction
