// tether scan: what a laser scanner sees, through the driver that sessions use.
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <numbers>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "apps/tether/commands.hpp"
#include "tether/assist/obstacles/range_scan.hpp"
#include "tether/core/error.hpp"
#include "tether/device/drivers/sick_tim/sick_tim.hpp"
#include "tether/device/drivers/smart_wheels/host_port.hpp"

namespace tether::apps {
namespace {

using Steady = std::chrono::steady_clock;

struct ScanArguments {
  std::string where;
  double seconds = 0;  // 0: until Ctrl-C
  bool view = false;
};

device::SickTimParams params_of(const std::string& where) {
  device::SickTimParams params;
  const auto there = device::parse_host_port(where, params.port);
  if (!there) throw core::InputError(fmt::format("{}: expected HOST or HOST:PORT", where));
  params.host = there->host;
  params.port = there->port;
  return params;
}

constexpr int kRowsAhead = 14, kRowsBehind = 6, kColumns = 64;

const char* direction(double degrees) {
  constexpr std::array<const char*, 8> kNames{"ahead",  "ahead left",   "left",  "behind left",
                                              "behind", "behind right", "right", "ahead right"};
  const auto eighth = static_cast<int>(std::lround(degrees / 45));
  return kNames[static_cast<std::size_t>((eighth + 8) % 8)];
}

// such as "nearest 0.98 m to the right (-2°)", degrees from straight ahead, left is positive
std::string nearest_in_words(const assist::RangeScan& scan) {
  int nearest = -1;
  float range = assist::kNothing;
  for (int i = 0; i < scan.count; ++i) {
    const float next = scan.ranges[static_cast<std::size_t>(i)];
    if (next < range) {
      nearest = i;
      range = next;
    }
  }
  if (nearest < 0) return "nothing within reach";
  const double degrees = (scan.angle(nearest) - std::numbers::pi / 2) * 180 / std::numbers::pi;
  return fmt::format("nearest {:.2f} m {} ({:+.0f}°)", range, direction(degrees), degrees);
}

// The scanner in the middle as ^, what it sees as #; one column is half a row, as letters are twice
// as high as wide.
std::string view_from_above(const assist::RangeScan& scan) {
  constexpr double kRow = 0.5;
  std::vector<std::string> rows(kRowsAhead + kRowsBehind + 1, std::string(kColumns + 1, ' '));
  const auto mark = [&](double ahead, double left, char symbol) {
    const long row = kRowsAhead - std::lround(ahead / kRow);
    const long column = kColumns / 2 - std::lround(2 * left / kRow);
    if (row < 0 || row >= static_cast<long>(rows.size()) || column < 0 || column > kColumns) return;
    rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] = symbol;
  };
  for (int i = 0; i < scan.count; ++i) {
    const double range = scan.ranges[static_cast<std::size_t>(i)];
    if (!std::isfinite(range)) continue;
    mark(range * std::sin(scan.angle(i)), -range * std::cos(scan.angle(i)), '#');
  }
  mark(0, 0, '^');
  std::string text;
  for (std::string& row : rows) {
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + '\n';
  }
  return text + fmt::format("one row is {:g} m\n", kRow);
}

void print(double now, const device::ScannerStatus& status, double rate,
           const assist::RangeScan& scan) {
  fmt::print("{:6.1f} s  ", now);
  if (status.state == device::ScannerState::streaming && scan.count > 0) {
    fmt::print("{:4.1f} Hz  {}", rate, nearest_in_words(scan));
  } else {
    fmt::print("{}", name(status.state));
  }
  fmt::print("; {} scans, {} missed, {} bad, {} reconnects", status.scans, status.missed,
             status.bad_telegrams(), status.reconnects);
  if (status.state != device::ScannerState::streaming && !status.last_error.empty()) {
    fmt::print("; {}", status.last_error.view());
  }
  fmt::print("\n");
}

int scan_with(const ScanArguments& arguments) {
  const auto began = Steady::now();
  const auto since = [began] { return Steady::now() - began; };
  device::SickTim scanner(params_of(arguments.where), [since] { return core::Time(since()); });
  fmt::print("{}: Ctrl-C ends it\n", arguments.where);
  std::fflush(stdout);
  assist::RangeScan scan;
  std::uint64_t before = 0;
  double shown = 0, next = 1;  // [s]
  while (!stop_requested) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    scanner.read({}, scan);
    const double now = core::seconds(since());
    const bool over = arguments.seconds > 0 && now >= arguments.seconds;
    if (now >= next) {
      const auto status = scanner.status();
      print(now, status, static_cast<double>(status.scans - before) / (now - shown), scan);
      if (arguments.view && scan.count > 0) fmt::print("{}", view_from_above(scan));
      std::fflush(stdout);
      before = status.scans;
      shown = now;
      next = std::floor(now) + 1;
    }
    if (over) break;
  }
  const auto status = scanner.status();
  if (status.scans == 0) {
    fmt::print(stderr, "tether: no scan from {}: {}\n", arguments.where,
               status.last_error.empty() ? "no answer" : status.last_error.view());
    return kFault;
  }
  if (!arguments.view) fmt::print("\n{}", view_from_above(scan));
  return kOk;
}

}  // namespace

void add_scan(CLI::App& app, int& status) {
  auto arguments = std::make_shared<ScanArguments>();
  CLI::App* command = app.add_subcommand("scan", "Show what a SICK TiM5xx laser scanner sees");
  command->add_option("scanner", arguments->where, "Where it is; port 2112 unless given")
      ->type_name("HOST[:PORT]")
      ->required();
  command->add_option("--for", arguments->seconds, "How long; otherwise until Ctrl-C")
      ->type_name("SECONDS")
      ->check(CLI::PositiveNumber);
  command->add_flag("--view", arguments->view,
                    "The view from above every second, not only at last");
  command->footer(
      "Once per second: rate, the nearest thing and where, counters. Degrees count from straight\n"
      "ahead, to the left. Ends with 3 when no scan ever came.\n\n"
      "Example:  tether scan 192.168.0.1 --for 10");
  command->callback([arguments, &status] { status = scan_with(*arguments); });
}

}  // namespace tether::apps
