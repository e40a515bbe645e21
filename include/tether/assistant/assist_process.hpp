// The separate process of computer-assisted teleoperation: a real-time thread that answers poses
// with forces, a thread of the gateway, and the calling thread, which edits the scene as views and
// commands ask for. docs/assist-process.md
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tether/assistant/assist_pass.hpp"
#include "tether/assistant/fixture_store.hpp"
#include "tether/assistant/service/cat_gateway.hpp"
#include "tether/assistant/service/cat_service.hpp"
#include "tether/runtime/clocks/periodic_clock.hpp"

namespace tether::assistant {

struct AssistProcessParams {
  CatNetwork network = {};
  double rate = 1000;    // of answering [Hz], 10 to 10000
  std::string udp = {};  // "HOST:PORT" of the gateway; empty = none
  int priority = 80;     // SCHED_FIFO, where the system permits it; 0 = an ordinary thread
  // bounds of the force, and how it is held
  assist::ForceHoldParams hold = {};
};

// how it stands; of a process that has run since
struct AssistStatus {
  PoseCounts poses;
  GatewayCounts gateway;
  AssistPassCounts passes;
  std::uint64_t late = 0;         // passes that were left out because the machine was late
  std::uint64_t forces = 0;       // sent
  std::uint32_t controllers = 0;  // on DDS
  bool speaks = false;            // poses come
  spatial::Wrench force;          // the last one sent, at the tool
  std::size_t held = 0;           // fixtures
  std::uint64_t refused = 0;      // fixtures, ever
};

// of the real-time thread, after a pass
struct PassReport {
  AssistPassCounts counts;
  std::uint64_t late = 0;
  std::uint64_t forces = 0;
  bool speaks = false;
  spatial::Wrench force;
};

// the scene: asked by the real-time thread, edited by the calling one
class AssistScene : public AssistForces, public FixtureSink {};

class AssistProcess {
 public:
  // `complain` is called with what is refused, one line each, on the thread of run(). InputError
  // and IoError as of CatService and CatGateway.
  AssistProcess(const AssistProcessParams& params, AssistScene& scene,
                std::function<void(const std::string&)> complain);
  ~AssistProcess();

  // before run(); throws core::InputError with the reason when one is refused
  void load(const std::vector<assist::Fixture>& fixtures);
  // until asked to stop; `report` is called about ten times per second
  void run(const std::atomic<bool>& stop, const std::function<void(const AssistStatus&)>& report);

  // the thread of run(), or when that has returned
  AssistStatus status();
  // where the gateway listens; empty without one
  std::string gateway() const;
  // what the machine did not grant to the real-time thread
  const std::vector<std::string>& refused_by_machine() const noexcept { return not_granted_; }

 private:
  void answer_poses(const std::atomic<bool>& stop) noexcept;
  void edit();
  void take(const FixtureUpdate& update);

  AssistProcessParams params_;
  std::function<void(const std::string&)> complain_;
  FixtureStore store_;
  PoseInbox poses_;
  AssistPass pass_;
  std::unique_ptr<CatGateway> gateway_;
  std::unique_ptr<CatService> service_;
  std::vector<std::string> not_granted_;
  std::uint64_t complaints_ = 0;  // lines in this period of reporting

  // from the real-time thread to the calling one
  core::LatestValue<PassReport> passes_;
  PassReport last_report_;
};

}  // namespace tether::assistant
