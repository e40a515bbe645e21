// Stands in for a SICK TiM561 on the network: a TCP server that speaks CoLa A as the device does.
// Commands are answered as there, writing without access is refused, and whoever subscribed gets
// scans of a scene at the device's rate. It can be made to fail in the ways that devices fail. Runs
// on a thread of its own; not for ticks.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "tether/assist/obstacles/range_scan.hpp"
#include "tether/device/drivers/sick_tim/tcp.hpp"

namespace tether::device {

struct Tim561EmulatorParams {
  std::string listen = "127.0.0.1";
  std::uint16_t port = 0;  // 0: any that is free
  double rate = 15;        // of scans [Hz]
  // what is seen, asked once per scan on the emulator's thread; time since it began
  std::function<assist::RangeScan(core::Time)> scene;
};

enum class ScannerFault : std::uint8_t {
  drop,     // the next telegram ends half-way, and with it every connection
  refuse,   // the same, and nobody gets in for a while
  stall,    // connections stay and nothing is sent
  garbage,  // random bytes in place of scans
  split,    // telegrams go out in pieces of a few bytes
};

struct Tim561EmulatorCounts {
  std::uint64_t connections = 0;
  std::uint64_t commands = 0;
  std::uint64_t refused = 0;    // commands answered with an error
  std::uint64_t telegrams = 0;  // scans, each client's counted
  int clients = 0;              // now
};

class Tim561Emulator {
 public:
  // core::InputError for an address that is none, core::IoError when it cannot be had
  explicit Tim561Emulator(Tim561EmulatorParams params);
  Tim561Emulator(const Tim561Emulator&) = delete;
  Tim561Emulator& operator=(const Tim561Emulator&) = delete;
  ~Tim561Emulator();

  std::uint16_t port() const noexcept;
  std::string address() const { return to_string(tcp_local(listener_)); }

  // from now on for so long; a drop is over with the next telegram
  void inject(ScannerFault fault, core::Duration lasts = core::Duration{0});

  Tim561EmulatorCounts counts() const;
  // the latest commands that came, without STX and ETX
  std::vector<std::string> commands() const;

 private:
  struct Client;
  using Instant = std::chrono::steady_clock::time_point;

  void run();
  void wait(Instant until);
  void accept_clients();
  void serve(Client& client);
  void send_scans(Instant now);
  void flush(Client& client);
  void remember(const std::string& command, bool refused);
  bool lasts(ScannerFault fault, Instant now) const;
  void drop_all(std::string_view half);

  Tim561EmulatorParams params_;
  Descriptor listener_, wake_up_;
  Instant began_;
  std::vector<std::unique_ptr<Client>> clients_;
  std::uint16_t scans_ = 0;
  std::uint64_t noise_ = 1;  // state of the garbage

  mutable std::mutex mutex_;  // of what follows
  std::vector<Instant> until_;
  bool drop_ = false;
  Tim561EmulatorCounts counts_;
  std::vector<std::string> commands_;

  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace tether::device
