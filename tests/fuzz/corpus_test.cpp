// What the fuzzers are given to begin with, and what they once found, through the same functions. A
// promise that does not hold aborts the test.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "fuzz/targets.hpp"
#include "tests/support/random/random_draw.hpp"

namespace tether::fuzz {
namespace {

using Input = std::vector<std::uint8_t>;

std::vector<Input> corpus(const std::string& target) {
  std::vector<Input> inputs;
  for (const auto& file :
       std::filesystem::directory_iterator(TETHER_SOURCE_DIR "/fuzz/corpus/" + target)) {
    std::ifstream stream(file.path(), std::ios::binary);
    inputs.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  return inputs;
}

struct Target {
  const char* name;
  void (*run)(link::Bytes);
};

class Corpus : public testing::TestWithParam<Target> {};

TEST_P(Corpus, KeepsAllPromises) {
  const auto inputs = corpus(GetParam().name);
  EXPECT_GE(inputs.size(), 3U);
  for (const Input& input : inputs) GetParam().run(input);
  GetParam().run({});
}

TEST_P(Corpus, KeepsAllPromisesWithBytesChanged) {
  test::RandomDraw draw(1);
  int runs = 0;
  for (const Input& input : corpus(GetParam().name)) {
    for (int i = 0; i < 20 && !input.empty(); ++i) {
      Input changed = input;
      for (int n = draw.pick(4); n >= 0; --n) {
        changed[draw.bits() % changed.size()] = static_cast<std::uint8_t>(draw.bits());
      }
      GetParam().run(changed);
      ++runs;
    }
  }
  EXPECT_GE(runs, 40);
}

INSTANTIATE_TEST_SUITE_P(Fuzz, Corpus,
                         testing::Values(Target{"wire_format", wire_format},
                                         Target{"handshake", handshake},
                                         Target{"scenario", scenario}, Target{"mesh", mesh},
                                         Target{"cat_datagram", cat_datagram},
                                         Target{"cola_telegram", cola_telegram},
                                         Target{"station_request", station_request}),
                         [](const auto& target) { return std::string(target.param.name); });

}  // namespace
}  // namespace tether::fuzz
