// Messages for people, written from a tick without ever blocking it. A call formats into a record
// of fixed size in a queue that only this Logger fills; a background thread of the Log takes the
// records out, in the order of their time stamps, and writes them to stderr (coloured on a
// terminal) and to a file. When a queue is full the message is dropped, and the log reports how
// many were, and where. What is guaranteed: docs/design/lock-free.md.
//
//   core::Log log({.level = core::LogLevel::info, .file = "session.log"});
//   core::Logger logger = log.logger("follower");        // set-up: one for each thread
//   logger.warning("no packet for {:.0f} ms", silence);  // tick: no heap, no lock, no system call
//
// gives  2024-05-01 12:00:00.123 follower: warning: no packet for 40 ms
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <fmt/core.h>

#include "tether/core/time.hpp"

namespace tether::core {

// in falling order of weight; a threshold lets through its own level and all before it
enum class LogLevel : std::uint8_t { always, error, warning, info, debug };

// "always", "error", ...
const char* name(LogLevel level) noexcept;
// the level of that name; InputError when there is none
LogLevel log_level(std::string_view name);

struct LogParams {
  LogLevel level = LogLevel::info;
  bool to_stderr = true;
  std::string file = {};                            // appended to; empty = none
  Duration period = std::chrono::milliseconds(20);  // between two looks at the queues
};

namespace detail {
struct LogChannel;
}

// A source of messages, for one thread at a time. It may outlive its Log, or have none: its
// messages then go nowhere, and are counted as lost.
class Logger {
 public:
  Logger() noexcept = default;
  ~Logger();
  Logger(Logger&& other) noexcept = default;
  Logger& operator=(Logger&& other) noexcept;
  // not copyable: a queue has one producer

  template <class... Args>
  void always(fmt::format_string<Args...> text, Args&&... args) noexcept {
    write(LogLevel::always, text, fmt::make_format_args(args...));
  }
  template <class... Args>
  void error(fmt::format_string<Args...> text, Args&&... args) noexcept {
    write(LogLevel::error, text, fmt::make_format_args(args...));
  }
  template <class... Args>
  void warning(fmt::format_string<Args...> text, Args&&... args) noexcept {
    write(LogLevel::warning, text, fmt::make_format_args(args...));
  }
  template <class... Args>
  void info(fmt::format_string<Args...> text, Args&&... args) noexcept {
    write(LogLevel::info, text, fmt::make_format_args(args...));
  }
  template <class... Args>
  void debug(fmt::format_string<Args...> text, Args&&... args) noexcept {
    write(LogLevel::debug, text, fmt::make_format_args(args...));
  }

  // whether messages of this level are wanted
  bool wants(LogLevel level) const noexcept { return level <= threshold_; }
  // wanted messages that found the queue full or no Log
  std::uint64_t lost() const noexcept { return lost_; }

 private:
  friend class Log;
  Logger(std::shared_ptr<detail::LogChannel> channel, LogLevel threshold) noexcept;

  void write(LogLevel level, fmt::string_view text, fmt::format_args args) noexcept {
    if (wants(level)) push(level, text, args);
  }
  void push(LogLevel level, fmt::string_view text, fmt::format_args args) noexcept;

  std::shared_ptr<detail::LogChannel> channel_;
  LogLevel threshold_ = LogLevel::info;
  std::uint64_t lost_ = 0;
};

// Where messages come together. Owns the thread and the files; destruction writes what is queued.
class Log {
 public:
  // bytes of a message; a longer one ends in "…"
  static constexpr std::size_t kMaxText = 232;
  // messages that one Logger can have waiting
  static constexpr std::size_t kQueueLength = 256;

  // IoError when the file cannot be opened
  explicit Log(const LogParams& params);
  ~Log();
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  // A new source, named in front of its messages. Any thread, but not in a tick: it allocates.
  Logger logger(std::string_view name);
  // writes all that was queued before the call; any thread, but not in a tick
  void flush();

 private:
  class Drain;
  LogLevel level_;
  std::unique_ptr<Drain> drain_;
};

}  // namespace tether::core
