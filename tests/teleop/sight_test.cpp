#include "tether/teleop/sight.hpp"

#include <gtest/gtest.h>

namespace tether::teleop {
namespace {

constexpr int kTicksPerScan = 67;

// sees a post straight ahead; can be made to say nothing
class PostAhead final : public device::Scanner {
 public:
  bool read(core::Time now, assist::RangeScan& scan) noexcept override {
    ++tick_;
    if (silent || tick_ % kTicksPerScan != 1) return false;
    scan = {};
    scan.time = now;
    scan.count = assist::kTim561Beams;
    scan.ranges.fill(assist::kNothing);
    for (int beam = 400; beam <= 410; ++beam) scan.ranges[static_cast<std::size_t>(beam)] = 1;
    return true;
  }
  bool silent = false;

 private:
  int tick_ = 0;
};

class SightTest : public testing::Test {
 protected:
  SightOutput look(int ticks, const spatial::Twist& commanded = {}) {
    SightOutput out;
    for (int i = 0; i < ticks; ++i) {
      out = sight_.update(now_, commanded);
      now_ += std::chrono::milliseconds(1);
    }
    return out;
  }

  PostAhead scanner_;
  Sight sight_{{}, scanner_, {}};
  core::Time now_;
};

TEST_F(SightTest, SeesWhatTheScannerMeasures) {
  const auto out = look(1);
  EXPECT_EQ(out.scans, 1U);
  EXPECT_FALSE(out.blind);
  EXPECT_NEAR(out.obstruction.forward, 0.5, 1e-3);
  EXPECT_NE(sight_.fresh_scan(), nullptr);
  look(1);
  EXPECT_EQ(sight_.fresh_scan(), nullptr);
}

TEST_F(SightTest, IsBlindBeforeItHasSeenAnything) {
  scanner_.silent = true;
  EXPECT_TRUE(look(1).blind);
}

TEST_F(SightTest, IsBlindAfterTheScannerWasSilentForTooLongAndSeesAgain) {
  look(kTicksPerScan + 1);
  scanner_.silent = true;
  EXPECT_FALSE(look(200).blind);
  EXPECT_TRUE(look(2).blind);
  scanner_.silent = false;
  EXPECT_FALSE(look(kTicksPerScan).blind);
}

TEST_F(SightTest, CountsItsBlindnessFromTheBeginning) {
  scanner_.silent = true;
  now_ += std::chrono::seconds(7);
  EXPECT_EQ(look(1).age, 0);
  EXPECT_NEAR(look(50).age, 0.05, 1e-9);
}

// what stands in the way depends on the way
class SightAlongAWay : public SightTest {
 protected:
  SightAlongAWay() { sight_ = Sight({}, scanner_, {.mode = assist::ObstructionMode::trajectory}); }
};

TEST_F(SightAlongAWay, LooksAgainEveryTenTicksWhereItIsCommandedToGoBetweenTwoScans) {
  const auto at_rest = look(1).obstruction;
  const spatial::Twist back{.angular = {0, 0, 0.8}, .linear = {-1, 0, 0}};
  EXPECT_EQ(look(9, back).obstruction, at_rest);
  const auto backwards = look(1, back).obstruction;
  EXPECT_NE(backwards, at_rest);
  // and so on, every ten ticks
  EXPECT_EQ(look(9).obstruction, backwards);
  EXPECT_EQ(look(1).obstruction, at_rest);
}

TEST_F(SightTest, KeepsWhatItSawWhileItWaitsForTheNextScan) {
  EXPECT_EQ(look(1).obstruction, look(kTicksPerScan - 1).obstruction);
}

}  // namespace
}  // namespace tether::teleop
