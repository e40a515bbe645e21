#include "core/log.hpp"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <regex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/support/allocation_counter.hpp"
#include "tether/core/error.hpp"

namespace tether::core {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::SizeIs;

class LogTest : public ::testing::Test {
 public:
  LogTest()
      : file_(::testing::TempDir() + "/tether_log_test_" + std::to_string(::getpid()) + ".log") {
    std::filesystem::remove(file_);
  }
  ~LogTest() override { std::filesystem::remove(file_); }

 protected:
  // writes only when asked to, so that a test decides what is in the queues
  LogParams quiet(LogLevel level = LogLevel::info) const {
    return {.level = level, .to_stderr = false, .file = file_, .period = 1h};
  }

  // lines of the file, without their time stamps
  std::vector<std::string> lines() const {
    std::ifstream in(file_);
    std::vector<std::string> result;
    const std::size_t stamp = std::string("2024-05-01 12:00:00.123 ").size();
    for (std::string line; std::getline(in, line);) result.push_back(line.substr(stamp));
    return result;
  }

  std::string file_;
};

TEST_F(LogTest, StampsNamesAndMarksEachMessage) {
  {
    Log log(quiet(LogLevel::debug));
    Logger logger = log.logger("follower");
    logger.always("begin");
    logger.error("cannot {}", "move");
    logger.warning("{:.1f} ms late", 1.25);
    logger.info("joint {} of {}", 1, 7);
    logger.debug("x = {}", 3);
  }
  EXPECT_THAT(lines(), ElementsAre("follower: begin", "follower: error: cannot move",
                                   "follower: warning: 1.2 ms late", "follower: joint 1 of 7",
                                   "follower: debug: x = 3"));
  std::ifstream in(file_);
  std::string first;
  std::getline(in, first);
  EXPECT_TRUE(std::regex_match(
      first, std::regex(R"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} follower: begin)")))
      << first;
}

TEST_F(LogTest, DropsWhatTheLevelDoesNotWantAndDoesNotCallThatLost) {
  Log log(quiet(LogLevel::warning));
  Logger logger = log.logger("a");
  logger.info("no");
  logger.debug("no");
  logger.warning("yes");
  logger.always("yes");
  log.flush();
  EXPECT_THAT(lines(), ElementsAre("a: warning: yes", "a: yes"));
  EXPECT_FALSE(logger.wants(LogLevel::info));
  EXPECT_TRUE(logger.wants(LogLevel::warning));
  EXPECT_EQ(logger.lost(), 0U);
}

TEST_F(LogTest, MergesLoggersInTheOrderOfTime) {
  Log log(quiet());
  Logger a = log.logger("a");
  Logger b = log.logger("b");
  Logger c = log.logger("c");
  std::vector<std::string> expected;
  for (int i = 0; i < 60; ++i) {
    Logger& logger = i % 3 == 0 ? c : i % 3 == 1 ? a : b;
    logger.info("{}", i);
    expected.push_back(std::string(i % 3 == 0   ? "c"
                                   : i % 3 == 1 ? "a"
                                                : "b") +
                       ": " + std::to_string(i));
    // stamps must differ for the order to be known
    std::this_thread::sleep_for(1us);
  }
  log.flush();
  EXPECT_EQ(lines(), expected);
}

TEST_F(LogTest, ReportsHowManyMessagesWereLostAndWhere) {
  Log log(quiet());
  Logger logger = log.logger("a");
  const auto room = static_cast<int>(Log::kQueueLength);
  for (int i = 0; i < room + 12; ++i) logger.info("{}", i);
  EXPECT_EQ(logger.lost(), 12U);
  log.flush();
  auto seen = lines();
  ASSERT_THAT(seen, SizeIs(room + 1));
  EXPECT_EQ(seen[static_cast<std::size_t>(room) - 1], "a: " + std::to_string(room - 1));
  EXPECT_EQ(seen.back(), "a: warning: 12 messages lost");

  // the next message reports none: those were reported
  logger.info("after");
  log.flush();
  seen = lines();
  ASSERT_THAT(seen, SizeIs(room + 2));
  EXPECT_EQ(seen.back(), "a: after");
}

TEST_F(LogTest, LosesTheMessagesOfOneLoggerOnly) {
  Log log(quiet());
  Logger noisy = log.logger("noisy");
  Logger calm = log.logger("calm");
  for (std::size_t i = 0; i < Log::kQueueLength + 1; ++i) noisy.info("{}", i);
  calm.info("taken");
  EXPECT_EQ(noisy.lost(), 1U);
  EXPECT_EQ(calm.lost(), 0U);
  log.flush();
  EXPECT_THAT(lines(), ::testing::Contains("calm: taken"));
  EXPECT_THAT(lines(), ::testing::Contains("noisy: warning: 1 message lost"));
}

TEST_F(LogTest, CutsALongMessage) {
  Log log(quiet());
  Logger logger = log.logger("a");
  logger.info("{}", std::string(1000, 'x'));
  logger.info("{}", std::string(Log::kMaxText, 'y'));
  log.flush();
  EXPECT_THAT(lines(), ElementsAre("a: " + std::string(Log::kMaxText - 3, 'x') + "…",
                                   "a: " + std::string(Log::kMaxText, 'y')));
}

TEST_F(LogTest, CountsMessagesThatNoLogTakes) {
  Logger detached;
  detached.info("into the void");
  detached.debug("not even wanted");
  EXPECT_EQ(detached.lost(), 1U);

  auto log = std::make_unique<Log>(quiet());
  Logger orphan = log->logger("orphan");
  orphan.info("taken");
  log.reset();
  orphan.info("not taken");
  orphan.info("not taken");
  EXPECT_EQ(orphan.lost(), 2U);
  EXPECT_THAT(lines(), ElementsAre("orphan: taken"));
}

TEST_F(LogTest, WritesWhatALoggerLeftBehind) {
  Log log(quiet());
  { log.logger("brief").info("was here"); }
  Logger moved = log.logger("first");
  moved.info("one");
  moved = log.logger("second");
  moved.info("two");
  Logger target(std::move(moved));
  target.info("three");
  log.flush();
  EXPECT_THAT(lines(),
              ElementsAre("brief: was here", "first: one", "second: two", "second: three"));
}

TEST_F(LogTest, WritesByItselfAfterAWhile) {
  LogParams params = quiet();
  params.period = 1ms;
  Log log(params);
  Logger logger = log.logger("a");
  logger.info("soon");
  const auto deadline = std::chrono::steady_clock::now() + 30s;
  while (lines().empty() && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_THAT(lines(), ElementsAre("a: soon"));
}

// Threads that write in bursts, against a drain that runs all the time: each line is
// whole and in order, and what is missing is exactly what was reported lost.
TEST_F(LogTest, AccountsForEveryMessageOfManyThreads) {
  constexpr int kThreads = 3;
  constexpr int kMessages = 20'000;
  std::uint64_t lost = 0;
  {
    LogParams params = quiet();
    params.period = 100us;
    Log log(params);
    std::vector<Logger> loggers;
    loggers.reserve(kThreads);
    for (int t = 0; t < kThreads; ++t) loggers.push_back(log.logger("t" + std::to_string(t)));
    std::vector<std::thread> threads;
    threads.reserve(kThreads);
    for (int t = 0; t < kThreads; ++t) {
      threads.emplace_back([&logger = loggers[static_cast<std::size_t>(t)]] {
        for (int i = 0; i < kMessages; ++i) {
          logger.info("message {}", i);
          // lets the drain keep up for part of the time: some messages are lost, many are not
          if (i % 512 == 0) std::this_thread::sleep_for(100us);
        }
      });
    }
    log.flush();
    for (auto& thread : threads) thread.join();
    for (const auto& logger : loggers) lost += logger.lost();
  }
  std::uint64_t reported = 0;
  std::uint64_t written = 0;
  std::vector<int> next(kThreads, 0);
  for (const auto& line : lines()) {
    int thread = 0;
    int number = 0;
    unsigned long long count = 0;
    if (std::sscanf(line.c_str(), "t%d: warning: %llu message", &thread, &count) == 2) {
      reported += count;
      // losses are reported where they happened: the next message skips as many
      next[static_cast<std::size_t>(thread)] += static_cast<int>(count);
    } else {
      ASSERT_EQ(std::sscanf(line.c_str(), "t%d: message %d", &thread, &number), 2) << line;
      ASSERT_EQ(number, next[static_cast<std::size_t>(thread)]++) << line;
      ++written;
    }
  }
  EXPECT_EQ(reported, lost);
  EXPECT_EQ(written + lost, static_cast<std::uint64_t>(kThreads) * kMessages);
}

// written, cut, filtered, lost, not taken: from the first call on
TEST_F(LogTest, TakesNoHeapInACall) {
  if (!test::AllocationCounter::available()) GTEST_SKIP() << "sanitizers have their own heap";
  auto log = std::make_unique<Log>(quiet());
  Logger logger = log->logger("a");
  Logger orphan;
  const std::string text(1000, 'x');

  const test::AllocationCounter counter;
  for (std::size_t i = 0; i < Log::kQueueLength; ++i) {
    logger.info("joint {} of {}: {:.3f} rad, {} N m, {:e}", i, 7, 0.1 * static_cast<double>(i),
                1.0 / 3.0, -1e300);
    logger.warning("{}", text);
    logger.error("{} {} {:g}", std::numeric_limits<double>::quiet_NaN(),
                 std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::max());
    logger.debug("not wanted {}", i);
    orphan.info("lost {}", i);
  }
  EXPECT_EQ(counter.allocations(), 0);
  EXPECT_EQ(counter.frees(), 0);
  EXPECT_EQ(logger.lost(), 2 * Log::kQueueLength);
  EXPECT_EQ(orphan.lost(), Log::kQueueLength);
}

TEST_F(LogTest, AppendsToTheFile) {
  for (int run = 0; run < 2; ++run) {
    Log log(quiet());
    log.logger("a").info("run {}", run);
  }
  EXPECT_THAT(lines(), ElementsAre("a: run 0", "a: run 1"));
}

TEST_F(LogTest, RefusesAFileThatCannotBeOpened) {
  LogParams params = quiet();
  params.file = "/nonexistent/directory/x.log";
  try {
    const Log log(params);
    FAIL() << "opened " << params.file;
  } catch (const IoError& error) {
    EXPECT_STREQ(error.what(),
                 "cannot open log file /nonexistent/directory/x.log: No such file or directory");
  }
}

TEST(LogStandardError, GetsTheMessagesWithoutColoursWhenItIsNoTerminal) {
  ::testing::internal::CaptureStderr();
  {
    Log log({.period = 1h});
    log.logger("a").error("loud");
  }
  const std::string output = ::testing::internal::GetCapturedStderr();
  EXPECT_THAT(output, EndsWith(" a: error: loud\n"));
  EXPECT_THAT(output, ::testing::Not(HasSubstr("\033")));
}

}  // namespace
}  // namespace tether::core
