#include "tether/device/drivers/sick_tim/cola_frame.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/random/random_draw.hpp"

namespace tether::device {
namespace {

std::vector<std::string> take_all(ColaFrames& frames, std::string_view bytes) {
  std::vector<std::string> telegrams;
  for (auto text = frames.take(bytes); !text.empty(); text = frames.take(bytes)) {
    telegrams.emplace_back(text);
  }
  EXPECT_TRUE(bytes.empty());
  return telegrams;
}

using Texts = std::vector<std::string>;

TEST(ColaFrames, FindTelegramsThatCameTogether) {
  ColaFrames frames;
  EXPECT_EQ(take_all(frames, "\2sAN Run 1\3\2sSN x\3"), (Texts{"sAN Run 1", "sSN x"}));
  EXPECT_EQ(frames.counts().telegrams, 2U);
  EXPECT_EQ(frames.counts().strays, 0U);
}

TEST(ColaFrames, FindTheSameWhereverTheStreamIsCut) {
  const std::string stream = "junk\2one\3\3\2tw\2three and more\3\2\3x\2four\3";
  const Texts expected{"one", "three and more", "four"};
  for (std::size_t cut = 0; cut <= stream.size(); ++cut) {
    ColaFrames frames;
    Texts found = take_all(frames, std::string_view(stream).substr(0, cut));
    for (auto& text : take_all(frames, std::string_view(stream).substr(cut))) {
      found.push_back(text);
    }
    EXPECT_EQ(found, expected) << cut;
    EXPECT_EQ(frames.counts().unfinished, 1U);
    EXPECT_EQ(frames.counts().empty, 1U);
    EXPECT_EQ(frames.counts().strays, 6U);
  }
}

TEST(ColaFrames, FindTheSameByteByByte) {
  ColaFrames frames;
  Texts found;
  for (const char c : std::string("..\2one\3.\2two\3")) {
    for (auto& text : take_all(frames, {&c, 1})) found.push_back(text);
  }
  EXPECT_EQ(found, (Texts{"one", "two"}));
  EXPECT_EQ(frames.counts().strays, 3U);
}

TEST(ColaFrames, TakeTheLongestAndThrowAwayWhatIsLonger) {
  ColaFrames frames;
  const std::string longest(kMostTelegramBytes, 'a');
  EXPECT_EQ(take_all(frames, cola_frame(longest)), Texts{longest});
  EXPECT_TRUE(take_all(frames, cola_frame(longest + "a")).empty());
  EXPECT_EQ(frames.counts().too_long, 1U);
  EXPECT_EQ(take_all(frames, "\2next\3"), Texts{"next"});
}

TEST(ColaFrames, StayBoundedWhenNoEndEverComes) {
  ColaFrames frames;
  EXPECT_TRUE(take_all(frames, "\2").empty());
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(take_all(frames, std::string(1000, 'a')).empty());
  EXPECT_EQ(frames.counts().too_long, 1U);
  EXPECT_FALSE(frames.within());
}

TEST(ColaFrames, ForgetATelegramWhoseStreamEnded) {
  ColaFrames frames;
  EXPECT_TRUE(take_all(frames, "\2half of").empty());
  EXPECT_TRUE(frames.within());
  frames.restart();
  EXPECT_EQ(frames.counts().unfinished, 1U);
  EXPECT_EQ(take_all(frames, " it\3\2whole\3"), Texts{"whole"});
}

TEST(ColaFrames, AccountForEveryByte) {
  test::RandomDraw draw(7);
  for (int run = 0; run < 2000; ++run) {
    std::string stream;
    for (int i = draw.pick(200); i >= 0; --i) {
      stream.push_back(draw.bernoulli(0.2)   ? kStx
                       : draw.bernoulli(0.2) ? kEtx
                                             : static_cast<char>(draw.bits()));
    }
    ColaFrames whole, pieces;
    const Texts expected = take_all(whole, stream);
    Texts found;
    std::string_view rest = stream;
    while (!rest.empty()) {
      const auto size = std::min<std::size_t>(rest.size(), 1 + draw.bits() % 9);
      for (auto& text : take_all(pieces, rest.substr(0, size))) found.push_back(text);
      rest.remove_prefix(size);
    }
    EXPECT_EQ(found, expected) << run;
    EXPECT_EQ(pieces.counts().strays, whole.counts().strays);
    EXPECT_EQ(pieces.counts().unfinished, whole.counts().unfinished);
    for (const auto& text : found) {
      EXPECT_EQ(text.find_first_of("\2\3"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace tether::device
