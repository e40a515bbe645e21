#include "device/drivers/sick_tim/cola_tokens.hpp"

#include <gtest/gtest.h>

namespace tether::device {
namespace {

TEST(ColaTokens, ReadHexadecimalAndSignedDecimalNumbers) {
  ColaTokens tokens("5DC 00 +15 ffffffff FFF92230 -450000 3F800000");
  EXPECT_EQ(tokens.half(), 1500);
  EXPECT_EQ(tokens.byte(), 0);
  EXPECT_EQ(tokens.byte(), 15);
  EXPECT_EQ(tokens.whole(), 0xFFFFFFFFU);
  EXPECT_EQ(tokens.signed_whole(), -450000);
  EXPECT_EQ(tokens.signed_whole(), -450000);
  EXPECT_EQ(tokens.real(), 1.0F);
  tokens.end();
  EXPECT_TRUE(tokens.good());
}

TEST(ColaTokens, RefuseWhatIsNoNumber) {
  for (const char* text : {"G", "0x1", "1.5", "-", "+", "+A", "--1", "1\t", "\xB5", "5,"}) {
    ColaTokens tokens(text);
    EXPECT_EQ(tokens.whole(), 0U);
    EXPECT_EQ(tokens.error(), ScanError::not_a_number) << text;
  }
}

TEST(ColaTokens, RefuseNumbersBeyondTheirField) {
  for (const char* text : {"10000", "-1", "+65536", "123456789", "+12345678901"}) {
    ColaTokens tokens(text);
    tokens.half();
    EXPECT_EQ(tokens.error(), ScanError::number_too_large) << text;
  }
  for (const char* text : {"+2147483648", "-2147483649", "100000000"}) {
    ColaTokens tokens(text);
    tokens.signed_whole();
    EXPECT_EQ(tokens.error(), ScanError::number_too_large) << text;
  }
  EXPECT_EQ(ColaTokens("-2147483648").signed_whole(), INT32_MIN);
}

TEST(ColaTokens, WantOneBlankBetweenFields) {
  for (const char* text : {"1  2", " 1 2", "1 2 "}) {
    ColaTokens tokens(text);
    tokens.whole();
    tokens.whole();
    tokens.end();
    EXPECT_FALSE(tokens.good()) << text;
  }
}

TEST(ColaTokens, KeepTheFirstError) {
  ColaTokens tokens("X 70000");
  tokens.half();
  tokens.half();
  tokens.half();
  EXPECT_EQ(tokens.error(), ScanError::not_a_number);
}

TEST(ColaTokens, ReportThatFieldsAreMissingOrTooMany) {
  ColaTokens few("1");
  few.half();
  few.half();
  EXPECT_EQ(few.error(), ScanError::ends_early);
  ColaTokens many("1 2");
  many.half();
  many.end();
  EXPECT_EQ(many.error(), ScanError::too_much);
  ColaTokens none("");
  none.half();
  EXPECT_EQ(none.error(), ScanError::ends_early);
}

TEST(ColaTokens, ReadTextsByTheirLengthSoThatTheyMayHoldBlanks) {
  ColaTokens tokens("6 dock 3 1 0  7");
  EXPECT_EQ(tokens.text(16), "dock 3");
  EXPECT_TRUE(tokens.flag());
  EXPECT_EQ(tokens.text(16), "");
  EXPECT_EQ(tokens.half(), 7);
  tokens.end();
  EXPECT_TRUE(tokens.good());
}

TEST(ColaTokens, RefuseTextsThatDoNotFit) {
  const auto error = [](std::string_view text) {
    ColaTokens tokens(text);
    tokens.text(4);
    return tokens.error();
  };
  EXPECT_EQ(error("5 abcde"), ScanError::bad_text);
  EXPECT_EQ(error("4 abc"), ScanError::ends_early);
  EXPECT_EQ(error("4"), ScanError::ends_early);
  EXPECT_EQ(error("3 abcd"), ScanError::bad_text);
  EXPECT_EQ(error("2 a\n"), ScanError::bad_text);
}

}  // namespace
}  // namespace tether::device
