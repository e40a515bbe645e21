#include <algorithm>

#include <nlohmann/json.hpp>

#include "tests/apps/program.hpp"

namespace tether::apps {
namespace {

TEST(Doctor, EndsWithOneExactlyWhenALineSaysFail) {
  const auto outcome = tether("doctor --seconds 0.05 --json");
  const auto json = nlohmann::json::parse(outcome.output);
  const auto& checks = json.at("checks");
  EXPECT_EQ(checks.size(), 12U);
  const bool failed = std::any_of(checks.begin(), checks.end(),
                                  [](const auto& check) { return check.at("health") == "fail"; });
  EXPECT_EQ(outcome.status, failed ? 1 : 0) << outcome.output;
  EXPECT_EQ(json.at("wake_up").at("count"), 50);
  for (const auto& check : checks) {
    EXPECT_FALSE(check.at("health") == "fail" && check.at("fix").get<std::string>().empty())
        << check;
  }
}

TEST(Doctor, SaysOneLineForEachCheckWithoutColourInAPipe) {
  const auto outcome = tether("doctor --seconds 0.05");
  for (const char* check : {"kernel", "priority", "memory", "throttling", "frequency", "isolation",
                            "deep sleep", "clock", "hardware", "encryption", "timer", "wake-up"}) {
    EXPECT_NE(outcome.output.find(std::string(" ") + check + " "), std::string::npos) << check;
  }
  EXPECT_EQ(outcome.output.find('\033'), std::string::npos);
}

TEST(Doctor, MeasuresTheNetworkToAPeerThatAnswers) {
  const auto out = (scratch() / "answer.txt").string();
  const auto outcome = shell(
      "\"$TETHER\" doctor --answer 127.0.0.1:0 > " + out + " & answering=$!; " +
      "while ! grep -q until " + out + "; do sleep 0.05; done; " +
      "where=$(sed 's/answering at \\(.*\\) until.*/\\1/' " + out + "); " +
      "\"$TETHER\" doctor --seconds 0.05 --peer $where; kill -INT $answering; wait $answering");
  EXPECT_NE(outcome.output.find("0 of 25 packets lost"), std::string::npos) << outcome.output;
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(content(out).find("25 packets answered"), std::string::npos) << content(out);
}

TEST(Doctor, FailsAPeerThatDoesNotAnswerAndSaysWhatToRunThere) {
  const auto outcome = tether("doctor --seconds 0.02 --peer 127.0.0.1:9");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.output.find("tether doctor --answer 127.0.0.1:9"), std::string::npos)
      << outcome.output;
}

TEST(Doctor, RefusesWhatIsNoAddressWithOneLine) {
  const auto outcome = tether("doctor --answer nowhere");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.output, "\"nowhere\" is no address; expected host:port or [ipv6]:port\n");
}

}  // namespace
}  // namespace tether::apps
