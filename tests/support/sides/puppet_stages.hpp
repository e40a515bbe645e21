// Stages of a side that do what a test wants and remember what they were given, and a side that is
// made of them.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "tests/support/sides/puppet_device.hpp"
#include "tether/robot/catalogue.hpp"
#include "tether/session/assemble/assemble.hpp"
#include "tether/teleop/side.hpp"

namespace tether::test {

class PuppetEndpoint final : public link::Endpoint {
 public:
  void send(core::Time, const signals::Sample& sample) noexcept override {
    sent = sample;
    ++sends;
  }
  signals::Received receive(core::Time) noexcept override { return received; }

  signals::Received received{.valid = true, .fresh = true, .arrived = 1};
  signals::Sample sent;
  int sends = 0;
};

class PuppetEstimator final : public control::VelocityEstimator {
 public:
  void reset(const robot::JointVector& position) noexcept override {
    ++resets;
    given.clear();
    given.push_back(position);
  }
  robot::JointVector update(const robot::JointVector& position) noexcept override {
    given.push_back(position);
    return velocity;
  }

  robot::JointVector velocity;
  std::vector<robot::JointVector> given;  // since the last reset, its own first
  int resets = 0;
};

class PuppetEngagement final : public control::EngagementStage {
 public:
  control::EngagementOutput update(const control::EngagementInput& given) noexcept override {
    in = given;
    state_ = is;
    out.remote = given.remote;
    return out;
  }
  control::PortSignals as_seen(const control::PortSignals& own) const noexcept override {
    control::PortSignals seen = own;
    seen.pose = seen_from * own.pose;
    return seen;
  }
  void realign(control::Alignment alignment, const spatial::Pose& target) noexcept override {
    ++realigned;
    aligned = alignment;
    realigned_at = target;
  }

  control::EngagementInput in;
  control::EngagementOutput out{.valid = true, .remote = {}, .share = 1};
  control::Engagement is = control::Engagement::engaged;
  spatial::Pose seen_from;
  int realigned = 0;
  control::Alignment aligned = control::Alignment::approach;
  spatial::Pose realigned_at;
};

class PuppetCoupling final : public control::Coupling {
 public:
  control::CouplingOutput update(const control::CouplingInput& given) noexcept override {
    in = given;
    if (sends_its_tool) out.send.pose = given.tool;
    return out;
  }
  void take_over(const control::CouplingOutput& last) noexcept override { taken_over = last; }

  control::CouplingInput in;
  control::CouplingOutput out;
  bool sends_its_tool = true;
  std::optional<control::CouplingOutput> taken_over;
};

class PuppetLayer final : public passivity::Layer {
 public:
  passivity::Admitted receive(const passivity::Port& given,
                              const passivity::ReceivedMessage& from_peer) noexcept override {
    port = given;
    received = from_peer;
    return {.valid = valid, .remote = from_peer.message.signals, .budget = budget};
  }
  passivity::Decision update(const passivity::Port&, const control::CouplingOutput& coupling,
                             const robot::JointVector& effort) noexcept override {
    sent = coupling;
    asked = effort;
    account_.held_back = 0;
    return {.effort = instead.size() > 0 ? instead : robot::JointVector(allows * effort),
            .send = {.signals = coupling.send, .energy = promised}};
  }
  const passivity::Report& report() const noexcept override { return account_; }
  robot::JointVector pay(const robot::JointVector& effort) noexcept override {
    to_pay = effort;
    account_.held_back = held_back_by_paying;
    return pays * effort;
  }
  double foreseen(const robot::JointVector&) const noexcept override { return 0; }
  bool covers(const robot::JointVector& effort) noexcept override {
    to_cover = effort;
    return covered;
  }
  passivity::Account account() const noexcept override { return {passivity::PortMotion({}), tank}; }
  void take_over(const passivity::Account& account) noexcept override { tank = account.tank; }
  passivity::Report& account_report() noexcept { return account_; }

  // what it does
  bool valid = true;
  double budget = 0;           // [J]
  double allows = 1;           // share of what is asked
  robot::JointVector instead;  // of that share, when not empty
  double pays = 1;             // share of what a limit has changed
  double held_back_by_paying = 0.125;
  double promised = 0;  // [J]
  bool covered = true;
  passivity::EnergyTank tank;
  // what it was given
  passivity::Port port;
  passivity::ReceivedMessage received;
  control::CouplingOutput sent;
  robot::JointVector asked, to_pay, to_cover;

 private:
  passivity::Report account_;
};

// a side of nothing but puppets, that ticks once per millisecond
class PuppetSide {
 public:
  using Change = std::function<void(teleop::Stages&)>;

  PuppetSide(
      signals::SideName name, const char* robot, const Change& change = [](auto&) {},
      const scenario::Scenario& scenario = {})
      : device(robot::load(robot)) {
    teleop::Stages stages =
        name == signals::SideName::leader
            ? session::leader_stages(scenario, device.chain())
            : session::follower_stages(
                  scenario,
                  {.chain = device.chain(), .start = device.state.position, .offset = {}});
    stages.estimator = keep(estimator);
    stages.engagement = keep(engagement);
    stages.coupling = keep(coupling);
    stages.passivity = keep(layer);
    estimator->velocity = device.state.position;
    change(stages);
    side = std::make_unique<teleop::Side>(name, device, endpoint, std::move(stages));
  }

  const signals::Tick& tick(teleop::Duty duty = teleop::Duty::work) {
    return side->tick(now += std::chrono::milliseconds(1), duty);
  }
  const signals::Tick& ticks(int n, teleop::Duty duty = teleop::Duty::work) {
    for (int i = 1; i < n; ++i) tick(duty);
    return tick(duty);
  }
  Eigen::Index joints() const { return device.state.position.size(); }

  PuppetDevice device;
  PuppetEndpoint endpoint;
  PuppetEstimator* estimator = nullptr;
  PuppetEngagement* engagement = nullptr;
  PuppetCoupling* coupling = nullptr;
  PuppetLayer* layer = nullptr;
  std::unique_ptr<teleop::Side> side;
  core::Time now;

 private:
  template <class Puppet>
  static std::unique_ptr<Puppet> keep(Puppet*& puppet) {
    auto made = std::make_unique<Puppet>();
    puppet = made.get();
    return made;
  }
};

}  // namespace tether::test
