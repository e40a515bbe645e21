// Two ends on a network of their own whose packets are too short for a sample.
#include <cstring>

#include <gtest/gtest.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/wait.h>

#include "tests/support/processes/udp_pair.hpp"

namespace tether::link {
namespace {

constexpr int kNotPermitted = 77;
constexpr int kNarrow = 300;  // bytes: room for a hello, not for a sample

// This process leaves for a network that has nothing but loopback, as narrow as that; false where
// that is not permitted. Whoever is not root is so of a user namespace of his own.
bool leave_for_a_narrow_network() {
  const int spaces = CLONE_NEWNET | (geteuid() == 0 ? 0 : CLONE_NEWUSER);
  if (unshare(spaces) != 0) return false;
  const int any = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  ifreq request{};
  std::strcpy(request.ifr_name, "lo");
  request.ifr_mtu = kNarrow;
  bool done = ioctl(any, SIOCSIFMTU, &request) == 0;
  request.ifr_flags = IFF_UP;
  done = done && ioctl(any, SIOCSIFFLAGS, &request) == 0;
  close(any);
  return done;
}

// 0 when the diagnosis of both ends names the cause
int diagnose_on_a_narrow_network() {
  if (!leave_for_a_narrow_network()) return kNotPermitted;
  test::UdpPair pair;
  const auto found = [&] {
    return pair.leader->counts().send_failed > 0 || pair.follower->counts().send_failed > 0;
  };
  if (!pair.tick_until(found)) return 1;
  for (int i = 0; i < 100; ++i) pair.tick();
  // who has sent a sample knows it from this machine, with how much would fit
  UdpEndpoint& sender = *(pair.leader->counts().send_failed > 0 ? pair.leader : pair.follower);
  const ConnectionEvidence seen = sender.evidence();
  if (trouble_in(seen, {}) != Trouble::too_large) return 2;
  if (seen.path_mtu != kNarrow) return 3;
  // the handshake passed, no sample did
  return sender.counts().hellos > 0 && sender.counts().received == 0 ? 0 : 4;
}

TEST(ConnectionDiagnosis, FindsAPathThatIsTooNarrowForASample) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) _exit(diagnose_on_a_narrow_network());
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == kNotPermitted) GTEST_SKIP() << "network namespaces are not permitted";
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace tether::link
