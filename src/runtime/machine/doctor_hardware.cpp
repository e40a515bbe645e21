// processors, their clocks and their sleep
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "tether/runtime/machine/doctor.hpp"

namespace tether::runtime {
namespace {

constexpr std::size_t kCpusToSpareOne = 4;

}  // namespace

Finding check_governor(const MachineFacts& facts) {
  Finding finding{.check = "frequency"};
  std::set<std::string> governors;
  for (const int cpu : facts.cpus()) {
    const auto governor =
        facts.text(fmt::format("sys/devices/system/cpu/cpu{}/cpufreq/scaling_governor", cpu));
    if (governor) governors.insert(*governor);
  }
  if (governors.empty()) {
    finding.text = "the processors' frequency is not this system's to choose";
  } else if (governors == std::set<std::string>{"performance"}) {
    finding.text = "governor performance on all processors";
  } else {
    finding.health = Health::warn;
    finding.text =
        fmt::format("governor {}: processors slow down between ticks", fmt::join(governors, ", "));
    finding.fix =
        "echo performance | sudo tee "
        "/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor";
  }
  return finding;
}

Finding check_isolation(const MachineFacts& facts) {
  Finding finding{.check = "isolation"};
  const std::string isolated = facts.text("sys/devices/system/cpu/isolated").value_or("");
  const std::vector<int> cpus = facts.cpus();
  if (!isolated.empty()) {
    finding.text = fmt::format("processors {} are kept for those who name them", isolated);
  } else if (cpus.size() < kCpusToSpareOne) {
    finding.text = fmt::format("none of {} processors, and none to spare", cpus.size());
  } else {
    finding.health = Health::warn;
    finding.text = fmt::format("none of {} processors is free of other programs", cpus.size());
    finding.fix = fmt::format(
        "add isolcpus={0} nohz_full={0} rcu_nocbs={0} to the kernel's command "
        "line, and bind the loop to processor {0}",
        cpus.back());
  }
  return finding;
}

Finding check_deep_sleep(const MachineFacts& facts) {
  Finding finding{.check = "deep sleep"};
  const auto file = facts.path("dev/cpu_dma_latency");
  if (access(file.c_str(), F_OK) != 0) {
    finding.text = "not this system's to hold off (no /dev/cpu_dma_latency)";
  } else if (access(file.c_str(), W_OK) == 0) {
    finding.text = "held off while a session runs (/dev/cpu_dma_latency)";
  } else {
    finding.health = Health::warn;
    finding.text = "processors sleep deeply between ticks (/dev/cpu_dma_latency is closed to you)";
    finding.fix = "sudo setfacl -m u:$USER:rw /dev/cpu_dma_latency";
  }
  return finding;
}

Finding check_clock_source(const MachineFacts& facts) {
  Finding finding{.check = "clock"};
  const auto source = facts.text("sys/devices/system/clocksource/clocksource0/current_clocksource");
  const std::set<std::string> fast = {"tsc", "kvm-clock", "arch_sys_counter",
                                      "hyperv_clocksource_tsc_page"};
  if (!source) {
    finding.text = "not reported by this kernel";
  } else if (fast.count(*source) > 0) {
    finding.text = fmt::format("{}, read without a system call", *source);
  } else {
    finding.health = Health::warn;
    finding.text = fmt::format("{}, which is slow to read", *source);
    finding.fix = "look for the reason with: sudo dmesg | grep -i clocksource";
  }
  return finding;
}

Finding check_virtual_machine(const MachineFacts& facts) {
  Finding finding{.check = "hardware"};
  if (facts.cpu_flag("hypervisor")) {
    finding.health = Health::warn;
    finding.text = "a virtual machine, which its host can stop at any moment";
    finding.fix = "run sides with real devices on real hardware";
  } else {
    finding.text = "no sign of a virtual machine";
  }
  return finding;
}

Finding check_encryption(const MachineFacts& facts) {
  Finding finding{.check = "encryption"};
  if (facts.cpu_flag("aes")) {
    finding.text = "AES in hardware";
  } else {
    finding.text =
        "no AES in hardware: packets are sealed with ChaCha20-Poly1305, about 1 µs slower";
  }
  return finding;
}

}  // namespace tether::runtime
