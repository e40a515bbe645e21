// tether emulate tim561 and tether scan as a user runs them, together.
#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "tests/apps/program.hpp"
#include "tests/support/processes/child_process.hpp"
#include "tests/support/processes/patience.hpp"

namespace tether::apps {
namespace {

// an emulated scanner on a port of its own
class Emulated {
 public:
  explicit Emulated(const std::vector<std::string>& options = {}) : log_(scratch() / "emulator") {
    std::vector<std::string> command{TETHER_PROGRAM, "emulate", "tim561", "--port", "0"};
    command.insert(command.end(), options.begin(), options.end());
    process_.emplace(command, log_.string());
    const std::string before = "127.0.0.1:";
    EXPECT_TRUE(test::eventually([&] { return said().find("Ctrl-C") != std::string::npos; }));
    const std::string text = said();
    const auto at = text.find(before);
    if (at != std::string::npos) where_ = text.substr(at, text.find(',', at) - at);
  }

  const std::string& where() const { return where_; }
  std::string said() const { return content(log_); }
  int stop() {
    process_->signal(SIGINT);
    return process_->wait();
  }

 private:
  std::filesystem::path log_;
  std::optional<test::ChildProcess> process_;
  std::string where_;
};

bool contains(const std::string& text, const std::string& what) {
  return text.find(what) != std::string::npos;
}

TEST(Scan, ShowsTheCorridorThatIsEmulated) {
  Emulated scanner({"--corridor", "2x6", "--noise", "0"});
  const auto outcome = tether(fmt::format("scan {} --for 3", scanner.where()));
  EXPECT_EQ(outcome.status, 0) << outcome.output;
  EXPECT_TRUE(contains(outcome.output, "nearest 1.00 m")) << outcome.output;
  EXPECT_TRUE(contains(outcome.output, " 0 bad, ")) << outcome.output;
  // the end of the corridor, its walls with the scanner between them
  EXPECT_TRUE(contains(outcome.output, "#########\n")) << outcome.output;
  EXPECT_TRUE(contains(outcome.output, "#   ^   #\n")) << outcome.output;
  EXPECT_EQ(scanner.stop(), 0);
  EXPECT_TRUE(contains(scanner.said(), " 0 of them refused")) << scanner.said();
}

TEST(Scan, GoesOnAfterTheScannerWasPulled) {
  Emulated scanner({"--wall", "3", "--fault", "drop@1s"});
  const auto outcome = tether(fmt::format("scan {} --for 4", scanner.where()));
  EXPECT_EQ(outcome.status, 0) << outcome.output;
  EXPECT_TRUE(contains(outcome.output, "m ahead (")) << outcome.output;
  EXPECT_EQ(scanner.stop(), 0);
  EXPECT_TRUE(contains(scanner.said(), "drop\n")) << scanner.said();
  EXPECT_FALSE(contains(scanner.said(), "\n1 connections, ")) << scanner.said();
}

TEST(Scan, EndsWithTheReasonWhenNoScanEverCame) {
  const auto outcome = tether("scan 127.0.0.1:1 --for 1");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_TRUE(contains(outcome.output,
                       "tether: no scan from 127.0.0.1:1: cannot connect: Connection refused\n"))
      << outcome.output;
}

TEST(Scan, EndsOnInterruption) {
  Emulated scanner;
  const auto outcome = shell(fmt::format(
      "timeout --preserve-status -s INT 2 \"$TETHER\" scan {} --view", scanner.where()));
  EXPECT_EQ(outcome.status, 0) << outcome.output;
  EXPECT_TRUE(contains(outcome.output, "one row is 0.5 m")) << outcome.output;
}

TEST(EmulateTim561, RefusesWhatItCannotDoWithOneLine) {
  for (const char* arguments :
       {"emulate tim561 --corridor 2y6", "emulate tim561 --corridor 2x-6",
        "emulate tim561 --corridor 2x6m", "emulate tim561 --fault stal@2s",
        "emulate tim561 --fault stall", "emulate tim561 --fault stall@2",
        "emulate tim561 --listen nowhere.invalid", "scan :5", "scan 127.0.0.1:99999",
        "scan 127.0.0.1:x", "scan nowhere.invalid --for 1"}) {
    const auto outcome = tether(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_EQ(std::count(outcome.output.begin(), outcome.output.end(), '\n'), 1) << outcome.output;
  }
}

TEST(EmulateTim561, SaysWhenItsPortIsTaken) {
  Emulated scanner;
  const std::string port = scanner.where().substr(scanner.where().find(':') + 1);
  const auto outcome = tether("emulate tim561 --port " + port);
  EXPECT_EQ(outcome.status, 3);
  EXPECT_EQ(outcome.output,
            fmt::format("tether: cannot listen on {}: Address already in use\n", scanner.where()));
}

}  // namespace
}  // namespace tether::apps
