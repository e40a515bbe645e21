// Whole sessions in which a person touches a pendulum through a Panda.
#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tether/control/engagement/engagement.hpp"
#include "tether/core/fault.hpp"
#include "tether/passivity/monitor.hpp"
#include "tether/scenario/guarantee.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/virtual_session.hpp"

namespace tether::session {
namespace {

constexpr const char* kPendulum = R"(
[leader]
device = "panda"
world = "panda"
posture = [0, -0.3464645658, 0, -2.0555918222, 0, 1.7091272564, 0.7853981634]
coriolis_compensation = true
velocity = { kind = "finite-difference", samples = 4 }
[follower]
robot = "pendulum"
[coupling]
kind = "force-position"
)";
constexpr const char* kQuick = "[coupling.conditioning]\nrecording = 0.5\n";

scenario::Scenario pendulum_scenario(const std::string& more,
                                     const std::string& conditioning = kQuick) {
  return scenario::parse_scenario("duration = 8\n" + std::string(kPendulum) + conditioning + more,
                                  "x.toml");
}

// ticks of `seconds`
template <class Watch>
void run(VirtualSession& session, double seconds, const Watch& watch) {
  for (int k = 0; k < static_cast<int>(1000 * seconds); ++k) {
    session.tick();
    ASSERT_FALSE(session.fault()) << k;
    watch();
    session.advance();
  }
}

TEST(ForcePositionSession, TheToolGoesAlongWithThePointWithinTenMilliseconds) {
  VirtualSession session(pendulum_scenario(R"(
[operator]
let_go = [{ from = 0, to = 2 }, { from = 5, to = 8 }]
waypoints = [{ at = 2.5, duration = 1.0, to = [0.08, 0.05, 0.0] }]
)"));
  spatial::Vector3 before = spatial::Vector3::Zero();
  double ahead = 0, squares = 0, farthest = 0;
  run(session, 8, [&] {
    const spatial::Vector3 point = session.follower().sent.position;
    const spatial::Vector3 velocity = 1000 * (point - before);
    ahead += velocity.dot(point - session.leader().coupling.send.pose.position);
    squares += velocity.squaredNorm();
    before = point;
    farthest = std::max(farthest, point.norm());
  });
  EXPECT_GT(farthest, 0.03);           // [m]
  EXPECT_LT(ahead / squares, 0.010);   // [s]
  EXPECT_GT(ahead / squares, 0.0035);  // what is buffered
}

TEST(ForcePositionSession, AnOffsetOfTheForceMovesNothing) {
  const auto farthest = [](const std::string& conditioning) {
    VirtualSession session(pendulum_scenario(R"(
[operator]
let_go = [{ from = 0, to = 8 }]
[leader.wrench]
kind = "estimated"
)",
                                             conditioning));
    double far = 0;
    run(session, 4, [&] { far = std::max(far, session.follower().sent.position.norm()); });
    return far;
  };
  EXPECT_LT(farthest(kQuick), 1e-6);
  EXPECT_GT(farthest("[coupling.conditioning]\nenabled = false\n"), 1e-3);
}

// A hand of 400 N/m that is felt 200 ms late takes damping away, ten times what the pendulum has:
// whether the certificate holds, and how far the point still swings when it was let go 5 s ago [m].
struct Late {
  passivity::Certificate certificate;
  double swing = 0;
  double farthest = 0;
};
Late felt_late(const std::string& method, double mass) {
  const scenario::Scenario late = pendulum_scenario(fmt::format(R"(
[operator]
let_go = [{{ from = 0, to = 2 }}, {{ from = 3.2, to = 30 }}]
waypoints = [{{ at = 2.2, duration = 0.6, to = [0.06, 0.0, 0.0] }}]
[multibody]
mass = {}
[passivity]
kind = "{}"
[link]
delay = 0.1
)",
                                                                mass, method));
  VirtualSession session(late);
  passivity::Monitor monitor(scenario::energy_at_the_start(late));
  Late result;
  for (int k = 0; k < 9000 && !session.fault(); ++k) {
    session.tick();
    monitor.update(session.now(), signals::port_of(session.leader()),
                   signals::port_of(session.follower()));
    const double away = session.follower().coupling.send.pose.position.head<2>().norm();
    result.farthest = std::max(result.farthest, away);
    if (k > 8000) result.swing = std::max(result.swing, away);
    session.advance();
  }
  EXPECT_FALSE(session.fault()) << core::describe(session.fault());
  result.certificate = monitor.certificate(scenario::guarantees_passivity(late));
  return result;
}

TEST(ForcePositionSession, AHandThatIsFeltLateStaysCalmAndPassive) {
  for (const double mass : {1.0, 3.0}) {
    const Late late = felt_late("two-layer", mass);
    EXPECT_EQ(late.certificate.verdict, passivity::Verdict::passive) << late.certificate.margin_j;
    // its own damping leaves 1 in 30 of 3 kg by then
    EXPECT_LT(late.swing, 0.1 * late.farthest) << mass;
    EXPECT_GT(late.farthest, 5e-3) << mass;
  }
  // effort beyond the energy budget is scaled down: without that more energy comes out than was put
  // in
  EXPECT_TRUE(felt_late("none", 6).certificate.first_violation_s.has_value());
}

TEST(ForcePositionSession, SidesThatWerePartedMeetWhereBothAre) {
  VirtualSession session(pendulum_scenario(R"(
[operator]
let_go = [{ from = 0, to = 1.8 }]
clutch = [{ from = 3.5, to = 5 }]
waypoints = [
  { at = 2.0, duration = 1.0, to = [0.06, 0.0, 0.0] },
  { at = 3.8, duration = 0.8, to = [-0.05, 0.08, 0.05], turn = [0.0, 0.0, 0.2] },
]
)"));
  double fastest = 0, apart = 0;
  run(session, 8, [&] {
    const signals::Tick& leader = session.leader();
    const double t = core::seconds(leader.time);
    if (t < 5) return;
    fastest = std::max(fastest, leader.twist.velocity_at(leader.tool.position).norm());
    if (leader.engagement != control::Engagement::engaged) return;
    apart = std::max(
        apart, (session.follower().sent.position - leader.coupling.send.pose.position).norm());
  });
  EXPECT_EQ(session.leader().engagement, control::Engagement::engaged);
  EXPECT_LT(apart, 0.01);  // [m]
  // what was let go swings at 0.3 m/s, and the arm has to catch up with it
  EXPECT_LT(fastest, 0.6);  // [m/s]
}

}  // namespace
}  // namespace tether::session
