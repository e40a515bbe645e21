// tether keygen and tether emulate as a user runs them.
#include <algorithm>

#include <fmt/format.h>
#include <sys/stat.h>

#include "tests/apps/program.hpp"

namespace tether::apps {
namespace {

unsigned mode(const std::filesystem::path& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 ? status.st_mode & 0777U : 0;
}

// the line of a key file that is no remark
std::string key_in(const std::filesystem::path& path) {
  const std::string text = content(path);
  const auto from = text.find('\n') + 1;
  return text.substr(from, text.find('\n', from) - from);
}

TEST(Keygen, WritesASharedKeyThatOnlyItsOwnerReads) {
  const auto file = scratch() / "shared.key";
  const auto outcome = shell(fmt::format("umask 0; \"$TETHER\" keygen --out {}", file.string()));
  EXPECT_EQ(outcome.status, 0) << outcome.output;
  EXPECT_EQ(mode(file), 0600U);
  EXPECT_EQ(key_in(file).size(), 64U);
  EXPECT_EQ(outcome.output.find(key_in(file)), std::string::npos) << "a secret on the terminal";
}

TEST(Keygen, WritesAPairAndShowsThePublicHalfOnly) {
  const auto file = scratch() / "leader.key";
  const auto outcome = tether(fmt::format("keygen --pair --out {}", file.string()));
  EXPECT_EQ(outcome.status, 0) << outcome.output;
  EXPECT_EQ(mode(file), 0600U);
  const std::string open = key_in(file.string() + ".pub");
  EXPECT_EQ(open.size(), 64U);
  EXPECT_NE(open, key_in(file));
  EXPECT_NE(outcome.output.find(open), std::string::npos);
  EXPECT_EQ(outcome.output.find(key_in(file)), std::string::npos);
}

TEST(Keygen, ReplacesAKeyOnlyWhenForced) {
  const auto file = scratch() / "x.key";
  const std::string command = fmt::format("keygen --out {}", file.string());
  ASSERT_EQ(tether(command).status, 0);
  const std::string first = content(file);
  const auto refused = tether(command);
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.output,
            fmt::format("{}: there is a file already; --force replaces it\n", file.string()));
  EXPECT_EQ(content(file), first);
  EXPECT_EQ(tether(command + " --force").status, 0);
  EXPECT_NE(content(file), first);
}

TEST(Keygen, SaysWhereItCannotWrite) {
  const auto outcome = tether("keygen --out /nonexistent/x.key");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_EQ(outcome.output,
            "tether: cannot create /nonexistent/x.key: No such file or directory\n");
}

TEST(EmulateNetwork, EndsWithCountsOnInterruption) {
  const auto outcome = shell(
      "timeout --preserve-status -s INT 1 \"$TETHER\" emulate network --listen 127.0.0.1:0 "
      "--to 127.0.0.1:9 --preset nl_it --loss 0.05 --duplicate 0.02 --reorder 0.1");
  EXPECT_EQ(outcome.status, 0) << outcome.output;
  for (const char* said : {"40 ms ± 1 ms, 5 % lost, 2 % twice, 10 % ahead", "Ctrl-C ends it",
                           "passed on", "there", "back"}) {
    EXPECT_NE(outcome.output.find(said), std::string::npos) << said << '\n' << outcome.output;
  }
}

TEST(EmulateNetwork, RefusesWhatItCannotDoWithOneLine) {
  const std::string both = "emulate network --listen 127.0.0.1:0 --to 127.0.0.1:9 ";
  for (const std::string& arguments :
       {std::string("emulate"), std::string("emulate network"), both + "--delay 40",
        both + "--delay -4ms", both + "--jitter xms", both + "--loss 1.5", both + "--preset nl_ti",
        std::string("emulate network --listen nowhere --to 127.0.0.1:9")}) {
    const auto outcome = tether(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_EQ(std::count(outcome.output.begin(), outcome.output.end(), '\n'), 1) << outcome.output;
  }
}

}  // namespace
}  // namespace tether::apps
