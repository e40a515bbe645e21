// What passes between the mediator and the loop of one thread: commands one way, reports the other.
// Each way is one atomic word, so neither side ever waits, and all commands of a thread change at
// once: a switch of its activities takes effect between two passes, whole. Byte i belongs to
// activity i of the thread, the last byte to the thread itself. A command carries a small number of
// its issue: a loop that slept while "pause, run, pause" went by still knows the second pause is
// new.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "tether/core/cache_line.hpp"
#include "tether/runtime/loops/deployment.hpp"

namespace tether::runtime {

// what the mediator wants of an activity; stands until another does
enum class Command : std::uint8_t {
  none,  // nothing new: stay, at rest
  configure_resources,
  configure_capabilities,
  run,
  pause,
  clean
};
inline constexpr std::size_t kCommands = 6;

// what an activity reports, once per command
enum class Report : std::uint8_t {
  resources_configured,
  capabilities_configured,
  paused,
  finished,  // its work is over
  failed,
  cleaned
};
inline constexpr std::size_t kReports = 6;

enum class ThreadCommand : std::uint8_t { none, start, stop };
enum class ThreadReport : std::uint8_t { started, failed, ended };
inline constexpr std::size_t kThreadReports = 3;

// snake_case names
const char* name(Command command) noexcept;
const char* name(Report report) noexcept;

// all commands of a thread, as read or written at one instant
class Commands {
 public:
  Commands() = default;
  explicit Commands(std::uint64_t word) noexcept : word_(word) {}

  Command of(std::size_t activity) const noexcept {
    return static_cast<Command>(byte(activity) & kCommandBits);
  }
  // changes with every issue
  std::uint8_t stamp(std::size_t activity) const noexcept { return byte(activity); }
  ThreadCommand of_thread() const noexcept { return static_cast<ThreadCommand>(byte(kThread)); }
  void issue(std::size_t activity, Command command) noexcept {
    const int number = (byte(activity) >> kNumberShift) + 1;
    set_byte(activity,
             static_cast<std::uint8_t>(static_cast<int>(command) | (number << kNumberShift)));
  }
  void set_thread(ThreadCommand command) noexcept {
    set_byte(kThread, static_cast<std::uint8_t>(command));
  }
  std::uint64_t word() const noexcept { return word_; }

 private:
  static constexpr std::size_t kThread = kMaxActivitiesPerThread;
  static constexpr std::uint8_t kCommandBits = 0b111;
  static constexpr int kNumberShift = 3;
  std::uint8_t byte(std::size_t i) const noexcept {
    return static_cast<std::uint8_t>(word_ >> (8 * i));
  }
  void set_byte(std::size_t i, std::uint8_t value) noexcept {
    word_ = (word_ & ~(std::uint64_t{0xff} << (8 * i))) | (std::uint64_t{value} << (8 * i));
  }
  std::uint64_t word_ = 0;
};

// reports that were raised and not yet taken
class Reports {
 public:
  Reports() = default;
  explicit Reports(std::uint64_t word) noexcept : word_(word) {}

  bool has(std::size_t activity, Report report) const noexcept {
    return (word_ & bit(activity, static_cast<unsigned>(report))) != 0;
  }
  bool has_thread(ThreadReport report) const noexcept {
    return (word_ & bit(kThread, static_cast<unsigned>(report))) != 0;
  }
  void raise(std::size_t activity, Report report) noexcept {
    word_ |= bit(activity, static_cast<unsigned>(report));
  }
  void raise_thread(ThreadReport report) noexcept {
    word_ |= bit(kThread, static_cast<unsigned>(report));
  }
  std::uint64_t word() const noexcept { return word_; }

 private:
  static constexpr std::size_t kThread = kMaxActivitiesPerThread;
  static std::uint64_t bit(std::size_t i, unsigned flag) noexcept {
    return std::uint64_t{1} << (8 * i + flag);
  }
  std::uint64_t word_ = 0;
};

class Exchange {
 public:
  // mediator
  void write(Commands commands) noexcept {
    commands_.store(commands.word(), std::memory_order_release);
  }
  Reports take() noexcept { return Reports(reports_.exchange(0, std::memory_order_acquire)); }

  // loop
  Commands read() const noexcept { return Commands(commands_.load(std::memory_order_acquire)); }
  void raise(Reports reports) noexcept {
    if (reports.word() != 0) reports_.fetch_or(reports.word(), std::memory_order_release);
  }

 private:
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free);
  alignas(core::kCacheLine) std::atomic<std::uint64_t> commands_{0};
  alignas(core::kCacheLine) std::atomic<std::uint64_t> reports_{0};
};

}  // namespace tether::runtime
