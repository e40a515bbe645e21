#include "tether/assistant/assist_process.hpp"

#include <fmt/format.h>

#include "tether/core/error.hpp"
#include "tether/runtime/loops/realtime_thread.hpp"

namespace tether::assistant {
namespace {

constexpr auto kReportPeriod = std::chrono::milliseconds(100);
// in one period of reporting: a hostile view must not fill the terminal
constexpr std::uint64_t kMostComplaints = 10;

assist::ForceHoldParams hold_of(const AssistProcessParams& params) {
  if (!(params.rate >= 10 && params.rate <= 10'000)) {
    throw core::InputError(fmt::format("rate {}: expected 10 to 10000 Hz", params.rate));
  }
  assist::ForceHoldParams hold = params.hold;
  hold.sample_time = 1 / params.rate;
  return hold;
}

std::string named(const FixtureUpdate& update) {
  const std::string key = to_string(update.key);
  if (!update.fixture || update.fixture->name.empty()) return key;
  return fmt::format("{} \"{}\"", key, printable(update.fixture->name));
}

}  // namespace

AssistProcess::AssistProcess(const AssistProcessParams& params, AssistScene& scene,
                             std::function<void(const std::string&)> complain)
    : params_(params),
      complain_(std::move(complain)),
      store_(scene),
      pass_(scene, hold_of(params)),
      gateway_(params.udp.empty() ? nullptr : std::make_unique<CatGateway>(params.udp, poses_)),
      service_(std::make_unique<CatService>(params.network, poses_)) {}

AssistProcess::~AssistProcess() = default;

void AssistProcess::load(const std::vector<assist::Fixture>& fixtures) {
  for (const assist::Fixture& fixture : fixtures) {
    const FixtureUpdate update{
        .key = {FixtureTopic::fixtures, fixture.id}, .fixture = fixture, .malformed = {}};
    const auto reason = store_.take(update);
    if (reason) throw core::InputError(fmt::format("fixture {}: {}", named(update), *reason));
  }
  store_.commit();
}

void AssistProcess::run(const std::atomic<bool>& stop,
                        const std::function<void(const AssistStatus&)>& report) {
  std::atomic<bool> ended = false;
  runtime::RealtimeThread thread({.name = "assist", .priority = params_.priority},
                                 [&] { answer_poses(ended); });
  not_granted_ = thread.grant().refused;
  using Clock = std::chrono::steady_clock;
  auto next = Clock::now();
  while (!stop) {
    service_->wait(kReportPeriod / 2);
    edit();
    if (Clock::now() < next) continue;
    next = Clock::now() + kReportPeriod;
    if (complaints_ > kMostComplaints) {
      complain_(fmt::format("... and {} more", complaints_ - kMostComplaints));
    }
    complaints_ = 0;
    report(status());
  }
  ended = true;
  thread.join();
}

// the real-time thread
void AssistProcess::answer_poses(const std::atomic<bool>& stop) noexcept {
  runtime::PeriodicClock clock({.period = core::duration_from_seconds(1 / params_.rate)},
                               runtime::monotonic_time().now());
  PassReport report;
  while (!stop.load(std::memory_order_relaxed)) {
    report.late += clock.wait().missed;
    const auto force = pass_.update(poses_.take());
    if (force) {
      service_->send(*force);
      if (gateway_) gateway_->send(*force);
      report.force = *force;
      ++report.forces;
    }
    report.counts = pass_.counts();
    report.speaks = !pass_.silent();
    passes_.write(report);
  }
}

void AssistProcess::edit() {
  service_->take([this](const FixtureUpdate& update) { take(update); },
                 [this](const FixtureRequest& request) { return store_.answer(request); });
  store_.commit();
}

void AssistProcess::take(const FixtureUpdate& update) {
  const auto reason = store_.take(update);
  if (!reason || ++complaints_ > kMostComplaints) return;
  complain_(fmt::format("fixture {} refused: {}", named(update), printable(*reason)));
}

AssistStatus AssistProcess::status() {
  passes_.read(last_report_);
  return {.poses = poses_.counts(),
          .gateway = gateway_ ? gateway_->counts() : GatewayCounts{},
          .passes = last_report_.counts,
          .late = last_report_.late,
          .forces = last_report_.forces,
          .controllers = service_->controllers(),
          .speaks = last_report_.speaks,
          .force = last_report_.force,
          .held = store_.held(),
          .refused = store_.refusals()};
}

std::string AssistProcess::gateway() const {
  return gateway_ ? to_string(gateway_->address()) : std::string();
}

}  // namespace tether::assistant
