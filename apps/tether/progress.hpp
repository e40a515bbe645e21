// How far a long piece of work is: a bar that moves on a terminal, a few plain lines elsewhere.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace tether::apps {

class Progress {
 public:
  // total [s] of simulated time
  Progress(std::string what, double total);

  void update(double done);
  // the last line: how long it took
  void finish(double simulated, double wall_seconds);

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  double total_;
  bool terminal_;
  Clock::time_point begin_;
  Clock::time_point last_;
  int tenths_told_ = 0;
};

// The same for many sessions at once.
class JobProgress {
 public:
  explicit JobProgress(std::string what);

  // what was done before the first call does not count for the time left
  void update(std::size_t done, std::size_t total);
  // the last line: how long it took
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  bool terminal_;
  Clock::time_point begin_;
  Clock::time_point last_;
  bool begun_ = false;
  std::size_t first_ = 0;
  std::size_t done_ = 0;
};

}  // namespace tether::apps
