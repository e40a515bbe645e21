#include "tests/support/processes/side_process.hpp"

#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "tests/support/processes/patience.hpp"

namespace tether::test {
namespace {

std::string printed(const SideProcessParams& params) { return params.out.string() + ".txt"; }

std::vector<std::string> command(const SideProcessParams& params) {
  std::vector<std::string> words = params.wrapped_by;
  words.insert(words.end(), {TETHER_PROGRAM, signals::name(params.side), "omega_lwr_wall_document", "--out",
                             params.out.string()});
  // The world waits for a machine that is late: what jolts is then the session's doing.
  std::vector<std::string> settings{"duration=1000",
                                    "session.physics=ticks",
                                    "phases=[]",
                                    "expect=[]",
                                    fmt::format("link.udp.leader=\"{}\"", params.leader),
                                    fmt::format("link.udp.follower=\"{}\"", params.follower),
                                    "link.udp.key=" + params.key.string()};
  settings.insert(settings.end(), params.settings.begin(), params.settings.end());
  for (const std::string& setting : settings) words.insert(words.end(), {"--set", setting});
  return words;
}

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

// all of 127.0.0.0/8 is this machine, so that the number of the test's process makes them its own
TestAddresses::TestAddresses() {
  const auto id = static_cast<unsigned>(getpid());
  const std::string host =
      fmt::format("127.{}.{}.{}", 64 + (id >> 16U) % 64, (id >> 8U) & 255U, id & 255U);
  leader = host + ":7401";
  follower = host + ":7402";
  relay = host + ":7403";
}

SideProcess::SideProcess(const SideProcessParams& params)
    : params_(params), process_(command(params), printed(params)) {}

std::string SideProcess::output() const { return content(printed(params_)); }

std::size_t SideProcess::times_reported(control::Engagement state) const {
  const std::string text = output();
  const std::string line = fmt::format(" s: {}\n", control::name(state));
  std::size_t times = 0;
  for (auto at = text.find(line); at != std::string::npos; at = text.find(line, at + 1)) ++times;
  return times;
}

bool SideProcess::reports(const Reported& what) {
  const auto reported = [&] { return times_reported(what.state) >= what.times; };
  return eventually([&] { return reported() || !process_.running(); }) && reported();
}

int SideProcess::end() {
  process_.signal(SIGINT);
  return process_.wait();
}

nlohmann::json SideProcess::summary() const {
  return nlohmann::json::parse(content(params_.out / "summary.json"));
}

RecordedRun SideProcess::log() const { return read_run(params_.out / "log.mcap", params_.side); }

}  // namespace tether::test
