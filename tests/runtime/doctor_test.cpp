#include "tether/runtime/machine/doctor.hpp"

#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tether/runtime/clocks/wake_up_probe.hpp"

namespace tether::runtime {
namespace {

using ::testing::HasSubstr;

// a machine made of files
class Doctor : public ::testing::Test {
 protected:
  Doctor()
      : root_(std::filesystem::path(::testing::TempDir()) / "tether_doctor" /
              ::testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::filesystem::remove_all(root_);
    std::filesystem::create_directories(root_);
  }
  ~Doctor() override { std::filesystem::remove_all(root_); }

  void file(const std::string& relative, const std::string& text) {
    const auto path = root_ / relative;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text << '\n';
  }
  void limits(const std::string& priority, const std::string& memory) {
    file("proc/self/limits",
         fmt::format("Limit                     Soft Limit           Hard Limit           Units\n"
                     "Max locked memory         {:<21}{:<21}bytes\n"
                     "Max realtime priority     {:<21}{:<21}\n",
                     memory, memory, priority, priority));
  }
  void capabilities(const std::string& hex) {
    file("proc/self/status", "Name:\ttether\nCapEff:\t" + hex);
  }
  MachineFacts facts() const { return MachineFacts(root_); }

 private:
  std::filesystem::path root_;
};

TEST_F(Doctor, PraisesARealTimeKernel) {
  file("proc/sys/kernel/osrelease", "6.1.0-28-rt-amd64");
  file("proc/sys/kernel/version", "#1 SMP PREEMPT_RT Debian 6.1.119-1");
  const Finding finding = check_preemption(facts());
  EXPECT_EQ(finding.health, Health::ok);
  EXPECT_EQ(finding.text, "6.1.0-28-rt-amd64, fully preemptible (PREEMPT_RT)");
  EXPECT_EQ(finding.fix, "");
}

TEST_F(Doctor, KnowsARealTimeKernelByItsFlagToo) {
  file("sys/kernel/realtime", "1");
  EXPECT_EQ(check_preemption(facts()).health, Health::ok);
}

TEST_F(Doctor, ShowsTheModeOfADynamicKernelAndHowToChangeIt) {
  file("proc/sys/kernel/osrelease", "6.1.0-28-amd64");
  file("proc/sys/kernel/version", "#1 SMP PREEMPT_DYNAMIC Debian 6.1.119-1");
  EXPECT_EQ(check_preemption(facts()).text,
            "6.1.0-28-amd64, not a real-time kernel (PREEMPT_DYNAMIC)");
  file("sys/kernel/debug/sched/preempt", "none (voluntary) full");
  const Finding finding = check_preemption(facts());
  EXPECT_EQ(finding.health, Health::warn);
  EXPECT_THAT(finding.text, HasSubstr("now voluntary"));
  EXPECT_THAT(finding.fix, HasSubstr("apt install linux-image-rt-"));
  EXPECT_THAT(finding.fix, HasSubstr("echo full | sudo tee /sys/kernel/debug/sched/preempt"));
}

TEST_F(Doctor, WarnsOfAKernelThatIsNotPreemptible) {
  file("proc/sys/kernel/version", "#1 SMP Debian");
  EXPECT_EQ(check_preemption(facts()).health, Health::warn);
  EXPECT_THAT(check_preemption(facts()).text, HasSubstr("unknown, not preemptible"));
}

TEST_F(Doctor, FailsAUserWithoutRealTimePriorities) {
  limits("0", "8388608");
  capabilities("0000000000000000");
  const Finding finding = check_priority(facts());
  EXPECT_EQ(finding.health, Health::fail);
  EXPECT_EQ(finding.fix,
            "echo \"$USER - rtprio 98\" | sudo tee -a /etc/security/limits.d/tether.conf, then log "
            "in again");
}

TEST_F(Doctor, TakesLimitOrCapabilityForPermission) {
  limits("98", "unlimited");
  EXPECT_EQ(check_priority(facts()).health, Health::ok);
  EXPECT_EQ(check_locked_memory(facts()).health, Health::ok);
  limits("unlimited", "unlimited");
  EXPECT_EQ(check_priority(facts()).health, Health::ok);
  limits("20", "8388608");
  EXPECT_EQ(check_priority(facts()).health, Health::warn);
  EXPECT_EQ(check_locked_memory(facts()).health, Health::warn);
  EXPECT_THAT(check_locked_memory(facts()).text, HasSubstr("8192 KiB"));
  capabilities("0000000000804000");  // CAP_SYS_NICE and CAP_IPC_LOCK
  EXPECT_EQ(check_priority(facts()).health, Health::ok);
  EXPECT_EQ(check_locked_memory(facts()).health, Health::ok);
  capabilities("0000000000004000");
  EXPECT_EQ(check_priority(facts()).health, Health::warn);
}

TEST_F(Doctor, KnowsThreeKindsOfThrottling) {
  EXPECT_EQ(check_throttling(facts()).health, Health::ok);
  file("proc/sys/kernel/sched_rt_period_us", "1000000");
  file("proc/sys/kernel/sched_rt_runtime_us", "950000");
  EXPECT_EQ(check_throttling(facts()).text, "real-time threads get up to 95 % of the time");
  file("proc/sys/kernel/sched_rt_runtime_us", "-1");
  EXPECT_EQ(check_throttling(facts()).health, Health::warn);
  file("proc/sys/kernel/sched_rt_runtime_us", "0");
  EXPECT_EQ(check_throttling(facts()).health, Health::fail);
  EXPECT_THAT(check_throttling(facts()).fix, HasSubstr("sched_rt_runtime_us=950000"));
}

TEST_F(Doctor, WantsTheGovernorPerformanceOnAllProcessors) {
  file("sys/devices/system/cpu/online", "0-1");
  EXPECT_EQ(check_governor(facts()).health, Health::ok);
  file("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance");
  file("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "performance");
  EXPECT_EQ(check_governor(facts()).health, Health::ok);
  file("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "powersave");
  EXPECT_EQ(check_governor(facts()).health, Health::warn);
  EXPECT_THAT(check_governor(facts()).text, HasSubstr("governor performance, powersave"));
}

TEST_F(Doctor, AsksForAnIsolatedProcessorOnlyWhereOneCanBeSpared) {
  file("sys/devices/system/cpu/isolated", "");
  file("sys/devices/system/cpu/online", "0-1");
  EXPECT_EQ(check_isolation(facts()).health, Health::ok);
  file("sys/devices/system/cpu/online", "0-5,7");
  EXPECT_EQ(check_isolation(facts()).health, Health::warn);
  EXPECT_THAT(check_isolation(facts()).fix, HasSubstr("isolcpus=7"));
  file("sys/devices/system/cpu/isolated", "6-7");
  EXPECT_EQ(check_isolation(facts()).health, Health::ok);
  EXPECT_THAT(check_isolation(facts()).text, HasSubstr("6-7"));
}

TEST_F(Doctor, LooksAtTheFileThatHoldsDeepSleepOff) {
  EXPECT_THAT(check_deep_sleep(facts()).text, HasSubstr("no /dev/cpu_dma_latency"));
  file("dev/cpu_dma_latency", "");
  EXPECT_THAT(check_deep_sleep(facts()).text, HasSubstr("held off while a session runs"));
}

TEST_F(Doctor, KnowsClocksThatAreSlowToRead) {
  EXPECT_EQ(check_clock_source(facts()).health, Health::ok);
  file("sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet");
  EXPECT_EQ(check_clock_source(facts()).health, Health::warn);
  file("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc");
  EXPECT_EQ(check_clock_source(facts()).health, Health::ok);
}

TEST_F(Doctor, ReadsTheProcessorsFlags) {
  file("proc/cpuinfo",
       "processor\t: 0\nmodel name\t: AMD EPYC 7763\nflags\t\t: fpu hypervisor aes\n");
  EXPECT_EQ(check_virtual_machine(facts()).health, Health::warn);
  EXPECT_EQ(check_encryption(facts()).text, "AES in hardware");
  EXPECT_EQ(facts().processor(), "AMD EPYC 7763");
  file("proc/cpuinfo", "processor\t: 0\nFeatures\t: fp asimd aesx\n");
  EXPECT_EQ(check_virtual_machine(facts()).health, Health::ok);
  EXPECT_THAT(check_encryption(facts()).text, HasSubstr("no AES"));
  EXPECT_EQ(facts().processor(), "unknown");
}

TEST_F(Doctor, FailsATimerThatOnlyTicks) {
  EXPECT_EQ(check_timer(std::chrono::nanoseconds(1)).health, Health::ok);
  const Finding finding = check_timer(std::chrono::milliseconds(4));
  EXPECT_EQ(finding.health, Health::fail);
  EXPECT_EQ(finding.text, "resolves only 4 ms");
}

TEST_F(Doctor, JudgesTheWakeUpByWhatMakesATickLate) {
  LoopReport loop{.nominal_period = 1e-3, .passes = 2000, .grant = {.fifo = true, .priority = 80}};
  loop.wake_up = {.count = 2000, .mean = 5e-6, .min = 2e-6, .max = 150e-6, .p99 = 12e-6};
  EXPECT_EQ(check_wake_up(loop).health, Health::ok);
  EXPECT_EQ(check_wake_up(loop).text,
            "2000 ticks of 1 ms as SCHED_FIFO 80, late by: min 2.0, mean 5.0, 99 % 12.0, max 150.0 "
            "µs");
  loop.wake_up.max = 300e-6;
  EXPECT_EQ(check_wake_up(loop).health, Health::warn);
  loop.wake_up.p99 = 250e-6;
  EXPECT_EQ(check_wake_up(loop).health, Health::fail);
  EXPECT_NE(check_wake_up(loop).fix, "");
}

TEST_F(Doctor, ExaminesAMachineOfWhichItKnowsNothing) {
  for (const Finding& finding : examine(facts())) {
    EXPECT_NE(finding.check, "");
    EXPECT_NE(finding.text, "");
    EXPECT_EQ(finding.health == Health::fail && finding.fix.empty(), false) << finding.check;
  }
}

TEST(WakeUpProbe, SeesEveryTickOfItsTime) {
  const LoopReport loop = probe_wake_up({.period = std::chrono::milliseconds(1),
                                         .duration = std::chrono::milliseconds(20),
                                         .priority = 0,
                                         .lock_memory = false});
  EXPECT_EQ(loop.passes, 20U);
  EXPECT_EQ(loop.wake_up.count, 20U);
  EXPECT_GE(loop.wake_up.min, 0);
}

TEST(WakeUpProbe, EndsWhenAskedTo) {
  const std::atomic<bool> stop{true};
  EXPECT_EQ(probe_wake_up({.priority = 0, .lock_memory = false, .stop = &stop}).passes, 0U);
}

}  // namespace
}  // namespace tether::runtime
