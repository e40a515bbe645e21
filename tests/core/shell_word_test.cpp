#include "tether/core/shell_word.hpp"

#include <gtest/gtest.h>

namespace tether::core {
namespace {

TEST(ShellWord, QuotesOnlyWhatAShellWouldReadOtherwise) {
  EXPECT_EQ(shell_word("link.delay=0.02"), "link.delay=0.02");
  EXPECT_EQ(shell_word("phases=[]"), "'phases=[]'");
  EXPECT_EQ(shell_word("a b"), "'a b'");
  EXPECT_EQ(shell_word("it's"), R"('it'\''s')");
  EXPECT_EQ(shell_word(""), "''");
}

}  // namespace
}  // namespace tether::core
