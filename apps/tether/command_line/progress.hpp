// How far a long piece of work is: a bar that moves on a terminal, a few plain lines elsewhere.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace tether::apps {

class Progress {
 public:
  // total [s]; simulated: of a time that passes faster than the wall's
  Progress(std::string what, double total, bool simulated = true);

  // state: a few words on how the work stands, shown on a terminal that is wide enough
  void update(double done, const std::string& state = {});
  // something happened; a line of its own, but not on a terminal, which shows the state
  void report(double done, const std::string& message);
  // something that a person shall mend; a line of its own, on a terminal too
  void warn(const std::string& line);
  // the last line: how long it took
  void finish(double simulated, double wall_seconds);

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  double total_;
  bool simulated_;
  bool terminal_;
  Clock::time_point begin_;
  Clock::time_point last_;
  int tenths_shown_ = 0;
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

// "[━━━   ]"
std::string bar(double share, int width);

// The line on a terminal, never wider than `columns`: what there is no room for is left out, the
// time left first, then the state. `left` [s]
std::string progress_line(const std::string& what, double done, double total, double left,
                          const std::string& state, int columns);

}  // namespace tether::apps
