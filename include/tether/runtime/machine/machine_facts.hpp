// What the kernel reports about the machine in /proc and /sys, below a root that tests can put
// elsewhere. Nothing here changes anything.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tether::runtime {

class MachineFacts {
 public:
  explicit MachineFacts(std::filesystem::path root = "/") : root_(std::move(root)) {}

  std::filesystem::path path(std::string_view relative) const { return root_ / relative; }
  // content of a file without the white space at its end; none when it cannot be read
  std::optional<std::string> text(std::string_view relative) const;
  std::optional<std::int64_t> number(std::string_view relative) const;

  // "6.1.0-28-amd64"; "unknown" when not reported
  std::string kernel() const;
  // model of the processor; "unknown" when not reported
  std::string processor() const;
  // indices of the processors that are at work
  std::vector<int> cpus() const;
  // whether /proc/cpuinfo lists that flag
  bool cpu_flag(std::string_view flag) const;
  // soft limit as /proc/self/limits has it: "Max realtime priority", ...; infinite = -1
  std::optional<std::int64_t> limit(std::string_view name) const;
  // whether this process has the capability of that number (linux/capability.h)
  bool capable(unsigned capability) const;

 private:
  std::filesystem::path root_;
};

}  // namespace tether::runtime
