#include <gtest/gtest.h>

#include "core/log.hpp"
#include "tether/core/error.hpp"

namespace tether::core {
namespace {

TEST(LogLevel, HasANameThatLeadsBackToIt) {
  for (const LogLevel level :
       {LogLevel::always, LogLevel::error, LogLevel::warning, LogLevel::info, LogLevel::debug}) {
    EXPECT_EQ(log_level(name(level)), level);
  }
}

TEST(LogLevel, OffersTheNearestNameForAnUnknownOne) {
  try {
    log_level("warn1ng");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "unknown log level \"warn1ng\"; did you mean \"warning\"?");
  }
}

}  // namespace
}  // namespace tether::core
