// The parts that a scenario can name, in registries that are passed by value: devices, couplings,
// passivity methods, fixture laws, tasks, metrics. They begin with the built-in ones; a program of
// one's own adds to them, and so does a plug-in (plugin.hpp). A scenario that was read with them
// carries them, so that whoever makes parts of it finds what it names: both drivers, planned and
// live changes, the replay.
//
//   scenario::Extensions mine;
//   mine.couplings.add({.name = "hardening", .help = "...", .leader = ..., .follower = ...});
//   auto scenario = scenario::load_scenario("omega_lwr_wall", {"coupling.kind=hardening"}, mine);
//
// What is registered is called at set-up and may throw; what it makes is called in ticks and keeps
// the real-time rules. A robot needs none of this: an MJCF file that the scenario names is enough.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tether/assist/fixtures/fixture_forces.hpp"
#include "tether/control/couplings/coupling.hpp"
#include "tether/core/registry.hpp"
#include "tether/device/device.hpp"
#include "tether/passivity/methods/methods.hpp"
#include "tether/scenario/scenario.hpp"
#include "tether/scenario/schema/fields.hpp"
#include "tether/signals/metric_names.hpp"
#include "tether/sim/people/intention.hpp"

namespace tether::scenario {

// the follower's chain, where it starts and the frame its workspace hangs on
struct FollowerSetup {
  robot::Chain chain;
  robot::JointVector start;  // [rad]
  spatial::Pose offset;      // H_o
};

// leader.device, follower.robot
struct DeviceDriver {
  std::string name;
  std::string help;   // one line, for `tether list` and the report
  std::string model;  // kinematics and ratings: a name of the catalogue, or an MJCF file

  template <class From>
  using Make = std::function<std::unique_ptr<device::Device>(const Scenario&, const From&)>;
  // In virtual time, and in sessions that drive, it must be a sim::SimulatedDevice. Without the one
  // or the other it cannot lead, or cannot follow.
  Make<robot::Chain> leader;
  Make<FollowerSetup> follower;
};

// coupling.kind
struct CouplingLaw {
  std::string name;
  std::string help;
  control::CouplingKind number = {};  // on the wire; given by the registry
  // Keys of [coupling] besides those that all laws share. Those of every law are declared,
  // whichever is chosen, so that one can be exchanged for another.
  std::function<void(Fields&, CouplingParams&)> keys = {};
  std::function<std::unique_ptr<control::Coupling>(const Scenario&, const robot::Chain&)> leader;
  std::function<std::unique_ptr<control::Coupling>(const Scenario&, const FollowerSetup&)> follower;
  // the follower is to be where the leader is; otherwise the sides meet wherever they are
  bool follows_places = true;
};

// passivity.kind
struct PassivityMethod {
  std::string name;
  std::string help;
  passivity::Method number = {};  // on the wire; given by the registry
  // keys of [passivity] while it is chosen
  std::function<void(Fields&, passivity::Params&, const CouplingParams&)> keys = {};
  std::function<std::unique_ptr<passivity::Layer>(const passivity::Params&, passivity::Role,
                                                  const passivity::PortMotionParams&)>
      make;
};

// assist.fixtures[].law, besides those of assist/fixtures/fixture.hpp
struct FixtureLaw {
  std::string name;
  std::string help;
  std::function<void(Fields&, ExtensionFixture&)> keys = {};
  std::function<std::unique_ptr<assist::FixtureForces>(const Scenario&, const ExtensionFixture&)>
      make;
};

// operator.task
struct Task {
  std::string name;
  std::string help;
  std::function<void(Fields&, OperatorParams&)> keys = {};  // of [operator]; all are declared
  std::function<std::unique_ptr<sim::Intention>(const Scenario&)> make;
};

// What a metric is made of: sees every tick of one stretch of time, and gives one figure. A session
// has one for itself, and one for each of its phases.
class Measure {
 public:
  virtual ~Measure() = default;
  virtual void add(const signals::Tick& leader, const signals::Tick& follower) noexcept = 0;
  virtual std::optional<double> value() const = 0;  // none when it could not be measured
};

// expect[].metric, besides those of signals/metric_names.hpp
struct MetricDefinition {
  std::string name;
  std::string help;
  std::string unit;  // SI
  signals::MeasuredBy measured_by = signals::MeasuredBy::both_together;
  std::function<std::unique_ptr<Measure>(const Scenario&)> make;
};

struct Extensions {
  Extensions();  // the built-in parts

  core::Registry<DeviceDriver> devices;
  core::Registry<CouplingLaw> couplings;
  core::Registry<PassivityMethod> methods;
  core::Registry<FixtureLaw> fixture_laws;
  core::Registry<Task> tasks;
  core::Registry<MetricDefinition> metrics;
};

// Keys of a part in a table of its name, such as [coupling.hardening]: describe(Fields&, Params&).
// The part gets them back with `scenario.coupling.extension.get<Params>("hardening")`.
template <class Params, class DescribeParams>
auto extension_table(std::string name, DescribeParams describe) {
  const std::string help = "of " + name;
  return [name, help, describe](Fields& f, auto& part, const auto&...) {
    Params& params = part.extension.template of<Params>(name);
    f.table(name, [&](Fields& g) { describe(g, params); }, {.help = help});
  };
}

// what the scenario's coupling and method are
const CouplingLaw& coupling_law(const Scenario& scenario);
const PassivityMethod& passivity_method(const Scenario& scenario);

// the parts that a scenario names and that are not built in, as "passivity method slew"
std::vector<std::string> extensions_used(const Scenario& scenario);
// of these, those that the registries do not have
std::vector<std::string> missing_extensions(const std::vector<std::string>& used,
                                            const Extensions& extensions);

}  // namespace tether::scenario
