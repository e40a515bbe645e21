// What a simulated person sees of the follower in whole sessions: as late as the link brings it, or
// at once.
#include "tether/session/operator_view.hpp"

#include <algorithm>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "tether/scenario/scenario_file.hpp"
#include "tether/session/replay.hpp"
#include "tether/session/runner.hpp"
#include "tether/session/virtual_session.hpp"

namespace tether::session {
namespace {

constexpr std::size_t kLate = 300, kPictures = 3000;  // ticks at 1 kHz

// swings the hand, and notes what there is to be seen
class Watching final : public sim::Intention {
 public:
  explicit Watching(spatial::Pose& seen) : seen_(seen) {}
  spatial::Vector3 start() const noexcept override { return spatial::Vector3(0.02, 0, 0); }
  control::PointState update(core::Time now, double, const sim::Senses& senses) noexcept override {
    seen_ = senses.tool;
    const double turn = std::numbers::pi * core::seconds(now);
    return {start() + spatial::Vector3(0, 0.03 * std::sin(turn), 0), spatial::Vector3::Zero()};
  }

 private:
  spatial::Pose& seen_;
};

// what was there to be seen after each tick, and where the follower's tool was
struct Watched {
  std::vector<spatial::Pose> seen, was;

  explicit Watched(const std::vector<std::string>& set) {
    spatial::Pose now;
    scenario::Extensions mine;
    mine.tasks.add({.name = "watching", .help = "watches", .make = [&now](const auto&) {
                      return std::make_unique<Watching>(now);
                    }});
    std::vector<std::string> all = set;
    all.insert(all.end(), {"operator.task=watching", "duration=3", "expect=[]", "phases=[]",
                           "link.to_leader.delay=0.3", "passivity.kind=none"});
    VirtualSession session(scenario::load_scenario("omega_lwr_wall", all, mine));
    while (!session.finished()) {
      session.tick();
      const signals::Tick& follower = session.follower();
      was.push_back({follower.tool.rotation, follower.coupling.send.pose.position});
      session.advance();
      seen.push_back(now);
    }
  }
  double apart(std::size_t tick, std::size_t before) const {
    const spatial::Pose &a = seen[tick], &b = was[tick - before];
    return (a.position - b.position).norm() + (a.rotation - b.rotation).norm();
  }
};

TEST(Operator, SeesTheFollowerAsLateAsTheLinkBringsIt) {
  const Watched watched({});
  // until something came: as it was at first
  for (std::size_t k = 0; k < kLate; ++k) EXPECT_LT(watched.apart(k, k), 1e-12) << k;
  for (std::size_t k = kLate; k < kPictures; ++k) EXPECT_LT(watched.apart(k, kLate), 1e-12) << k;
  double furthest = 0;
  for (std::size_t k = kLate; k < kPictures; ++k)
    furthest = std::max(furthest, watched.apart(k, 0));
  EXPECT_GT(furthest, 0.01);
}

TEST(Operator, SeesTheFollowerAtOnceWhereTheyStandBesideIt) {
  const Watched watched({"operator.sees=\"at once\""});
  for (std::size_t k = 0; k < kPictures; ++k) EXPECT_EQ(watched.apart(k, 0), 0) << k;
}

// turned and scaled, the place is still the leader's and the orientation the follower's
TEST(Operator, SeesTheSameLateAsAtOnceInAnotherWorkspace) {
  const Watched watched({"workspace.scale=2", "workspace.rotation=[[0,-1,0],[1,0,0],[0,0,1]]"});
  for (std::size_t k = kLate; k < kPictures; ++k) EXPECT_LT(watched.apart(k, kLate), 1e-12) << k;
}

TEST(Operator, StoodBesideTheRobotInTheDocumentsTasks) {
  using Sees = scenario::OperatorParams::Sees;
  EXPECT_EQ(scenario::load_scenario("omega_lwr_wall").person.sees, Sees::late);
  for (const char* name : {"positioning", "peg_in_hole", "phantom_whman_tool_pickup",
                           "phantom_whman_tool_pickup_assisted"}) {
    EXPECT_EQ(scenario::load_scenario(name).person.sees, Sees::at_once) << name;
  }
}

TEST(Operator, IsReplayedWithoutDifferenceHoweverLateTheySee) {
  const std::string log = testing::TempDir() + "operator_view.mcap";
  for (const char* sees : {"\"late\"", "\"at once\""}) {
    session::run(
        scenario::load_scenario("positioning", {"duration=5", "expect=[]", "link.kind=nl_it",
                                                std::string("operator.sees=") + sees}),
        {.log_path = log});
    const auto same = replay(log);
    EXPECT_FALSE(same.first) << sees << " " << same.first->detail;
    EXPECT_EQ(same.run.ticks, 5000U);
  }
}

}  // namespace
}  // namespace tether::session
