#include "tether/runtime/loops/realtime_thread.hpp"

#include <cstring>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>

#include "tests/runtime/lesser_process.hpp"
#include "tether/core/error.hpp"

namespace tether::runtime {
namespace {

using ::testing::HasSubstr;

// how a thread sees itself
struct Seen {
  int policy = -1;
  int priority = -1;
  int cpus = 0;
  bool on_first = false;
  std::string name;
  std::size_t stack = 0;
};

Seen look() {
  Seen seen;
  sched_param param{};
  pthread_getschedparam(pthread_self(), &seen.policy, &param);
  seen.priority = param.sched_priority;
  cpu_set_t set;
  CPU_ZERO(&set);
  sched_getaffinity(0, sizeof set, &set);
  seen.cpus = CPU_COUNT(&set);
  seen.on_first = CPU_ISSET(0, &set);
  char name[16] = {};
  pthread_getname_np(pthread_self(), name, sizeof name);
  seen.name = name;
  pthread_attr_t attributes;
  pthread_getattr_np(pthread_self(), &attributes);
  pthread_attr_getstacksize(&attributes, &seen.stack);
  pthread_attr_destroy(&attributes);
  return seen;
}

bool first_cpu_allowed() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 && CPU_ISSET(0, &set);
}

TEST(RealtimeThread, IsAnOrdinaryOneWhenNothingIsAskedFor) {
  Seen seen;
  RealtimeThread thread({.lock_memory = false}, [&] { seen = look(); });
  thread.join();
  EXPECT_EQ(seen.policy, SCHED_OTHER);
  EXPECT_FALSE(thread.grant().fifo);
  EXPECT_FALSE(thread.grant().memory_locked);
  EXPECT_FALSE(thread.grant().affinity);
  EXPECT_TRUE(thread.grant().refused.empty());
}

TEST(RealtimeThread, GetsThePriorityItWasGranted) {
  Seen seen;
  RealtimeThread thread({.priority = 42, .lock_memory = false}, [&] { seen = look(); });
  thread.join();
  if (!thread.grant().fifo) GTEST_SKIP() << fmt::format("{}", thread.grant().refused);
  EXPECT_EQ(seen.policy, SCHED_FIFO);
  EXPECT_EQ(seen.priority, 42);
  EXPECT_EQ(thread.grant().priority, 42);
  EXPECT_TRUE(thread.grant().refused.empty());
}

TEST(RealtimeThread, LocksMemoryWhereThatIsGranted) {
  RealtimeThread thread({.lock_memory = true}, [] {});
  thread.join();
  if (!thread.grant().memory_locked) GTEST_SKIP() << fmt::format("{}", thread.grant().refused);
  EXPECT_TRUE(thread.grant().refused.empty());
  munlockall();
}

TEST(RealtimeThread, RunsOnTheCpuItIsBoundTo) {
  if (!first_cpu_allowed()) GTEST_SKIP() << "this process may not run on CPU 0";
  Seen seen;
  RealtimeThread thread({.cpu = 0, .lock_memory = false}, [&] { seen = look(); });
  thread.join();
  EXPECT_TRUE(thread.grant().affinity);
  EXPECT_EQ(seen.cpus, 1);
  EXPECT_TRUE(seen.on_first);
}

TEST(RealtimeThread, RunsAnywhereWhenItsCpuIsNotThere) {
  for (const int cpu : {1000, 100000}) {
    bool ran = false;
    RealtimeThread thread({.cpu = cpu, .lock_memory = false}, [&] { ran = true; });
    thread.join();
    EXPECT_TRUE(ran);
    EXPECT_FALSE(thread.grant().affinity);
    ASSERT_EQ(thread.grant().refused.size(), 1U);
    EXPECT_THAT(thread.grant().refused[0], HasSubstr(fmt::format("CPU {} is not there", cpu)));
    EXPECT_THAT(thread.grant().refused[0], HasSubstr("running on any CPU; fix: "));
  }
}

TEST(RealtimeThread, HasItsNameAndAStackOfTheSizeAskedFor) {
#ifdef __SANITIZE_THREAD__
  constexpr std::size_t kUsable = 1'800'000;  // the sanitizer keeps its own state on every stack
#else
  constexpr std::size_t kUsable = 2'800'000;
#endif
  Seen seen;
  RealtimeThread thread(
      {.name = "a name that is too long", .stack_bytes = 3'000'000, .lock_memory = false}, [&] {
        // all of it can be used
        volatile char room[kUsable];
        room[0] = 1;
        room[sizeof room - 1] = room[0];
        seen = look();
      });
  thread.join();
  EXPECT_EQ(seen.name, "a name that is ");
  EXPECT_GE(seen.stack, 3'000'000U);
}

TEST(RealtimeThread, GetsTheLeastStackThatWorksWhenTooLittleIsAskedFor) {
  bool ran = false;
  RealtimeThread thread({.stack_bytes = 1, .lock_memory = false}, [&] { ran = true; });
  thread.join();
  EXPECT_TRUE(ran);
}

TEST(RealtimeThread, GivesWhatItsBodyThrewToWhoeverJoins) {
  RealtimeThread thread({.lock_memory = false}, [] { throw std::runtime_error("no device"); });
  EXPECT_THROW(thread.join(), std::runtime_error);
  EXPECT_FALSE(thread.joinable());
  thread.join();
}

TEST(RealtimeThread, IsJoinedWhenItGoesOutOfScope) {
  bool ran = false;
  {
    RealtimeThread thread({.lock_memory = false}, [&] { ran = true; });
  }
  EXPECT_TRUE(ran);
}

TEST(RealtimeThread, RefusesParametersThatMakeNoSense) {
  EXPECT_THROW(RealtimeThread({.priority = 100}, [] {}), core::InputError);
  EXPECT_THROW(RealtimeThread({.priority = -1}, [] {}), core::InputError);
  EXPECT_THROW(RealtimeThread({.cpu = -1}, [] {}), core::InputError);
}

TEST(RealtimeThread, ThrowsWhenItCannotStartAtAll) {
  EXPECT_THROW(RealtimeThread({.stack_bytes = std::size_t{1} << 46U, .lock_memory = false}, [] {}),
               core::IoError);
}

TEST(RealtimeThread, RunsWithoutTheRightsAndSaysWhatIsMissingAndHowToGetIt) {
  const LesserProcess outcome = without_rights([] {
    bool ran = false;
    RealtimeThread thread({.priority = 80}, [&] { ran = look().policy == SCHED_OTHER; });
    thread.join();
    const RealtimeGrant& grant = thread.grant();
    return fmt::format("ran {}, fifo {}, priority {}, locked {}\n{}\n", ran, grant.fifo,
                       grant.priority, grant.memory_locked, fmt::join(grant.refused, "\n"));
  });
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.report,
            "ran true, fifo false, priority 0, locked false\n"
            "memory is not locked (memlock limit 64 KiB): a tick may wait for a page; fix: echo "
            "\"$USER - memlock unlimited\" | sudo tee -a /etc/security/limits.d/tether.conf, then "
            "log in again\n"
            "SCHED_FIFO 80 not permitted (rtprio limit 0): running as an ordinary thread; fix: "
            "echo \"$USER - rtprio 98\" | sudo tee -a /etc/security/limits.d/tether.conf, then log "
            "in again\n");
}

}  // namespace
}  // namespace tether::runtime
