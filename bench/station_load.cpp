// Late ticks of a real-time loop at 1 kHz beside the station's server with 200 clients at display
// rate, of whom 50 never read, against the same server with none; in turns, so that what else the
// machine does hits both alike. The clients run on this machine too, which is more than a session
// meets.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "bench/comparison.hpp"
#include "tests/station/raw_client.hpp"
#include "tests/station/scripted_host.hpp"
#include "tether/runtime/clocks/wake_up_probe.hpp"
#include "tether/station/server/server.hpp"

namespace tether::bench {
namespace {

constexpr int kReaders = 150, kStalled = 50;
constexpr std::size_t kFrameBytes = 1000;  // about a state frame of two arms
constexpr int kRounds = 10;
constexpr std::chrono::seconds kRound{2};
constexpr int kPriority = 80;
// any machine misses some: counted on both sides, or none against one would be infinitely worse
constexpr double kAnyway = 1e-3 * kRounds * 2000;  // ticks

// clients of a server, until it is destroyed
class Crowd {
 public:
  explicit Crowd(const station::Server& server) {
    for (int i = 0; i < kReaders; ++i) readers_.push_back(visitor(server));
    for (int i = 0; i < kStalled; ++i) stalled_.push_back(visitor(server));
    thread_ = std::thread([this] {
      std::string frames;
      while (!leaving_) {
        for (test::RawClient& reader : readers_) reader.read_what_is_there(frames);
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      }
    });
  }
  ~Crowd() {
    leaving_ = true;
    thread_.join();
  }
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;

 private:
  static test::RawClient visitor(const station::Server& server) {
    const std::string at = server.address();
    test::RawClient client(at);
    if (client.ask(test::request("GET", "/", at, test::upgrade_fields("tether.v1"))).status !=
        101) {
      throw std::runtime_error("the station let a client of the benchmark not in");
    }
    return client;
  }

  std::vector<test::RawClient> readers_, stalled_;
  std::atomic<bool> leaving_ = false;
  std::thread thread_;
};

double late_ticks() {
  return static_cast<double>(
      runtime::probe_wake_up({.duration = kRound, .priority = kPriority}).late_count);
}

Timing late_beside_clients() {
  test::ScriptedHost host;
  const station::Outgoing frame{std::make_shared<const std::string>(kFrameBytes, 'x'), true};
  host.on_pulse = [&](station::Outbox& outbox) { outbox.show(frame); };
  const station::Server server({.address = "127.0.0.1:0"}, {}, host);
  double with = 0, without = 0;
  for (int round = 0; round < kRounds; ++round) {
    {
      const Crowd crowd(server);
      with += late_ticks();
    }
    while (server.counts().open > 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    without += late_ticks();
  }
  fmt::print("station: {} late ticks with {} clients, {} with none\n", with, kReaders + kStalled,
             without);
  return {with + kAnyway, without + kAnyway};
}

// Ordinary threads share the processor with the clients; only real-time ones are promised anything.
std::vector<Comparison> comparisons() {
  const runtime::RealtimeThread trial({.priority = kPriority, .lock_memory = false}, [] {});
  if (!trial.grant().fifo) {
    fmt::print(stderr, "station_late_ticks left out: {}\n", trial.grant().refused.front());
    return {};
  }
  return {{.name = "station_late_ticks",
           .rival = "no clients",
           .aim = 1 / 1.3,
           .measured = late_beside_clients}};
}

const Registration kRegistration(comparisons);

}  // namespace
}  // namespace tether::bench
