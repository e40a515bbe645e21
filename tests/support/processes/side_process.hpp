// A session of two processes for fault tests: `tether leader` and `tether follower` with a key and
// addresses of their own, started, killed, frozen and asked to end as a test wants.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "tests/support/processes/child_process.hpp"
#include "tests/support/sides/recorded_run.hpp"

namespace tether::test {

// addresses on this machine that no other running test has
struct TestAddresses {
  TestAddresses();
  std::string leader, follower, relay;  // "HOST:PORT"
};

struct SideProcessParams {
  signals::SideName side = signals::SideName::leader;
  std::string leader, follower;              // link.udp; empty for the other side's: listen
  std::filesystem::path key;                 // file
  std::filesystem::path out;                 // where its files go
  std::vector<std::string> settings = {};    // "key=value"
  std::vector<std::string> wrapped_by = {};  // command that runs it, such as unshare
};

// One side. It runs until it is asked to end; what it prints goes to <out>.txt.
class SideProcess {
 public:
  explicit SideProcess(const SideProcessParams& params);

  // a state that it has reported so many times since it began
  struct Reported {
    control::Engagement state;
    std::size_t times = 1;
  };
  // waits until it has; false when it never does
  bool reports(const Reported& what);
  // once more than so far
  Reported next(control::Engagement state) const { return {state, times_reported(state) + 1}; }
  std::string output() const;

  void kill() { process_.kill(); }
  void freeze() { process_.signal(SIGSTOP); }
  void thaw() { process_.signal(SIGCONT); }
  // Ctrl-C, and until it is gone; its exit status
  int end();

  // when it is gone
  nlohmann::json summary() const;
  RecordedRun log() const;
  signals::SideName side() const { return params_.side; }

 private:
  std::size_t times_reported(control::Engagement state) const;

  SideProcessParams params_;
  ChildProcess process_;
};

}  // namespace tether::test
