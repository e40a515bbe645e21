#include "apps/tether/session_progress.hpp"

#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

namespace tether::apps {
namespace {

constexpr auto kPlainLines = std::chrono::seconds(10);  // between two of them
constexpr std::size_t kWidth = 30;

}  // namespace

SessionProgress::SessionProgress(std::string what)
    : what_(std::move(what)),
      terminal_(isatty(STDOUT_FILENO) == 1),
      begin_(Clock::now()),
      last_(begin_) {}

void SessionProgress::update(std::size_t done, std::size_t of) {
  const auto now = Clock::now();
  const double elapsed = std::chrono::duration<double>(now - begin_).count();
  if (terminal_) {
    const std::size_t filled = kWidth * done / of;
    fmt::print("\r{}  [{:━<{}}{: <{}}] {} of {} sessions, {:.0f} s left \033[K", what_, "", filled,
               "", kWidth - filled, done, of,
               elapsed / static_cast<double>(done) * static_cast<double>(of - done));
  } else if (now - last_ > kPlainLines) {
    last_ = now;
    fmt::print("{}  {} of {} sessions\n", what_, done, of);
  }
  std::fflush(stdout);
}

void SessionProgress::finish(double simulated) {
  const double elapsed = std::chrono::duration<double>(Clock::now() - begin_).count();
  fmt::print("{}{}  {:.0f} s simulated in {:.1f} s\n", terminal_ ? "\r\033[K" : "", what_,
             simulated, elapsed);
}

}  // namespace tether::apps
