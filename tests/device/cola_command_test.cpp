#include "tether/device/drivers/sick_tim/cola_command.hpp"

#include <gtest/gtest.h>

#include "tether/device/drivers/sick_tim/tim561_session.hpp"

namespace tether::device {
namespace {

ColaAnswer judge(std::size_t step, std::string_view answer) {
  std::uint32_t code = 0;
  return judge(kStartUp[step], answer, code);
}

TEST(ColaCommand, IsGrantedOnlyByItsOwnAnswer) {
  EXPECT_EQ(judge(0, "sAN SetAccessMode 1"), ColaAnswer::granted);
  EXPECT_EQ(judge(0, "sAN SetAccessMode 01"), ColaAnswer::granted);
  EXPECT_EQ(judge(0, "sAN SetAccessMode 0"), ColaAnswer::declined);
  EXPECT_EQ(judge(0, "sAN SetAccessMode"), ColaAnswer::declined);
  EXPECT_EQ(judge(0, "sAN SetAccessMode x"), ColaAnswer::declined);
  EXPECT_EQ(judge(0, "sAN Run 1"), ColaAnswer::other);
  EXPECT_EQ(judge(1, "sWA EIHstCola"), ColaAnswer::granted);
  EXPECT_EQ(judge(1, "sWA EIHstCola "), ColaAnswer::granted);
  EXPECT_EQ(judge(1, "sWA EIHstColaX"), ColaAnswer::other);
}

TEST(ColaCommand, ReportsErrorsInWords) {
  std::uint32_t code = 0;
  EXPECT_EQ(judge(kStartUp[3], "sFA A", code), ColaAnswer::error);
  EXPECT_EQ(code, 10U);
  EXPECT_STREQ(cola_error(code), "access denied: the variable needs another access mode");
  EXPECT_EQ(judge(kStartUp[3], "sFA", code), ColaAnswer::error);
  EXPECT_STREQ(cola_error(1000), "unknown error");
}

TEST(Tim561Session, GrantsTheStartUpInItsOrder) {
  Tim561Session session;
  for (const ColaCommand& step : kStartUp) {
    std::uint32_t code = 0;
    const Tim561Answer answer = session.answer(step.text);
    EXPECT_EQ(judge(step, answer.text, code), ColaAnswer::granted) << step.text << answer.text;
  }
  EXPECT_TRUE(session.streaming());
  EXPECT_EQ(session.answer(kStopScanData).text, "sEA LMDscandata 0");
  EXPECT_FALSE(session.streaming());
}

TEST(Tim561Session, RefusesWritesWithoutAccessAndAfterLoggingOut) {
  Tim561Session session;
  EXPECT_EQ(session.answer(kStartUp[3].text).text, "sFA A");
  EXPECT_EQ(session.answer("sMN Run").text, "sFA 1");
  EXPECT_EQ(session.answer("sMN SetAccessMode 03 12345678").text, "sAN SetAccessMode 0");
  EXPECT_EQ(session.answer(kStartUp[4].text).text, "sFA A");
  session.answer(kStartUp[0].text);
  EXPECT_EQ(session.answer(kStartUp[3].text).text, "sWA LMPoutputRange");
  session.answer("sMN Run");
  EXPECT_EQ(session.answer(kStartUp[3].text).text, "sFA A");
}

TEST(Tim561Session, RefusesWhatItDoesNotKnow) {
  Tim561Session session;
  session.answer(kStartUp[0].text);
  EXPECT_EQ(session.answer("hello").text, "sFA C");
  EXPECT_EQ(session.answer("sMN Fly").text, "sFA 2");
  EXPECT_EQ(session.answer("sRN Weather").text, "sFA 3");
  EXPECT_EQ(session.answer("sWN Weather 1").text, "sFA 3");
  EXPECT_EQ(session.answer("sEN Weather 1").text, "sFA F");
  EXPECT_EQ(session.answer("sEN LMDscandata 2").text, "sFA 5");
  EXPECT_EQ(session.answer("sWN LMPoutputRange 1 D05 FFF92230 225511").text, "sFA 5");
  EXPECT_EQ(session.answer("sWN LMDscandatacfg 01 00").text, "sFA 5");
  EXPECT_TRUE(session.answer("hello").refused);
}

}  // namespace
}  // namespace tether::device
