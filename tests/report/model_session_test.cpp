// Whole sessions of the model-mediated coupling over links near and far: the certificate, what is
// felt of what is touched, and how soon a wall that is known is felt.
#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/report/named_metric.hpp"
#include "tests/support/random/cases.hpp"
#include "tests/support/random/random_draw.hpp"
#include "tether/report/certificate.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/virtual_session.hpp"
#include "tether/study/batch.hpp"

namespace tether::report {
namespace {

using Overrides = std::vector<std::string>;

const PhaseMetrics& phase(const Summary& summary, std::string_view name) {
  for (const PhaseMetrics& each : summary.phases) {
    if (each.name == name) return each;
  }
  ADD_FAILURE() << "no phase " << name;
  return summary.overall;
}

TEST(ModelSession, TouchesAsItFeelsOverLinksOfAnyDelay) {
  double peak = 0, held = 0;
  for (const double delay : {0.0, 0.01, 0.04, 0.35, 1.0}) {
    SCOPED_TRACE(delay);
    const auto [result, summary] = study::run_one(
        scenario::load_scenario("omega_lwr_wall", {fmt::format("link.delay={}", delay)}));
    EXPECT_EQ(summary.verdict, Verdict::pass) << testing::PrintToString(summary.reasons);
    EXPECT_EQ(result.certificate.verdict, passivity::Verdict::passive);
    for (const char* free : {"free_y", "free_z"}) {
      EXPECT_GE(metric(phase(summary, free), "follower_reach"), 0.95);
      EXPECT_LE(metric(phase(summary, free), "operator_force_mean"), 0.8);
    }
    EXPECT_LE(metric(summary.overall, "follower_lag_s"), delay + 0.05);
    EXPECT_LE(metric(summary.overall, "phantom_force_mean"), 0.5);
    const double contact = metric(phase(summary, "held"), "contact_force_mean");
    const double most = metric(summary.overall, "contact_force_max");
    if (delay == 0) {
      peak = most;
      held = contact;
    }
    EXPECT_LE(most, 1.5 * peak);
    EXPECT_GE(contact, 0.7 * held);
    EXPECT_NEAR(metric(phase(summary, "held"), "operator_force_mean"), contact, 0.2 * contact);
  }
}

// how long a hand is beyond a wall until it feels more than half a newton of it, at most [s]
double latest_feeling(double delay, const std::string& coupling = "auto") {
  session::VirtualSession session(scenario::load_scenario(
      "omega_lwr_two_walls",
      {fmt::format("link.delay={}", delay), "coupling.kind=" + coupling, "expect=[]"}));
  double latest = 0, beyond = 0;
  bool felt = false;
  while (!session.finished()) {
    session.tick();
    const signals::Tick& leader = session.leader();
    const spatial::Vector3 hand = leader.coupling.send.pose.position;
    const double depth = std::max(-hand.x(), hand.y() - 0.05);
    // half a newton at 2000 N/m
    const bool inside = depth > 0.25e-3 && core::seconds(leader.time) > 20;
    if (!inside) felt = false;
    beyond = inside ? beyond + 1e-3 : 0;
    felt = felt || leader.coupling.send.wrench.force.norm() > 0.5;
    if (inside && !felt) latest = std::max(latest, beyond);
    session.advance();
  }
  return latest;
}

TEST(ModelSession, LetsTheHandFeelEachKnownWallWithinTwentyMilliseconds) {
  for (const double delay : {0.04, 0.35, 1.0}) EXPECT_LE(latest_feeling(delay), 0.02) << delay;
  EXPECT_LE(latest_feeling(0, "model-mediated"), 0.02);
  // where force is reflected it is felt as soon as the follower is there, which may lag by 50 ms
  EXPECT_LE(latest_feeling(0), 0.05);
}

TEST(ModelSession, TouchesTwoWallsNoHarderOverADelayThanWithoutOne) {
  double peak = 0;
  for (const double delay : {0.0, 0.04, 0.35, 1.0}) {
    const auto [result, summary] = study::run_one(
        scenario::load_scenario("omega_lwr_two_walls", {fmt::format("link.delay={}", delay)}));
    EXPECT_EQ(summary.verdict, Verdict::pass) << testing::PrintToString(summary.reasons);
    EXPECT_EQ(result.certificate.verdict, passivity::Verdict::passive) << delay;
    const double most = metric(summary.overall, "contact_force_max");
    if (delay == 0) peak = most;
    EXPECT_LE(most, 1.5 * peak) << delay;
  }
}

// a hand that goes anywhere, over any link, with any method, in any of the worlds
Overrides any_session(int seed) {
  test::RandomDraw draw(static_cast<std::uint64_t>(seed));
  const char* const methods[] = {"two-layer", "wave", "time-domain", "energy-bounding",
                                 "set-position"};
  std::string waypoints = "operator.waypoints=[";
  double at = 0.6;
  for (int i = 0; i < 4; ++i) {
    const double takes = draw.between(0.2, 1);
    waypoints += fmt::format("{}{{at={:.2f},duration={:.2f},to=[{:.3f},{:.3f},{:.3f}]}}",
                             i > 0 ? "," : "", at, takes, draw.between(-0.06, 0.05),
                             draw.between(-0.07, 0.08), draw.between(-0.05, 0.05));
    at += takes + draw.between(0.05, 0.5);
  }
  const double delay = draw.bernoulli(0.3) ? 0 : 0.5 * draw.unit() * draw.unit();
  return {waypoints + "]",
          fmt::format("seed={}", seed + 1),
          "duration=5",
          "phases=[]",
          "expect=[]",
          fmt::format("passivity.kind={}", methods[draw.pick(5)]),
          draw.bernoulli(0.5) ? "coupling.kind=auto" : "coupling.kind=model-mediated",
          fmt::format("link.delay={:.4f}", delay),
          fmt::format("link.jitter={:.4f}", 0.3 * draw.unit() * delay),
          fmt::format("link.loss={:.3f}", draw.between(0, 0.2)),
          fmt::format("leader.store={:.3f}", draw.between(0, 0.3)),
          fmt::format("follower.store={:.3f}", draw.between(0, 0.3)),
          fmt::format("coupling.model.stiffness={:.0f}", draw.between(200, 3000)),
          fmt::format("coupling.force_scale={:.2f}", draw.between(0.5, 1.5))};
}

// TETHER_MODEL_SESSIONS=10000 for as many
TEST(ModelSession, IsPassiveInRandomSessions) {
  const char* asked = std::getenv("TETHER_MODEL_SESSIONS");
  const int count = asked != nullptr ? std::atoi(asked) : test::cases(60);
  int violated = 0;
  for (int seed = 0; seed < count; ++seed) {
    const char* scenario = seed % 2 == 0 ? "omega_lwr_wall" : "omega_lwr_two_walls";
    const auto outcome = study::run_one(scenario::load_scenario(scenario, any_session(seed)));
    const passivity::Certificate& c = outcome.result.certificate;
    if (c.verdict == passivity::Verdict::passive) continue;
    ++violated;
    ADD_FAILURE() << scenario << ' ' << seed << ": least " << c.least_j << " J, "
                  << testing::PrintToString(c.voided_by) << ' '
                  << testing::PrintToString(any_session(seed));
  }
  EXPECT_EQ(violated, 0);
}

}  // namespace
}  // namespace tether::report
