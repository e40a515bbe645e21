#include "tether/runtime/clocks/latency_hold.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tether::runtime {
namespace {

using ::testing::HasSubstr;

std::filesystem::path scratch_file() {
  return std::filesystem::path(::testing::TempDir()) /
         ::testing::UnitTest::GetInstance()->current_test_info()->name();
}

TEST(LatencyHold, AsksForNoLatencyAtAllAndKeepsTheFileOpen) {
  const auto path = scratch_file();
  std::ofstream(path) << "";
  const LatencyHold hold(path.string());
  EXPECT_TRUE(hold.held());
  EXPECT_EQ(hold.refusal(), "");
  std::int32_t latency = -1;
  std::ifstream(path, std::ios::binary).read(reinterpret_cast<char*>(&latency), sizeof latency);
  EXPECT_EQ(latency, 0);
  EXPECT_EQ(std::filesystem::file_size(path), sizeof latency);
}

TEST(LatencyHold, SaysWhyItDoesNotHold) {
  const LatencyHold hold("/nonexistent/cpu_dma_latency");
  EXPECT_FALSE(hold.held());
  EXPECT_THAT(hold.refusal(), HasSubstr("/nonexistent/cpu_dma_latency cannot be held at 0 µs "
                                        "(No such file or directory)"));
}

TEST(LatencyHold, DoesNotHoldWhatCannotBeWritten) {
  const LatencyHold hold("/dev/full");
  EXPECT_FALSE(hold.held());
  EXPECT_THAT(hold.refusal(), HasSubstr("No space left on device"));
}

}  // namespace
}  // namespace tether::runtime
