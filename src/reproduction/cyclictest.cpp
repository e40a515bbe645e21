#include "tether/reproduction/cyclictest.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tether::reproduction {
namespace {

constexpr long kLongestDelay = 1'000'000;  // of the histogram, as long as cyclictest takes it [ns]

// 0, or an error number
int spawn(std::vector<std::string> arguments, pid_t& pid) {
  std::vector<char*> pointers;
  pointers.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0);
  }
  const int error =
      posix_spawnp(&pid, pointers.front(), &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

// the exit status; ended early when asked to stop
int wait_for(pid_t pid, const std::atomic<bool>* stop) {
  int status = 0;
  bool interrupted = false;
  while (waitpid(pid, &status, WNOHANG) == 0) {
    if (!interrupted && stop != nullptr && *stop) {
      kill(pid, SIGINT);
      interrupted = true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return status;
}

// a directory of this process only, gone with it
class Scratch {
 public:
  Scratch() : path_((std::filesystem::temp_directory_path() / "tether_XXXXXX").string()) {
    made_ = mkdtemp(path_.data()) != nullptr;
  }
  ~Scratch() {
    std::error_code left_behind;
    if (made_) std::filesystem::remove_all(path_, left_behind);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  std::string file(const char* name) const { return path_ + "/" + name; }

 private:
  std::string path_;
  bool made_ = false;
};

Cyclictest without(std::string why) { return {.missing = std::move(why)}; }

}  // namespace

Cyclictest parse_cyclictest(std::string_view text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  try {
    const auto& thread = json.at("thread").at("0");
    Cyclictest result;
    result.cycles = thread.at("cycles").get<std::uint64_t>();
    if (result.cycles == 0) return without("cyclictest made no cycle");
    result.mean = 1e-9 * thread.at("avg").get<double>();
    result.min = 1e-9 * thread.at("min").get<double>();
    result.max = 1e-9 * thread.at("max").get<double>();
    std::vector<std::pair<long, std::uint64_t>> bins;  // ns, count
    for (const auto& [latency, count] : thread.at("histogram").items()) {
      bins.emplace_back(std::stol(latency), count.get<std::uint64_t>());
    }
    std::sort(bins.begin(), bins.end());
    std::uint64_t seen = 0;
    for (const auto& [latency, count] : bins) {
      seen += count;
      if (static_cast<double>(seen) < 0.99 * static_cast<double>(result.cycles)) continue;
      result.p99 = 1e-9 * static_cast<double>(latency);
      break;
    }
    return result;
  } catch (const std::exception&) {
    return without("cyclictest wrote no figures that can be read");
  }
}

Cyclictest run_cyclictest(const CyclictestParams& params) {
  const Scratch scratch;
  const std::string file = scratch.file("cyclictest.json");
  pid_t pid = 0;
  const int error = spawn({"cyclictest", "--quiet", "--mlockall", "--threads=1", "--nsecs",
                           fmt::format("--priority={}", params.priority),
                           fmt::format("--interval={:.0f}", 1e6 * params.interval),
                           fmt::format("--loops={:.0f}", params.seconds / params.interval),
                           fmt::format("--histogram={}", kLongestDelay), "--json=" + file},
                          pid);
  if (error == ENOENT) return without("cyclictest is not installed (Debian package rt-tests)");
  if (error != 0) return without(fmt::format("cannot start cyclictest: {}", std::strerror(error)));
  const int status = wait_for(pid, params.stop);
  if (params.stop != nullptr && *params.stop) return without("stopped");
  std::ifstream stream(file);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (status != 0 && text.empty()) {
    return without(
        fmt::format("cyclictest was refused; run as root or with a real-time limit: "
                    "cyclictest -m -t 1 -p {} -i {:.0f}",
                    params.priority, 1e6 * params.interval));
  }
  return parse_cyclictest(text);
}

}  // namespace tether::reproduction
