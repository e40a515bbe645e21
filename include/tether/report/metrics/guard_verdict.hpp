// What the guards of a session were set to, what was reached, and for how long each acted: a row
// per bound that the scenario states, in the order
//   energy, force                                              of the spring, both sides
//   power, joint stops, joint and tool speed, torque rate, load, fence, hand        per device
// Values are measured at the devices and do not come from the guards themselves: speeds are what
// the positions say, from one that changed to the next, not what an estimator made of them. Names
// and meanings are stable and listed in docs/metrics.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "tether/record/observer.hpp"
#include "tether/report/metrics/port_power.hpp"
#include "tether/scenario/scenario.hpp"

namespace tether::report {

struct BoundVerdict {
  std::string name;
  std::string side;  // empty: the spring between both
  std::string unit;  // SI
  std::optional<double> min, max;
  std::optional<double> reached;  // the value that came closest to the bound, or went farthest past
  double acted = 0;               // for how long [s]

  bool kept() const noexcept;
};

// a device that was stopped
struct StopVerdict {
  std::string side;
  std::string reason;
  double at = 0;         // [s]
  double lasted = 0;     // [s]
  bool lasting = false;  // still in force at the end
};

struct GuardVerdict {
  std::vector<BoundVerdict> bounds;  // empty: the session has no guards
  std::vector<StopVerdict> stops;

  bool kept() const noexcept;  // all bounds
};

nlohmann::ordered_json to_json(const GuardVerdict& verdict);

class GuardCollector final : public record::Observer {
 public:
  // with one local side: what that side can measure by itself
  explicit GuardCollector(const scenario::Scenario& scenario,
                          signals::LocalSides sides = signals::LocalSides::both);
  void observe(const record::Observation& now) noexcept override;

  GuardVerdict verdict() const;

  struct Seen;  // by a bound, in a tick

 private:
  struct Watched {
    BoundVerdict verdict;
    signals::SideName side;
    double (*value)(const Seen&) noexcept;  // null: nothing to measure
    bool (*acts)(const Seen&) noexcept;
  };
  // of one device
  struct Own {
    Own(const scenario::Scenario& scenario, signals::SideName side);
    void note(const signals::Tick& tick) noexcept;
    void note_speeds(const signals::Tick& tick) noexcept;

    signals::SideName side;
    bool slides = false;                         // and does not turn
    robot::JointVector lower, upper, max_speed;  // empty without guards
    PortPower meter;
    // since the position last changed: an interface may repeat it
    struct Speeds {
      double joint_of_rating = 0;  // of the fastest joint
      double tool = 0;             // [m/s]
      double turn = 0;             // [rad/s]
    } speeds;
    robot::JointVector position;
    spatial::Pose tool;
    std::uint64_t moved = 0;  // tick of that change
    double rate;              // of ticks [Hz]
    double power = 0;         // into the device [W]
    double effort_rate = 0;   // fastest change of a joint's effort [N m/s or N/s]
    robot::JointVector effort;
    std::uint64_t index = 0;
    guard::StopReason stop = guard::StopReason::none;
  };

  void watch_spring(const scenario::GuardParams& params);
  void watch_device(const scenario::SideGuardParams& params, const Own& own);
  void watch_stop(Own& own, const signals::Tick& tick) noexcept;
  void watch(BoundVerdict bound, signals::SideName side, double (*value)(const Seen&) noexcept,
             bool (*acts)(const Seen&) noexcept);
  Own& own(signals::SideName side) noexcept {
    return side == signals::SideName::leader ? leader_ : follower_;
  }

  signals::LocalSides sides_;
  double tick_;  // [s]
  Own leader_, follower_;
  std::vector<Watched> watched_;
  std::vector<StopVerdict> stops_;
};

}  // namespace tether::report
