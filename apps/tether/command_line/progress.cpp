#include "apps/tether/command_line/progress.hpp"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace tether::apps {
namespace {

constexpr auto kRefresh = std::chrono::milliseconds(50);
constexpr int kNarrowestBar = 6;
constexpr int kWidestBar = 30;
constexpr int kUsualColumns = 80;

int columns() {
  winsize size{};
  const bool shown = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return shown ? size.ws_col : kUsualColumns;
}

// "48 s", "12 min", "3.5 h"
std::string rounded_time(double seconds) {
  if (seconds < 120) return fmt::format("{:.0f} s", seconds);
  if (seconds < 7200) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace

std::string bar(double share, int width) {
  const int filled = static_cast<int>(share * width);
  return fmt::format("[{:━<{}}{: <{}}]", "", filled, "", width - filled);
}

std::string progress_line(const std::string& what, double done, double total, double left,
                          const std::string& state, int columns) {
  const std::string time = fmt::format("{:.1f}/{:.1f} s", done, total);
  const std::string rest = fmt::format(", {:.0f} s left", left);
  const std::string shown = state.empty() ? "" : "  " + state;
  const auto room = [&](const std::string& text) {
    // two spaces, two brackets and a space; the last column stays free, so that nothing wraps
    return columns - 1 - static_cast<int>(what.size() + 5 + text.size());
  };
  std::string text = time;
  for (const std::string& wanted :
       {fmt::format("{}{}{}", time, rest, shown), time + shown, time + rest}) {
    if (room(wanted) < kNarrowestBar) continue;
    text = wanted;
    break;
  }
  const int width = std::clamp(room(text), 0, kWidestBar);
  return fmt::format("{}  {} {}", what, bar(std::clamp(done / total, 0.0, 1.0), width), text);
}

Progress::Progress(std::string what, double total, bool simulated)
    : what_(std::move(what)),
      total_(total),
      simulated_(simulated),
      terminal_(isatty(STDOUT_FILENO) == 1),
      begin_(Clock::now()),
      last_(begin_) {}

void Progress::update(double done, const std::string& state) {
  const auto now = Clock::now();
  const double share = std::clamp(done / total_, 0.0, 1.0);
  if (terminal_) {
    if (now - last_ < kRefresh) return;
    last_ = now;
    const double elapsed = std::chrono::duration<double>(now - begin_).count();
    const double left = elapsed * (1 - share) / std::max(share, 1e-3);
    fmt::print("\r{}\033[K", progress_line(what_, done, total_, left, state, columns()));
    std::fflush(stdout);
    return;
  }
  // plain lines only for work that lasts
  const int tenths = static_cast<int>(10 * share);
  if (tenths > tenths_shown_ && now - last_ > std::chrono::seconds(2)) {
    last_ = now;
    tenths_shown_ = tenths;
    if (simulated_) {
      fmt::print("{}  {:.1f} of {:.1f} s simulated\n", what_, done, total_);
    } else {
      fmt::print("{}  {:.1f} of {:.1f} s  {}\n", what_, done, total_, state);
    }
    std::fflush(stdout);
  }
}

void Progress::report(double done, const std::string& message) {
  if (terminal_) return;
  fmt::print("{}  {:.1f} s: {}\n", what_, done, message);
  std::fflush(stdout);
}

void Progress::warn(const std::string& line) {
  fmt::print("{}{}  {}\n", terminal_ ? "\r\033[K" : "", what_, line);
  std::fflush(stdout);
}

void Progress::finish(double simulated, double wall_seconds) {
  const char* const fresh_line = terminal_ ? "\r\033[K" : "";
  if (simulated_) {
    fmt::print("{}{}  {:.1f} s simulated in {:.2f} s\n", fresh_line, what_, simulated,
               wall_seconds);
  } else {
    fmt::print("{}{}  {:.1f} s\n", fresh_line, what_, wall_seconds);
  }
}

JobProgress::JobProgress(std::string what)
    : what_(std::move(what)),
      terminal_(isatty(STDOUT_FILENO) == 1),
      begin_(Clock::now()),
      last_(begin_) {}

void JobProgress::update(std::size_t done, std::size_t total) {
  const auto now = Clock::now();
  const bool begins = !begun_;
  if (begins) first_ = done;
  begun_ = true;
  done_ = done;
  // a bar from the beginning, but plain lines only for work that lasts
  const std::chrono::milliseconds pause = terminal_ ? kRefresh : std::chrono::seconds(5);
  if (now - last_ < pause && !(terminal_ && begins)) return;
  last_ = now;

  const double elapsed = std::chrono::duration<double>(now - begin_).count();
  const std::size_t here = done - first_;
  const std::string left =
      here == 0
          ? ""
          : fmt::format(", {} left", rounded_time(elapsed * static_cast<double>(total - done) /
                                                  static_cast<double>(here)));
  if (terminal_) {
    const double share =
        static_cast<double>(done) / static_cast<double>(std::max<std::size_t>(total, 1));
    fmt::print("\r{}  {} {} of {} sessions{} \033[K", what_, bar(share, kWidestBar), done, total,
               left);
  } else {
    fmt::print("{}  {} of {} sessions{}\n", what_, done, total, left);
  }
  std::fflush(stdout);
}

void JobProgress::finish() {
  const double elapsed = std::chrono::duration<double>(Clock::now() - begin_).count();
  fmt::print("{}{}  {} sessions in {:.1f} s{}\n", terminal_ ? "\r\033[K" : "", what_,
             done_ - first_, elapsed,
             first_ > 0 ? fmt::format(", {} were there already", first_) : "");
}

}  // namespace tether::apps
