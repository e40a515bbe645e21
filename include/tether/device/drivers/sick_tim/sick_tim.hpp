// A SICK TiM5xx scanner over TCP. A thread of its own connects, starts the device
// (cola_command.hpp) and reads its scans; the newest is left for the control thread, which never
// waits. When the connection drops, or no good scan comes for a while, whatever else does, it
// begins anew: after 50 ms, then twice as long each time up to a second, until scans come again.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "tether/core/fixed_string.hpp"
#include "tether/core/latest_value.hpp"
#include "tether/device/drivers/sick_tim/cola_command.hpp"
#include "tether/device/drivers/sick_tim/cola_frame.hpp"
#include "tether/device/drivers/sick_tim/scan_telegram.hpp"
#include "tether/device/drivers/sick_tim/tcp.hpp"
#include "tether/device/scanner.hpp"

namespace tether::device {

struct SickTimParams {
  std::string host;
  std::uint16_t port = 2112;
  ScanLimits limits;
  core::Duration connect_timeout = std::chrono::milliseconds(500);
  core::Duration answer_timeout = std::chrono::milliseconds(500);  // to each command
  core::Duration stall = std::chrono::milliseconds(300);           // without a good scan
  core::Duration first_pause = std::chrono::milliseconds(50);      // before it connects again
  core::Duration longest_pause = std::chrono::seconds(1);
};

enum class ScannerState : std::uint8_t {
  connecting,
  starting,   // commands and answers
  streaming,  // scans come
  pausing,    // before the next attempt
};
const char* name(ScannerState state) noexcept;

struct ScannerStatus {
  ScannerState state = ScannerState::connecting;
  std::uint64_t scans = 0;                       // good ones
  std::uint64_t missed = 0;                      // that the device counted and we never saw
  std::uint64_t reconnects = 0;                  // attempts but the first
  std::uint64_t unexpected = 0;                  // telegrams that are neither scans nor answers
  std::array<std::uint64_t, kScanErrors> bad{};  // scan telegrams refused, by reason
  ColaFrameCounts frames;
  core::FixedString<120> last_error;  // empty: none yet

  std::uint64_t bad_telegrams() const noexcept;
};

class SickTim : public Scanner {
 public:
  // session time; called on the driver's thread
  using Clock = std::function<core::Time()>;

  // Looks the host up (core::InputError) and returns at once; connecting is the thread's.
  SickTim(SickTimParams params, Clock clock);
  SickTim(const SickTim&) = delete;
  SickTim& operator=(const SickTim&) = delete;
  ~SickTim() override;

  bool read(core::Time now, assist::RangeScan& scan) noexcept override;
  // for one thread, which may be another than that of read; never waits
  ScannerStatus status() noexcept;

 private:
  using Deadline = std::chrono::steady_clock::time_point;
  enum class Event : std::uint8_t { data, timeout, closed, stopped };

  void run() noexcept;
  void converse();  // until the connection is of no use
  bool connect();
  bool start();
  bool command(const ColaCommand& step);
  void stream();
  void say_goodbye() noexcept;

  bool send(std::string_view text) noexcept;
  Event wait(short events, Deadline until) noexcept;
  // takes what has come, telegram by telegram
  template <class Take>
  Event receive(Deadline until, Take&& take);
  bool take_scan(std::string_view telegram) noexcept;
  void pause(core::Duration time) noexcept;
  void fail(std::string_view why) noexcept;
  void enter(ScannerState state) noexcept;
  void publish() noexcept;

  SickTimParams params_;
  Clock clock_;
  TcpAddress address_;
  core::LatestValue<assist::RangeScan> latest_;
  core::LatestValue<ScannerStatus> reported_;

  // the thread's own
  Descriptor socket_, wake_up_;
  ColaFrames frames_;
  ScannerStatus status_;
  ScanHeader header_;
  assist::RangeScan scan_;
  std::uint32_t number_ = 0;
  bool counted_ = false;  // a scan came since it connected, so the device's counter is known
  std::uint16_t counter_ = 0;

  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace tether::device
