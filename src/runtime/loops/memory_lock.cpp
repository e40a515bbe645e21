#include "runtime/loops/memory_lock.hpp"

#include <cerrno>
#include <system_error>

#include <fmt/format.h>
#include <linux/capability.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tether::runtime {
namespace {

constexpr const char* kWayOut =
    "fix: echo \"$USER - memlock unlimited\" | sudo tee -a /etc/security/limits.d/tether.conf, "
    "then log in again";

// whether limits on locked memory do not apply to this process
bool exempt() {
  __user_cap_header_struct header{.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
  __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {};
  if (syscall(SYS_capget, &header, &data) != 0) return false;
  return (data[CAP_TO_INDEX(CAP_IPC_LOCK)].effective & CAP_TO_MASK(CAP_IPC_LOCK)) != 0;
}

}  // namespace

std::string lock_process_memory() {
  rlimit limit{};
  const bool known = getrlimit(RLIMIT_MEMLOCK, &limit) == 0;
  if (!exempt() && !(known && limit.rlim_cur == RLIM_INFINITY)) {
    return fmt::format(
        "memory is not locked (memlock limit {} KiB): a tick may wait for a page; {}",
        known ? limit.rlim_cur / 1024 : 0, kWayOut);
  }
  if (mlockall(MCL_CURRENT | MCL_FUTURE) == 0) return {};
  return fmt::format("memory is not locked ({}): a tick may wait for a page; {}",
                     std::generic_category().message(errno), kWayOut);
}

}  // namespace tether::runtime
