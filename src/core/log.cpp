#include "core/log.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include <spdlog/logger.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>

#include "tether/core/error.hpp"
#include "tether/core/fixed_string.hpp"
#include "tether/core/nearest.hpp"
#include "tether/core/spsc_queue.hpp"

namespace tether::core {
namespace detail {

struct LogRecord {
  std::chrono::system_clock::time_point time;
  std::uint64_t lost_before = 0;  // by this logger, since it was made
  LogLevel level = LogLevel::info;
  FixedString<Log::kMaxText> text;
};

// what a Logger and the Log share; lives as long as either
struct LogChannel {
  SpscQueue<LogRecord, Log::kQueueLength> queue;
  std::atomic<std::uint64_t> lost{0};
  std::atomic<bool> attached{true};    // the Log is there
  std::atomic<bool> abandoned{false};  // the Logger is gone
};

}  // namespace detail

namespace {

using std::chrono::system_clock;

constexpr std::array kNames = {"always", "error", "warning", "info", "debug"};

spdlog::level::level_enum colour_of(LogLevel level) noexcept {
  switch (level) {
    case LogLevel::error:
      return spdlog::level::err;
    case LogLevel::warning:
      return spdlog::level::warn;
    case LogLevel::debug:
      return spdlog::level::debug;
    case LogLevel::always:
    case LogLevel::info:
      break;
  }
  return spdlog::level::info;
}

// ordinary messages carry no mark; they are most of what is read
std::string_view mark_of(LogLevel level) noexcept {
  switch (level) {
    case LogLevel::error:
      return "error: ";
    case LogLevel::warning:
      return "warning: ";
    case LogLevel::debug:
      return "debug: ";
    case LogLevel::always:
    case LogLevel::info:
      break;
  }
  return "";
}

std::vector<spdlog::sink_ptr> open_sinks(const LogParams& params) {
  std::vector<spdlog::sink_ptr> sinks;
  if (params.to_stderr) {
    auto terminal = std::make_shared<spdlog::sinks::stderr_color_sink_st>();
    terminal->set_color(spdlog::level::info, terminal->reset);
    sinks.push_back(std::move(terminal));
  }
  if (!params.file.empty()) {
    // spdlog would try for a while, and make directories; ask the system once and say what it says
    std::FILE* const probe = std::fopen(params.file.c_str(), "a");
    if (probe == nullptr) throw IoError("open log file", params.file, errno);
    std::fclose(probe);
    sinks.push_back(std::make_shared<spdlog::sinks::basic_file_sink_st>(params.file));
  }
  for (auto& sink : sinks) sink->set_pattern("%^%Y-%m-%d %H:%M:%S.%e %n: %v%$");
  return sinks;
}

}  // namespace

const char* name(LogLevel level) noexcept { return kNames[static_cast<std::size_t>(level)]; }

LogLevel log_level(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (name == kNames[i]) return static_cast<LogLevel>(i);
  }
  const std::vector<std::string> known(kNames.begin(), kNames.end());
  throw InputError(fmt::format("unknown log level \"{}\"{}", name, suggestion(name, known)));
}

// The consumer of all queues. Whoever holds the mutex is the one consumer that a queue allows.
class Log::Drain {
 public:
  explicit Drain(const LogParams& params)
      : sinks_(open_sinks(params)), period_(params.period), thread_([this] { run(); }) {}

  ~Drain() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    wake_.notify_one();
    thread_.join();
    for (auto& source : sources_) source.channel->attached.store(false, std::memory_order_relaxed);
    write_all();
  }

  std::shared_ptr<detail::LogChannel> add(std::string_view name) {
    auto channel = std::make_shared<detail::LogChannel>();
    spdlog::logger output(std::string(name), sinks_.begin(), sinks_.end());
    output.set_level(spdlog::level::trace);
    const std::lock_guard lock(mutex_);
    sources_.push_back({channel, std::move(output)});
    return channel;
  }

  void flush() {
    const std::lock_guard lock(mutex_);
    write_all();
  }

 private:
  struct Source {
    std::shared_ptr<detail::LogChannel> channel;
    spdlog::logger output;
    std::string line = {};
    std::uint64_t lost_reported = 0;
    std::size_t pending = 0;  // records to write in this round

    void write(system_clock::time_point time, LogLevel level, std::string_view text) {
      line.assign(mark_of(level)).append(text);
      output.log(time, spdlog::source_loc{}, colour_of(level), line);
    }
    void report_lost(system_clock::time_point time, std::uint64_t lost) {
      const std::uint64_t count = lost - lost_reported;
      if (count == 0) return;
      lost_reported = lost;
      write(time, LogLevel::warning,
            fmt::format("{} message{} lost", count, count == 1 ? "" : "s"));
    }
    void write_front(const detail::LogRecord& record) {
      report_lost(record.time, record.lost_before);
      write(record.time, record.level, record.text);
      channel->queue.release();
      --pending;
    }
  };

  void run() {
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, period_, [this] { return stopping_; })) write_all();
  }

  // Called with the mutex held, or after the thread ended. Writes what is queued when it begins, no
  // more, so that a producer in a tight loop cannot keep it here.
  void write_all() {
    for (auto& source : sources_) source.pending = source.channel->queue.size();
    while (Source* const source = oldest()) source->write_front(*source->channel->queue.front());
    for (auto& source : sources_) report_lost_at_end(source);
    for (auto& sink : sinks_) sink->flush();
    forget_abandoned();
  }

  // the source whose next record has the oldest stamp
  Source* oldest() {
    Source* best = nullptr;
    for (auto& source : sources_) {
      if (source.pending == 0) continue;
      const bool older = best == nullptr ||
                         source.channel->queue.front()->time < best->channel->queue.front()->time;
      if (older) best = &source;
    }
    return best;
  }

  // Messages lost after the last record have no record to be reported with. The count is read
  // before the queue is found empty: each record still to come then has at least these before it.
  static void report_lost_at_end(Source& source) {
    const auto lost = source.channel->lost.load(std::memory_order_acquire);
    if (source.channel->queue.empty()) source.report_lost(system_clock::now(), lost);
  }

  void forget_abandoned() {
    std::erase_if(sources_, [](const Source& source) {
      return source.channel->abandoned.load(std::memory_order_acquire) &&
             source.channel->queue.empty();
    });
  }

  std::vector<spdlog::sink_ptr> sinks_;
  Duration period_;
  std::vector<Source> sources_;
  bool stopping_ = false;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::thread thread_;  // last: it uses all of the above
};

Log::Log(const LogParams& params) : level_(params.level), drain_(std::make_unique<Drain>(params)) {}
Log::~Log() = default;

Logger Log::logger(std::string_view name) { return {drain_->add(name), level_}; }
void Log::flush() { drain_->flush(); }

Logger::Logger(std::shared_ptr<detail::LogChannel> channel, LogLevel threshold) noexcept
    : channel_(std::move(channel)), threshold_(threshold) {}

Logger::~Logger() {
  if (channel_) channel_->abandoned.store(true, std::memory_order_release);
}

Logger& Logger::operator=(Logger&& other) noexcept {
  // the old channel leaves with `other`
  std::swap(channel_, other.channel_);
  std::swap(threshold_, other.threshold_);
  std::swap(lost_, other.lost_);
  return *this;
}

void Logger::push(LogLevel level, fmt::string_view text, fmt::format_args args) noexcept {
  const bool attached = channel_ && channel_->attached.load(std::memory_order_relaxed);
  detail::LogRecord* const record = attached ? channel_->queue.claim() : nullptr;
  if (record == nullptr) {
    ++lost_;
    if (channel_) channel_->lost.store(lost_, std::memory_order_release);
    return;
  }
  record->time = system_clock::now();
  record->lost_before = lost_;
  record->level = level;
  record->text.vformat(text, args);
  channel_->queue.commit();
}

}  // namespace tether::core
