// What is said of sides that do not find each other, and what a session leaves of it.
#include "tether/session/wall/connection_line.hpp"

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tether/link/udp/key_material.hpp"
#include "tether/link/udp/udp_socket.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/wall/wall_session.hpp"

namespace tether::session {
namespace {

using link::Trouble;
using testing::HasSubstr;
using Transport = scenario::LinkParams::Transport;

scenario::LinkParams between_two_hosts() {
  scenario::LinkParams link;
  link.udp.leader = "10.0.0.1:7401";
  link.udp.follower = "10.0.0.2:7402";
  return link;
}

std::string udp_line(const link::Diagnosis& diagnosis) {
  return connection_line(diagnosis, between_two_hosts(), Transport::udp, signals::SideName::leader);
}

// a file
std::string new_key() {
  const std::string path = fmt::format("{}/{}_connection.key", testing::TempDir(), getpid());
  std::filesystem::remove(path);
  std::ofstream(path) << link::hexadecimal(link::random_key()) << '\n';
  std::filesystem::permissions(path, std::filesystem::perms::owner_read);
  return path;
}

// that nobody else has, most likely
std::string free_address() {
  return link::to_string(link::UdpSocket(link::parse_address("127.0.0.1:0", "free")).local());
}

TEST(ConnectionLine, NamesTheKeyThatDiffers) {
  EXPECT_EQ(udp_line({Trouble::wrong_key, {.source = "10.0.0.2:7402"}}),
            "10.0.0.2:7402 has another key than tether.key (link.udp.key); both sides need the "
            "same file: compare \"sha256sum tether.key\" there and here, and copy one");
  scenario::LinkParams link = between_two_hosts();
  link.udp.secret = "leader.key";
  link.udp.peer = "follower.key.pub";
  EXPECT_EQ(connection_line({Trouble::wrong_key, {.source = "10.0.0.2:7402"}}, link, Transport::udp,
                            signals::SideName::leader),
            "10.0.0.2:7402 does not fit the key pair leader.key (link.udp.secret) and "
            "follower.key.pub (link.udp.peer); link.udp.peer here must be the public half of the "
            "follower's secret, and there that of leader.key");
}

TEST(ConnectionLine, NamesTheVersions) {
  EXPECT_EQ(udp_line({Trouble::other_version, {.source = "10.0.0.2:7402", .version = 2}}),
            "10.0.0.2:7402 speaks version 2 of the link, this program version 1; install the same "
            "tether on both machines (tether --version)");
  EXPECT_THAT(udp_line({Trouble::other_version, {.source = "10.0.0.2:7402"}}),
              HasSubstr("sends samples of another version"));
}

TEST(ConnectionLine, NamesWhatFitsThePath) {
  EXPECT_EQ(udp_line({Trouble::too_large, {.too_large = 9, .path_mtu = 300}}),
            "a sample is a packet of 365 bytes, but the path to the follower at 10.0.0.2:7402 "
            "takes 300 at most; raise the MTU to 365 or more: \"ip link\" shows that of this "
            "machine's network cards and tunnels, \"tracepath -n 10.0.0.2\" that of the way");
  EXPECT_THAT(udp_line({Trouble::samples_lost, {}}), HasSubstr("packets of 365 bytes"));
}

TEST(ConnectionLine, NamesTheWayThatThereIsNot) {
  EXPECT_EQ(udp_line({Trouble::unreachable, {.error = EHOSTUNREACH}}),
            "no way to 10.0.0.2:7402 (link.udp.follower): No route to host; see \"ip route get "
            "10.0.0.2\"");
}

TEST(ConnectionLine, SaysOfASideThatListensHowToCallIt) {
  scenario::LinkParams link = between_two_hosts();
  link.udp.leader.clear();
  EXPECT_EQ(
      connection_line({Trouble::nobody, {}}, link, Transport::udp, signals::SideName::follower),
      "nobody has called at 10.0.0.2:7402; start \"tether leader\" with link.udp.follower "
      "set to this machine, port 7402, and open UDP port 7402 in the firewall here");
}

// every trouble of every carrier has one line, with a remedy after a semicolon
TEST(ConnectionLine, IsOneLineWithARemedyForEveryTrouble) {
  EXPECT_EQ(udp_line({}), "");
  for (const Transport transport : {Transport::udp, Transport::dds, Transport::ros}) {
    for (int i = 1; i <= static_cast<int>(Trouble::nobody); ++i) {
      const auto trouble = static_cast<Trouble>(i);
      const std::string line =
          connection_line({trouble, {.source = "10.0.0.2:7402"}}, between_two_hosts(), transport,
                          signals::SideName::leader);
      EXPECT_THAT(line, HasSubstr("; ")) << link::name(trouble);
      EXPECT_EQ(line.find('\n'), std::string::npos) << line;
      EXPECT_FALSE(link::words(trouble).empty());
    }
  }
}

TEST(ConnectionLine, IsLeftInTheResultOfASessionWhoseSidesNeverMet) {
  const std::string key = new_key();
  const link::UdpSocket mute(link::parse_address("127.0.0.1:0", "mute"));
  const std::string there = link::to_string(mute.local());
  const scenario::Scenario scenario = scenario::load_scenario(
      "omega_lwr_wall",
      {"link.udp.key=" + key, "link.udp.leader=127.0.0.1:0", "link.udp.follower=" + there});
  std::atomic<bool> stop = false;
  std::string shown;
  const RunResult result = run_in_wall_time(scenario, signals::LocalSides::leader,
                                            {.stop = &stop, .progress = [&](const Progress& now) {
                                               if (now.connection == nullptr) return;
                                               shown = now.connection->line;
                                               stop = true;
                                             }});
  EXPECT_EQ(result.end, RunEnd::stopped);
  ASSERT_EQ(result.connection.size(), 1U);
  const auto& [side, report] = result.connection.front();
  EXPECT_EQ(side, "leader");
  EXPECT_EQ(report.trouble, Trouble::nobody);
  EXPECT_EQ(report.line, shown);
  EXPECT_THAT(report.line, HasSubstr("nothing comes from " + there));
}

TEST(ConnectionLine, IsNotLeftInTheResultOfASessionWhoseSidesMet) {
  const std::string key = new_key();
  const scenario::Scenario scenario = scenario::load_scenario(
      "omega_lwr_wall",
      {"link.transport=udp", "duration=0.5", "phases=[]", "expect=[]", "link.udp.key=" + key,
       "link.udp.leader=" + free_address(), "link.udp.follower=" + free_address()});
  const RunResult result = run_in_wall_time(scenario, signals::LocalSides::both, {});
  EXPECT_EQ(result.end, RunEnd::completed) << result.failure;
  EXPECT_TRUE(result.connection.empty()) << result.connection.front().second.line;
}

}  // namespace
}  // namespace tether::session
