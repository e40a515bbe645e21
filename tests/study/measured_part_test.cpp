#include "tether/study/measured_part.hpp"

#include <gtest/gtest.h>

namespace tether::study {
namespace {

TEST(MeasuredPart, OfOneCommandLeavesThatOfAnotherOnTheSamePage) {
  std::string page = with_measured_part("# Studies\n\n", "one\n", "study positioning");
  page = with_measured_part(page + "\n", "two\n", "study peg_in_hole");
  const std::string changed = with_measured_part(page, "three\n", "study positioning");
  EXPECT_EQ(changed.find("one\n"), changed.npos);
  EXPECT_LT(changed.find("three\n"), changed.find("two\n"));
}

TEST(MeasuredPart, BeginsWithTheVersionAndTheCommandLine) {
  EXPECT_EQ(measured_stamp("1.2.3", "tether study drive --seeds 4"),
            "Measured with tether 1.2.3 by `tether study drive --seeds 4`.\n\n");
}

TEST(MeasuredPart, HasTablesOfAHeadingAndRows) {
  EXPECT_EQ(markdown_table({{"", "error [mm]"}, {"luna", "1.5 ± 0.2"}, {"ros", ""}}),
            "| | error [mm] |\n|---|---:|\n| luna | 1.5 ± 0.2 |\n| ros | |\n");
}

}  // namespace
}  // namespace tether::study
