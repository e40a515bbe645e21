// tether tlx as a person meets it: through a pipe and on a terminal.
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <pty.h>
#include <unistd.h>

#include "tests/apps/program.hpp"

namespace tether::apps {
namespace {

constexpr const char* kPairs = "1\\n2\\n1\\n2\\n1\\n2\\n1\\n2\\n1\\n2\\n1\\n2\\n1\\n2\\n1\\n";
constexpr const char* kRatings = "50\\n25\\n10\\n40\\n60\\n0\\n";

Outcome answer(const std::string& answers, const std::string& options) {
  return shell(fmt::format("printf '{}' | \"$TETHER\" tlx {}", answers, options));
}

std::string who(const std::filesystem::path& file, const char* participant = "7",
                const char* condition = "with") {
  return fmt::format("--participant {} --condition {} --seed 1 --out {}", participant, condition,
                     file.string());
}

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST(TlxCommand, AsksScoresAndAddsOneRow) {
  const auto file = scratch() / "tlx.csv";
  const auto outcome = answer(std::string(kPairs) + kRatings, who(file));
  ASSERT_EQ(outcome.status, 0) << outcome.output;
  expect_said(outcome, "15/15");
  expect_said(outcome, "overall load");
  expect_said(outcome, "raw load      30.8 of 100");
  expect_said(outcome, "added to " + file.string());
  ASSERT_EQ(answer(std::string(kPairs) + kRatings, who(file, "8")).status, 0);
  const std::string text = content(file);
  EXPECT_EQ(lines(text), 3U) << text;
  EXPECT_TRUE(text.starts_with("participant,condition,mental,physical,")) << text;
  EXPECT_NE(text.find("\n7,with,50,25,10,40,60,0,"), std::string::npos) << text;
}

TEST(TlxCommand, AsksTheSameOrderForTheSameSeed) {
  const auto directory = scratch();
  const auto once = answer(std::string(kPairs) + kRatings, who(directory / "a.csv"));
  const auto again = answer(std::string(kPairs) + kRatings, who(directory / "a.csv"));
  EXPECT_EQ(once.output, again.output);
  const auto other = answer(std::string(kPairs) + kRatings,
                            fmt::format("--participant 7 --condition with --seed 2 --out {}",
                                        (directory / "a.csv").string()));
  EXPECT_NE(once.output, other.output);
}

TEST(TlxCommand, AsksRatingsOnlyWhenRaw) {
  const auto file = scratch() / "tlx.csv";
  const auto outcome = answer(kRatings, who(file) + " --raw");
  ASSERT_EQ(outcome.status, 0) << outcome.output;
  EXPECT_NE(content(file).find("\n7,with,50,25,10,40,60,0,,,,,,,,30.8333\n"), std::string::npos);
}

TEST(TlxCommand, AsksAgainAfterNonsenseAndGoesBack) {
  const auto file = scratch() / "tlx.csv";
  // the first pair again after 3, x and b; a rating again after a word, 101, nan and b
  const auto outcome = answer("b\\n3\\nx\\n1\\nb\\n" + std::string(kPairs) +
                                  "fifty\\n101\\n-1\\nnan\\n\\n99\\nb\\n" + kRatings,
                              who(file));
  ASSERT_EQ(outcome.status, 0) << outcome.output;
  expect_said(outcome, "this is the first question");
  expect_said(outcome, "please press 1, 2 or b");
  expect_said(outcome, "please type a number from 0 to 100, or b");
  EXPECT_NE(content(file).find("\n7,with,50,25,10,40,60,0,"), std::string::npos) << content(file);
}

TEST(TlxCommand, StoresNothingWhenTheAnswersEndEarly) {
  const auto file = scratch() / "tlx.csv";
  const auto fresh = answer("1\\n2\\n", who(file));
  EXPECT_EQ(fresh.status, 2);
  expect_said(fresh, "nothing was stored");
  EXPECT_FALSE(std::filesystem::exists(file));
  ASSERT_EQ(answer(std::string(kPairs) + kRatings, who(file)).status, 0);
  const std::string before = content(file);
  EXPECT_EQ(answer(std::string(kPairs) + "50\\n", who(file, "8")).status, 2);
  EXPECT_EQ(content(file), before);
}

TEST(TlxCommand, RefusesAFileOfAnotherShapeBeforeItAsks) {
  const auto file = scratch() / "other.csv";
  std::ofstream(file, std::ios::binary) << "a,b\n1,2\n";
  const auto outcome = answer(std::string(kPairs) + kRatings, who(file));
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(outcome.output.starts_with(file.string() + ":1: not a table of task loads"))
      << outcome.output;
  EXPECT_EQ(content(file), "a,b\n1,2\n");
}

TEST(TlxCommand, SaysThatTheTableCannotBeWrittenBeforeItAsks) {
  const auto outcome = answer(std::string(kPairs) + kRatings, who(scratch() / "no" / "tlx.csv"));
  EXPECT_EQ(outcome.status, 3) << outcome.output;
  EXPECT_EQ(outcome.output.find("Six things"), std::string::npos) << outcome.output;
}

TEST(TlxCommand, NeedsToKnowWhoAnswersUnderWhat) {
  for (const char* options :
       {"", "--participant 7", "--condition x", "--score x --participant 7"}) {
    EXPECT_EQ(answer("", options).status, 2) << options;
  }
}

TEST(TlxCommand, ComparesTheConditionsOfATable) {
  const auto file = scratch() / "tlx.csv";
  const char* low = "20\\n25\\n10\\n40\\n30\\n0\\n";
  const char* lower = "10\\n20\\n10\\n35\\n30\\n5\\n";
  for (const char* person : {"1", "2", "3"}) {
    ASSERT_EQ(answer(std::string(kPairs) + kRatings, who(file, person, "without")).status, 0);
    const bool first = *person == '1';
    ASSERT_EQ(answer(std::string(kPairs) + (first ? low : lower), who(file, person)).status, 0);
  }
  const auto outcome = tether("tlx --score " + file.string());
  ASSERT_EQ(outcome.status, 0) << outcome.output;
  expect_said(outcome, "6 rows");
  expect_said(outcome, "Overall load\nPaired t-test");
  expect_said(outcome, "Raw load\nPaired t-test");
  expect_said(outcome, "Mental demand");
  // the mean of 20, 10 and 10
  expect_said(outcome, "50.0           13.3");
}

TEST(TlxCommand, RefusesToScoreWhatWasTamperedWith) {
  const auto file = scratch() / "tlx.csv";
  ASSERT_EQ(answer(std::string(kPairs) + kRatings, who(file)).status, 0);
  std::string text = content(file);
  text.replace(text.find(",50,25"), 6, ",55,25");
  std::ofstream(file, std::ios::binary) << text;
  const auto outcome = tether("tlx --score " + file.string());
  EXPECT_EQ(outcome.status, 2);
  expect_said(outcome, file.string() + ":2:");
  expect_said(outcome, "is not the score of this row");
}

// a terminal with the program on it
class Terminal {
 public:
  explicit Terminal(const std::string& arguments) {
    child_ = forkpty(&master_, nullptr, nullptr, nullptr);
    if (child_ < 0) throw std::system_error(errno, std::generic_category(), "forkpty");
    if (child_ == 0) {
      const std::string line = "exec '" TETHER_PROGRAM "' " + arguments;
      execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
      _exit(127);
    }
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  ~Terminal() {
    if (!ended_) {
      kill(child_, SIGKILL);
      waitpid(child_, nullptr, 0);
    }
    close(master_);
  }

  // what is shown from here on, until it ends with `end` or the program is gone
  std::string until(const std::string& end) {
    std::string shown;
    read_until(end, shown);
    // The kernel looks for text first and whether the program is gone second: words written in
    // between are there only for who reads again.
    read_until(end, shown);
    return shown;
  }
  void type(const std::string& keys) {
    ASSERT_EQ(write(master_, keys.data(), keys.size()), static_cast<ssize_t>(keys.size()));
  }
  int status() {
    int status = 0;
    waitpid(child_, &status, 0);
    ended_ = true;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  void read_until(const std::string& end, std::string& shown) const {
    char byte = 0;
    while (!shown.ends_with(end) && read(master_, &byte, 1) == 1) shown += byte;
  }

  int master_ = -1;
  pid_t child_ = -1;
  bool ended_ = false;
};

TEST(TlxOnATerminal, TakesOneKeyPerPairAndOneLinePerRating) {
  if (!has_terminals()) GTEST_SKIP() << kNoTerminals;
  const auto file = scratch() / "tlx.csv";
  Terminal terminal("tlx " + who(file));
  for (int i = 0; i < 15; ++i) {
    terminal.until(" > ");
    terminal.type(i % 2 == 0 ? "1" : "2");
  }
  for (const char* rating : {"50\n", "25\n", "10\n", "40\n", "60\n", "0\n"}) {
    terminal.until(" > ");
    terminal.type(rating);
  }
  const std::string end = terminal.until("never said");
  EXPECT_EQ(terminal.status(), 0) << end;
  EXPECT_NE(end.find("overall load"), std::string::npos) << end;
  EXPECT_NE(content(file).find("\n7,with,50,25,10,40,60,0,"), std::string::npos);
}

TEST(TlxOnATerminal, StoresNothingAfterCtrlCOrCtrlD) {
  if (!has_terminals()) GTEST_SKIP() << kNoTerminals;
  const auto file = scratch() / "tlx.csv";
  for (const auto& [key, status] : {std::pair{"\x03", 130}, std::pair{"\x04", 2}}) {
    for (const bool rating : {false, true}) {
      Terminal terminal("tlx " + who(file) + (rating ? " --raw" : ""));
      terminal.until(" > ");
      // libtsan can lose a signal that comes while the first blocking call of a program begins
      terminal.type(rating ? "50\n" : "1");
      terminal.until(" > ");
      terminal.type(key);
      const std::string end = terminal.until("never said");
      EXPECT_EQ(terminal.status(), status) << end;
      EXPECT_NE(end.find("nothing was stored"), std::string::npos) << end;
      EXPECT_FALSE(std::filesystem::exists(file));
    }
  }
}

}  // namespace
}  // namespace tether::apps
