// A child process with fewer rights than the test has: what it may not do it must name and survive.
#pragma once

#include <functional>
#include <string>

#include <linux/capability.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tether::runtime {

// what stands in the child's report, and how it ended
struct LesserProcess {
  std::string report;
  int status = -1;  // exit status, -1 when killed
};

// drops the capability from this process
inline bool drop(unsigned capability) {
  __user_cap_header_struct header{.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
  __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {};
  if (syscall(SYS_capget, &header, &data) != 0) return false;
  data[CAP_TO_INDEX(capability)].effective &= ~CAP_TO_MASK(capability);
  data[CAP_TO_INDEX(capability)].permitted &= ~CAP_TO_MASK(capability);
  data[CAP_TO_INDEX(capability)].inheritable &= ~CAP_TO_MASK(capability);
  return syscall(SYS_capset, &header, &data) == 0;
}

// runs `work` without the right to real-time priorities and with little memory to lock
inline LesserProcess without_rights(const std::function<std::string()>& work) {
  int ends[2];
  if (pipe(ends) != 0) return {};
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    munlockall();
    const rlimit none{.rlim_cur = 0, .rlim_max = 0};
    constexpr rlim_t kLittle = 65'536;  // [bytes]
    const rlimit little{.rlim_cur = kLittle, .rlim_max = kLittle};
    const bool dropped = setrlimit(RLIMIT_RTPRIO, &none) == 0 &&
                         setrlimit(RLIMIT_MEMLOCK, &little) == 0 && drop(CAP_SYS_NICE) &&
                         drop(CAP_IPC_LOCK);
    const std::string report = dropped ? work() : "cannot drop rights";
    const bool written = write(ends[1], report.data(), report.size()) >= 0;
    _exit(dropped && written ? 0 : 1);
  }
  close(ends[1]);
  LesserProcess outcome;
  char buffer[4096];
  for (ssize_t n = 0; (n = read(ends[0], buffer, sizeof buffer)) > 0;) {
    outcome.report.append(buffer, static_cast<std::size_t>(n));
  }
  close(ends[0]);
  int status = 0;
  if (waitpid(child, &status, 0) == child && WIFEXITED(status)) {
    outcome.status = WEXITSTATUS(status);
  }
  return outcome;
}

}  // namespace tether::runtime
