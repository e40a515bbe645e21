// A passivity method that lets nothing happen, and a metric that counts, as a plug-in.
#include "tether/passivity/accounted.hpp"
#include "tether/scenario/plugin.hpp"

using namespace tether;

class Still final : public passivity::Accounted {
 public:
  explicit Still(const passivity::PortMotionParams& port) : Accounted(port) {}
  passivity::Admitted receive(const passivity::Port& port,
                              const passivity::ReceivedMessage& received) noexcept override {
    settle(port, received);
    return {received.valid, received.message.signals, 0};
  }
  passivity::Decision update(const passivity::Port& port, const control::CouplingOutput& coupling,
                             const robot::JointVector& asked) noexcept override {
    return decide(port, coupling, asked, robot::JointVector::Zero(asked.size()));
  }
};

class SamplesSent final : public scenario::Measure {
 public:
  void add(const signals::Tick&, const signals::Tick&) noexcept override { count_ += 2; }
  std::optional<double> value() const override { return count_; }

 private:
  double count_ = 0;
};

TETHER_PLUGIN(extensions) {
  extensions.methods.add(
      {.name = "still", .help = "no effort", .make = [](const auto&, auto, const auto& port) {
         return std::make_unique<Still>(port);
       }});
  extensions.metrics.add(
      {.name = "samples_sent", .help = "by both sides", .unit = "1", .make = [](const auto&) {
         return std::make_unique<SamplesSent>();
       }});
}
