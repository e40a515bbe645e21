// Sides that do not find each other say why while they wait, and what mends it.
#include "tests/apps/faults.hpp"
#include "tests/support/processes/child_process.hpp"
#include "tether/link/udp/udp_socket.hpp"

namespace tether::apps {
namespace {

class NoConnection : public Faults {
 protected:
  test::SideProcessParams leads(const std::string& name) const {
    return {.side = SideName::leader,
            .leader = addresses.leader,
            .follower = addresses.follower,
            .key = key,
            .out = directory / name};
  }
  test::SideProcessParams follows(const std::string& name) const {
    test::SideProcessParams params = leads(name);
    params.side = SideName::follower;
    return params;
  }
  // waits until it has said so
  static bool says(const SideProcess& side, const std::string& what) {
    return test::eventually([&] { return side.output().find(what) != std::string::npos; });
  }
  static std::size_t lines_of_trouble(const SideProcess& side) {
    const std::string text = side.output(), mark = "no connection: ";
    std::size_t count = 0;
    for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) ++count;
    return count;
  }
};

TEST_F(NoConnection, SaysOnceAtBothSidesThatTheirKeysDiffer) {
  const auto other_key = directory / "other.key";
  ASSERT_EQ(tether(fmt::format("keygen --out {}", other_key.string())).status, 0);
  test::SideProcessParams with_another = follows("follower");
  with_another.key = other_key;
  // either may come when the other has said already that it is alone
  SideProcess leader(leads("leader")), follower(with_another);
  EXPECT_TRUE(says(leader, fmt::format("no connection: {} has another key than {} (link.udp.key); "
                                       "both sides need the same file",
                                       addresses.follower, key.string())))
      << leader.output();
  EXPECT_TRUE(says(follower, fmt::format("no connection: {} has another key than {}",
                                         addresses.leader, other_key.string())))
      << follower.output();
  const std::size_t said = lines_of_trouble(leader);
  let_it_run(3);
  EXPECT_EQ(lines_of_trouble(leader), said) << leader.output();
  leader.end();
  follower.end();
}

TEST_F(NoConnection, SaysThatBothSidesLead) {
  test::SideProcessParams rivals = leads("rival");
  std::swap(rivals.leader, rivals.follower);
  SideProcess leader(leads("leader")), rival(rivals);
  EXPECT_TRUE(says(leader, fmt::format("no connection: {} is a leader too; run \"tether "
                                       "follower\" at one of the two",
                                       addresses.follower)))
      << leader.output();
  EXPECT_TRUE(says(rival, addresses.leader + " is a leader too")) << rival.output();
  leader.end();
  rival.end();
}

TEST_F(NoConnection, SaysThatNothingListensThereAndNoMoreOnceSomebodyDoes) {
  SideProcess leader(leads("leader"));
  EXPECT_TRUE(says(leader, fmt::format("no connection: nothing listens at {} (link.udp.follower); "
                                       "start \"tether follower\" there",
                                       addresses.follower)))
      << leader.output();
  SideProcess follower(follows("follower"));
  EXPECT_TRUE(both_engaged(leader, follower)) << leader.output();
  EXPECT_EQ(lines_of_trouble(leader), 1U) << leader.output();
  leader.end();
  follower.end();
}

TEST_F(NoConnection, SaysThatNobodyAnswers) {
  const link::UdpSocket mute(link::parse_address(addresses.follower, "mute"));
  SideProcess leader(leads("leader"));
  EXPECT_TRUE(says(leader, "no connection: nothing comes from " + addresses.follower))
      << leader.output();
  leader.end();
}

TEST_F(NoConnection, SaysThatNobodyPublishesOverDds) {
  test::SideProcessParams over_dds = leads("leader");
  over_dds.settings = {"link.transport=dds", "link.dds_domain=217"};
  over_dds.wrapped_by = {"env",
                         "CYCLONEDDS_URI=<General><Interfaces><NetworkInterface name=\"lo\"/>"
                         "</Interfaces></General>"};
  SideProcess leader(over_dds);
  EXPECT_TRUE(says(leader,
                   "no connection: nobody publishes /follower/link_sample in DDS domain "
                   "217; start \"tether follower\""))
      << leader.output();
  leader.end();
}

// script(1) gives the program a terminal
TEST_F(NoConnection, IsShownOnATerminalToo) {
  if (!has_terminals()) GTEST_SKIP() << kNoTerminals;
  const auto shown = directory / "terminal.txt";
  test::ChildProcess terminal(
      {"script", "-qefc",
       fmt::format("stty cols 160; '{}' leader omega_lwr_wall --out {} --set link.udp.key={} --set "
                   "link.udp.leader={} --set link.udp.follower={}",
                   TETHER_PROGRAM, (directory / "leader").string(), key.string(), addresses.leader,
                   addresses.follower),
       shown.string()},
      directory / "echo.txt");
  const auto has = [&](const char* what) {
    return test::eventually([&] { return content(shown).find(what) != std::string::npos; });
  };
  // the line stays above the state, which has it in few words
  EXPECT_TRUE(has("\r\033[Komega_lwr_wall_leader  no connection: nothing listens at "))
      << content(shown);
  EXPECT_TRUE(has("mJ  nobody at the peer's port  tick ")) << content(shown);
}

}  // namespace
}  // namespace tether::apps
