// Runs the program as a user would and reports what came of it.
#pragma once

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>
#include <sys/wait.h>

namespace tether::apps {

struct Outcome {
  int status = 0;      // exit status
  std::string output;  // standard output and error together
};

// `shell` is run by sh; $TETHER stands for the program
inline Outcome shell(const std::string& command) {
  const std::string line = "TETHER='" TETHER_PROGRAM "'; " + command;
  FILE* pipe = popen(("{ " + line + "\n} 2>&1").c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot run " + line);
  Outcome outcome;
  std::array<char, 4096> buffer{};
  while (const std::size_t n = fread(buffer.data(), 1, buffer.size(), pipe)) {
    outcome.output.append(buffer.data(), n);
  }
  const int status = pclose(pipe);
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return outcome;
}

inline Outcome tether(const std::string& arguments) { return shell("\"$TETHER\" " + arguments); }

// a bare chroot has no /dev/pts
inline bool has_terminals() { return shell("script -qec true /dev/null").status == 0; }
inline constexpr const char* kNoTerminals = "no pseudo-terminals on this machine";

inline void expect_said(const Outcome& outcome, const std::string& what) {
  EXPECT_NE(outcome.output.find(what), std::string::npos) << what << '\n' << outcome.output;
}

// an empty directory of the running test's own
inline std::filesystem::path scratch() {
  const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
  const auto path = std::filesystem::path(::testing::TempDir()) / "tether_apps" /
                    info->test_suite_name() / info->name();
  std::filesystem::remove_all(path);
  std::filesystem::create_directories(path);
  return path;
}

inline std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace tether::apps
