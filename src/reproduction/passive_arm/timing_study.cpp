#include "tether/reproduction/passive_arm/timing_study.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <tuple>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include "tether/core/error.hpp"
#include "tether/link/ros/ros_endpoint.hpp"
#include "tether/link/udp/udp_socket.hpp"
#include "tether/report/machine_report.hpp"
#include "tether/runtime/clocks/latency_hold.hpp"
#include "tether/runtime/machine/machine_facts.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/wall/wall_session.hpp"

namespace tether::reproduction {
namespace {

// the document has milliseconds and no percentiles
constexpr TimingFigures ms(double mean, double sigma, double min, double max) {
  return {.mean = 1e-3 * mean, .sigma = 1e-3 * sigma, .min = 1e-3 * min, .max = 1e-3 * max};
}

constexpr std::array<DocumentedTiming, 3> kDocumented{
    {{"LUNA, one PC",
      {ms(1.00, 0.24, 0.49, 7.22), ms(0.41, 0.11, 0.00, 6.52), ms(2.00, 0.20, 0.02, 6.00), {}, {}}},
     {"LUNA, two PCs",
      {ms(1.42, 1.53, 0.36, 18.26), ms(0.93, 1.57, 0.00, 16.65), ms(2.01, 0.70, 0.01, 8.28),
       ms(4.11, 1.38, 0.04, 12.06), ms(4.27, 1.83, 0.03, 12.23)}},
     {"ROS, two PCs",
      {ms(1.03, 0.29, 0.40, 11.49), ms(0.57, 0.26, 0.00, 11.24), ms(2.00, 0.04, 1.55, 2.46),
       ms(1.02, 0.23, 0.40, 6.54), ms(1.00, 0.60, 0.02, 9.71)}}}};

constexpr std::array<TimedQuantity, kTimedQuantities> kQuantities{
    {{"controller_period", "Controller period", &runtime::LoopReport::period},
     {"compute_time", "Compute time", &runtime::LoopReport::compute},
     {"interface_period", "Robot-interface period", &runtime::LoopReport::interface},
     {"transmit_period", "Transmit period", &runtime::LoopReport::transmit},
     {"receive_period", "Receive period", &runtime::LoopReport::receive}}};

constexpr double kUsualTrials = 30;  // of both forms of a link

// a key that lives as long as this does
class TemporaryKey {
 public:
  TemporaryKey() {
    std::string path = (std::filesystem::temp_directory_path() / "tether_key_XXXXXX").string();
    const int file = mkstemp(path.data());  // for its owner only
    if (file < 0) throw core::IoError("create", path, errno);
    path_ = path;
    const std::string text = link::hexadecimal(link::random_key()) + "\n";
    const bool written = write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    close(file);
    if (!written) throw core::IoError("write", path, errno);
  }
  ~TemporaryKey() { unlink(path_.c_str()); }
  TemporaryKey(const TemporaryKey&) = delete;
  TemporaryKey& operator=(const TemporaryKey&) = delete;

  const std::string& path() const noexcept { return path_; }

 private:
  std::string path_;
};

// ports of the loopback interface that nobody has now
std::pair<std::string, std::string> free_addresses() {
  const link::UdpAddress any = link::parse_address("127.0.0.1:0", "study");
  const link::UdpSocket first(any), second(any);
  return {link::to_string(first.local()), link::to_string(second.local())};
}

// others on this machine may have sessions too; the pair of the trials takes the two that follow
int own_domain() { return 100 + 3 * static_cast<int>(getpid() % 40); }

class Study {
 public:
  Study(const TimingStudyOptions& options, scenario::Scenario scenario)
      : options_(options),
        scenario_(std::move(scenario)),
        of_link_(2 * options.seconds + kUsualTrials * options.trial_seconds) {}

  TimedLink measure(Transport transport, std::size_t turn);

 private:
  void run_session(TimedLink& timed);
  void find_rates(TimedLink& timed);
  bool stopped() const noexcept { return options_.stop != nullptr && *options_.stop; }
  // of this link [s]
  void report_progress(Transport transport, const std::string& step, double done) const;

  const TimingStudyOptions& options_;
  scenario::Scenario scenario_;
  double of_link_;  // time that a link takes [s]
  std::size_t turn_ = 0;
};

void Study::report_progress(Transport transport, const std::string& step, double done) const {
  if (!options_.progress) return;
  options_.progress({fmt::format("{}: {}", name(transport), step),
                     static_cast<double>(turn_) * of_link_ + std::min(done, of_link_),
                     static_cast<double>(options_.links.size()) * of_link_});
}

void Study::run_session(TimedLink& timed) {
  const TemporaryKey key;
  scenario::Scenario scenario = scenario_;
  scenario.link.transport = timed.transport;
  scenario.link.udp.key = key.path();
  std::tie(scenario.link.udp.leader, scenario.link.udp.follower) = free_addresses();
  scenario.link.dds_domain = own_domain();
  session::RunOptions run;
  run.stop = options_.stop;
  run.progress = [&](const session::Progress& now) {
    report_progress(timed.transport, "session in wall time", std::min(now.time, options_.seconds));
  };
  session::RunResult result = session::run_in_wall_time(scenario, signals::LocalSides::both, run);
  if (result.end == session::RunEnd::fault) {
    timed.fault = result.failure.empty() ? "a fault" : result.failure;
  }
  // the leader first, as everywhere
  std::reverse(result.loops.begin(), result.loops.end());
  timed.loops = std::move(result.loops);
  timed.refused = std::move(result.refused);
}

void Study::find_rates(TimedLink& timed) {
  const runtime::LatencyHold no_deep_sleep;
  const int priority = scenario_.realtime.priority;
  RateTrials trials(
      open_link_pair(
          {.transport = timed.transport, .priority = priority, .dds_domain = own_domain() + 1}),
      {.duration = core::duration_from_seconds(options_.trial_seconds),
       .priority = priority,
       .stop = options_.stop});
  double done = 2 * options_.seconds;
  const auto highest = [&](LinkForm form, const char* what) {
    return highest_rate([&](double rate) {
      report_progress(timed.transport, fmt::format("{} at {:.0f} Hz", what, rate), done);
      done += options_.trial_seconds;
      return trials.sustains(form, rate);
    });
  };
  LinkRates rates;
  rates.publish_subscribe = highest(LinkForm::publish_subscribe, "publish-subscribe");
  rates.rendezvous = highest(LinkForm::rendezvous, "rendezvous");
  if (!stopped()) timed.rates = rates;
}

TimedLink Study::measure(Transport transport, std::size_t turn) {
  turn_ = turn;
  TimedLink timed{.transport = transport};
  if (transport == Transport::ros) {
    // no master is no reason to measure nothing at all
    try {
      const link::RosEndpoint trial({.role = passivity::Role::leader});
    } catch (const core::InputError& e) {
      timed.missing = e.what();
      return timed;
    }
  }
  report_progress(transport, "session in wall time", 0);
  run_session(timed);
  if (stopped()) return timed;
  report_progress(transport, "cyclictest", options_.seconds);
  timed.cyclictest = run_cyclictest({.seconds = options_.seconds,
                                     .interval = 1 / scenario_.rate,
                                     .priority = scenario_.realtime.priority,
                                     .stop = options_.stop});
  if (!stopped()) find_rates(timed);
  return timed;
}

double load_of(const runtime::MachineFacts& facts) {
  const auto text = facts.text("proc/loadavg");
  return text ? std::strtod(text->c_str(), nullptr) : 0;
}

}  // namespace

std::span<const TimedQuantity> timed_quantities() noexcept { return kQuantities; }

std::span<const DocumentedTiming> documented_timing() noexcept { return kDocumented; }

TimingFigures figures(const runtime::SeriesReport& series) noexcept {
  if (series.count == 0) return {};
  return {.mean = series.mean,
          .sigma = series.sigma,
          .min = series.min,
          .max = series.max,
          .p99 = series.p99};
}

TimingStudy run_timing_study(const TimingStudyOptions& options) {
  auto overrides = options.overrides;
  overrides.push_back(fmt::format("duration={}", options.seconds));
  // a session of another length has other phases
  overrides.insert(overrides.end(), {"phases=[]", "expect=[]"});
  scenario::Scenario scenario = scenario::load_scenario(options.scenario, overrides);

  const runtime::MachineFacts facts;
  const report::MachineReport machine = report::machine_report({});
  TimingStudy study{.scenario = options.scenario,
                    .seconds = options.seconds,
                    .trial_seconds = options.trial_seconds,
                    .control_rate = scenario.rate,
                    .priority = scenario.realtime.priority,
                    .kernel = machine.kernel,
                    .processor = machine.processor,
                    .cores = machine.cores,
                    .virtual_machine = facts.cpu_flag("hypervisor"),
                    .load = load_of(facts),
                    .when = fmt::format("{:%Y-%m-%d %H:%M}", fmt::gmtime(std::time(nullptr)))};
  Study measurement(options, std::move(scenario));
  for (std::size_t i = 0; i < options.links.size(); ++i) {
    if (options.stop != nullptr && *options.stop) break;
    study.links.push_back(measurement.measure(options.links[i], i));
  }
  return study;
}

}  // namespace tether::reproduction
