// How far many sessions are: a bar that moves on a terminal, a few plain lines elsewhere.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace tether::apps {

class SessionProgress {
 public:
  explicit SessionProgress(std::string what);

  void update(std::size_t done, std::size_t of);
  // the last line: how long it took; simulated [s] is the sum over all sessions
  void finish(double simulated);

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  bool terminal_;
  Clock::time_point begin_;
  Clock::time_point last_;
};

}  // namespace tether::apps
