#include "apps/tether/progress.hpp"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

namespace tether::apps {
namespace {

constexpr auto kRefresh = std::chrono::milliseconds(50);
constexpr int kWidth = 30;

}  // namespace

Progress::Progress(std::string what, double total)
    : what_(std::move(what)),
      total_(total),
      terminal_(isatty(STDOUT_FILENO) == 1),
      begin_(Clock::now()),
      last_(begin_) {}

void Progress::update(double done) {
  const auto now = Clock::now();
  const double share = std::clamp(done / total_, 0.0, 1.0);
  if (terminal_) {
    if (now - last_ < kRefresh) return;
    last_ = now;
    const double elapsed = std::chrono::duration<double>(now - begin_).count();
    const int filled = static_cast<int>(share * kWidth);
    fmt::print("\r{}  [{:━<{}}{: <{}}] {:5.1f} of {:.1f} s simulated, {:.1f} s left \033[K", what_,
               "", filled, "", kWidth - filled, done, total_,
               elapsed * (1 - share) / std::max(share, 1e-3));
    std::fflush(stdout);
    return;
  }
  // plain lines only for work that lasts
  const int tenths = static_cast<int>(10 * share);
  if (tenths > tenths_told_ && now - last_ > std::chrono::seconds(2)) {
    last_ = now;
    tenths_told_ = tenths;
    fmt::print("{}  {:.1f} of {:.1f} s simulated\n", what_, done, total_);
    std::fflush(stdout);
  }
}

void Progress::finish(double simulated, double wall_seconds) {
  fmt::print("{}{}  {:.1f} s simulated in {:.2f} s\n", terminal_ ? "\r\033[K" : "", what_,
             simulated, wall_seconds);
}

}  // namespace tether::apps
