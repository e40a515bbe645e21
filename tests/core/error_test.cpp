#include "tether/core/error.hpp"

#include <cerrno>

#include <gtest/gtest.h>

namespace tether::core {
namespace {

TEST(SourceLocation, IsWrittenAsFarAsItIsKnown) {
  EXPECT_EQ(to_string({.file = "a.toml", .line = 12, .column = 9}), "a.toml:12:9");
  EXPECT_EQ(to_string({.file = "a.toml", .line = 12}), "a.toml:12");
  EXPECT_EQ(to_string({.file = "a.toml"}), "a.toml");
  EXPECT_EQ(to_string({}), "");
}

TEST(InputError, StartsWithThePlaceAndKeepsIt) {
  const InputError error({.file = "scenarios/x.toml", .line = 12, .column = 9}, "unknown key");
  EXPECT_STREQ(error.what(), "scenarios/x.toml:12:9: unknown key");
  EXPECT_EQ(error.where().file, "scenarios/x.toml");
  EXPECT_EQ(error.where().line, 12);
  EXPECT_EQ(error.where().column, 9);
}

TEST(InputError, SaysOnlyTheMessageWhereNoPlaceIsKnown) {
  EXPECT_STREQ(InputError("no such scenario").what(), "no such scenario");
  EXPECT_STREQ(InputError(SourceLocation{}, "no such scenario").what(), "no such scenario");
  EXPECT_EQ(InputError("no such scenario").where().file, "");
}

TEST(IoError, SaysWhatFailedWhereAndWhy) {
  EXPECT_STREQ(IoError("write", "out/log.mcap", ENOSPC).what(),
               "cannot write out/log.mcap: No space left on device");
}

}  // namespace
}  // namespace tether::core
