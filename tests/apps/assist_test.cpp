// tether assist and tether fixtures as a user runs them, with controllers and views beside.
#include <random>
#include <regex>
#include <thread>

#include <fmt/format.h>

#include "tests/apps/program.hpp"
#include "tests/support/processes/child_process.hpp"
#include "tests/support/processes/patience.hpp"
#include "tether/assist/fixtures/force_hold.hpp"
#include "tether/assistant/client/cat_client.hpp"
#include "tether/assistant/client/cat_udp_client.hpp"
#include "tether/assistant/protocol/fixture_view.hpp"

namespace tether::apps {
namespace {

using assistant::FixtureTopic;

constexpr const char* kGuide = R"([[fixtures]]
id = 1
name = "along x"
law = "guide"
shape = "polyline"
points = [[0, 0, 0], [1, 0, 0]]
stiffness = 100
range = 0.2
)";
constexpr const char* kWall = R"(
[[fixtures]]
id = 2
law = "wall"
shape = "box"
centre = [5, 0, 0]
half_size = [0.1, 0.1, 0.1]
stiffness = 500
)";

// 5 N towards the guide
const assistant::ToolPose kBeside{.last_frame = {.position = {0.5, 0.05, 0}}, .tool_offset = {}};

struct Assist : testing::Test {
  assistant::CatNetwork network{.domain = 1 + std::random_device()() % 200, .interface = "lo"};
  std::filesystem::path directory = scratch();
  std::string on_domain = fmt::format("--domain {} --interface lo", network.domain);

  std::string file(const std::string& text) const {
    const std::string path = directory / "fixtures.toml";
    std::ofstream(path) << text;
    return path;
  }
  std::vector<std::string> command(const std::string& verb, const std::string& more = {}) const {
    std::vector<std::string> words{TETHER_PROGRAM};
    for (std::istringstream in(verb + " " + on_domain + " " + more); in;) {
      if (std::string word; in >> word) words.push_back(word);
    }
    return words;
  }
  std::string printed_to() const { return directory / "assist.txt"; }
  std::string printed() const { return content(printed_to()); }
  bool says(const std::string& words) const {
    return test::eventually([&] { return printed().find(words) != std::string::npos; });
  }
  std::unique_ptr<test::ChildProcess> start(const std::string& more = {}) const {
    return std::make_unique<test::ChildProcess>(command("assist", "--priority 0 " + more),
                                                printed_to());
  }
  // a command of tether fixtures to the process, whenever it answers
  Outcome fixtures(const std::string& words) const {
    return tether(fmt::format("fixtures {} {} --wait 60", words, on_domain));
  }
  bool lists(const std::string& words) const {
    return test::eventually(
        [&] { return fixtures("list").output.find(words) != std::string::npos; });
  }
};

// a controller that ticks
struct Controller {
  spatial::Wrench tick() {
    link.send(kBeside);
    const auto came = link.newest();
    ticks_since_force = came ? 0 : ticks_since_force + 1;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return hold.update(came);
  }
  bool feels(double force) {
    return test::eventually([&] { return std::abs(tick().force.norm() - force) < 1e-9; });
  }
  assistant::CatLink& link;
  assist::ForceHold hold{{}};
  int ticks_since_force = 0;
};

using AssistProcessTest = Assist;

TEST_F(AssistProcessTest, StartedLateItHasEveryFixtureOfAView) {
  std::string many;
  for (int id = 1; id <= 250; ++id) {
    many += fmt::format(
        "[[fixtures]]\nid = {}\nlaw = \"wall\"\nshape = \"sphere\"\ncentre = [{}, 0, 0]\n"
        "radius = 0.1\n",
        id, id);
  }
  const std::string shown = directory / "view.txt";
  test::ChildProcess view(command("fixtures load", file(many) + " --stay"), shown);
  ASSERT_TRUE(test::eventually(
      [&] { return content(shown).find("250 fixtures shown") != std::string::npos; }));
  const auto late = start();
  EXPECT_TRUE(lists("250 fixtures held, 0 refused"));
}

TEST_F(AssistProcessTest, KilledItLeavesNoForceAndTheControllerGoesOn) {
  assistant::CatClient client(network);
  Controller controller{client};
  auto process = start(file(kGuide));
  ASSERT_TRUE(controller.feels(5));

  process->kill();
  // forces that were under way still come; then none does
  while (controller.ticks_since_force < 50) {
    const auto force = controller.tick();
    if (controller.ticks_since_force == 50) {
      EXPECT_EQ(force.vector(), spatial::Vector6::Zero());
    }
  }
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(controller.tick().vector(), spatial::Vector6::Zero());
  }

  process = start(file(kGuide));
  EXPECT_TRUE(controller.feels(5)) << "and it comes back";
}

TEST_F(AssistProcessTest, HostileFixturesAreRefusedByNameAndNothingElseChanges) {
  assistant::CatClient client(network);
  Controller controller{client};
  const auto process = start(file(kGuide));
  ASSERT_TRUE(controller.feels(5));

  assistant::FixtureView view(network);
  const double nan = std::nan("");
  view.show(FixtureTopic::fields,
            {.id = 1, .shape = assist::Box{{.position = {0, nan, 0}}, {1, 1, 1}}});
  view.show(FixtureTopic::fields, {.id = 2, .shape = assist::Box{{}, {0, 0.1, 0.1}}});
  view.show(FixtureTopic::fields, {.id = 3, .shape = assist::Box{{}, {1, 1, 1}}, .stiffness = 1e9});
  view.show(FixtureTopic::paths,
            {.id = 4,
             .law = assist::Law::guide,
             .shape = assist::Polyline{std::vector<spatial::Vector3>(1'000'000, {0, 0, 0})}});
  view.show(FixtureTopic::fixtures, {.id = 1, .name = "\x1b[2Jevil", .stiffness = nan});
  for (const char* name : {"field:1", "field:2", "field:3", "path:4", "1 \"?[2Jevil\""}) {
    EXPECT_TRUE(says(fmt::format("fixture {} refused: ", name))) << name << '\n' << printed();
  }
  EXPECT_TRUE(lists("1 fixture held, 5 refused"));
  for (int i = 0; i < 100; ++i) controller.tick();
  EXPECT_TRUE(controller.feels(5)) << "as before";
}

TEST_F(AssistProcessTest, ServesAControllerWithoutDdsWhateverElseComesToItsPort) {
  const auto process = start(file(kGuide) + " --udp 127.0.0.1:0");
  ASSERT_TRUE(says("Ctrl-C ends it"));
  std::smatch match;
  const std::string text = printed();
  ASSERT_TRUE(std::regex_search(text, match, std::regex("gateway at (127.0.0.1:[0-9]+)"))) << text;
  assistant::CatUdpClient client(match[1]);
  Controller controller{client};
  EXPECT_TRUE(controller.feels(5));
  link::UdpSocket stranger(link::parse_address("127.0.0.1:0", "stranger"));
  const auto gateway = link::parse_address(match[1], "gateway");
  for (std::uint8_t i = 0; i < 200; ++i) {
    stranger.send(gateway, std::vector<std::uint8_t>(std::size_t{7} * i, i));
    controller.tick();
  }
  EXPECT_TRUE(controller.feels(5));
}

TEST_F(AssistProcessTest, EndsWithCountsOnInterruption) {
  const auto process = start(file(kGuide));
  {
    assistant::CatClient client(network);
    Controller controller{client};
    ASSERT_TRUE(controller.feels(5));
    ASSERT_TRUE(says("a controller speaks"));
  }
  ASSERT_TRUE(says("no controller speaks any more"));
  process->signal(SIGINT);
  EXPECT_EQ(process->wait(), 0);
  for (const char* words : {"poses taken, 0 refused", "passes", "fixtures: 1 held, 0 refused"}) {
    EXPECT_NE(printed().find(words), std::string::npos) << words << '\n' << printed();
  }
}

using FixturesCommand = Assist;

TEST_F(FixturesCommand, EditsWhatARunningProcessHolds) {
  assistant::CatClient client(network);
  Controller controller{client};
  const auto process = start();
  const std::string both = file(std::string(kGuide) + kWall);
  EXPECT_EQ(fixtures("load " + both).output, "2 fixtures taken\n");
  EXPECT_TRUE(controller.feels(5));
  const Outcome list = fixtures("list");
  EXPECT_EQ(list.status, 0);
  EXPECT_EQ(list.output,
            "id          state    law      shape\n"
            "1           on       guide    polyline of 2 points              100 N/m within 0.2 m  "
            "(along x)\n"
            "2           on       wall     box 0.2 × 0.2 × 0.2 m             500 N/m, 0 N s/m\n"
            "2 fixtures held, 0 refused\n");

  EXPECT_EQ(fixtures("disable 1").output, "1 fixture disabled\n");
  EXPECT_TRUE(controller.feels(0));
  EXPECT_EQ(fixtures("enable all").output, "2 fixtures enabled\n");
  EXPECT_TRUE(controller.feels(5));
  EXPECT_EQ(fixtures("add id=3 'law=\"guide\"' 'shape=\"polyline\"' 'points=[[0,0,0],[1,0,0]]' "
                     "stiffness=60 range=0.2")
                .output,
            "1 fixture taken\n");
  EXPECT_TRUE(controller.feels(8)) << "two guides overlaid";
  EXPECT_EQ(fixtures("remove 2").status, 0);

  const std::string saved = directory / "saved.toml";
  EXPECT_EQ(fixtures("save " + saved).output, saved + ": 2 fixtures\n");
  EXPECT_EQ(fixtures("remove all").output, "2 fixtures removed\n");
  EXPECT_TRUE(controller.feels(0));
  EXPECT_EQ(fixtures("load " + saved).output, "2 fixtures taken\n");
  EXPECT_TRUE(controller.feels(8));

  const Outcome none = fixtures("disable 77");
  EXPECT_EQ(none.status, 2);
  EXPECT_EQ(none.output, "there is no fixture 77\n");
}

TEST_F(FixturesCommand, SaysWhenNoProcessAnswers) {
  for (const char* words : {"list", "enable all", "remove 3", "save x.toml"}) {
    const Outcome outcome = tether(fmt::format("fixtures {} {}", words, on_domain));
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.output,
              fmt::format("no tether assist answers on DDS domain {} within 1 s; start one, or "
                          "check --domain and --interface\n",
                          network.domain));
  }
}

TEST_F(FixturesCommand, RefusesBadFilesAndWordsWithOneLine) {
  const std::string bad = file("[[fixtures]]\nid = 1\nlaw = \"gide\"\n");
  for (const std::string& words :
       {"fixtures load " + bad, "assist " + bad, std::string("assist /nowhere.toml"),
        std::string("assist --rate 5"), std::string("assist --udp here"),
        std::string("fixtures enable"), std::string("fixtures"),
        std::string("fixtures add law=1")}) {
    const Outcome outcome = tether(words);
    EXPECT_NE(outcome.status, 0) << words;
    EXPECT_EQ(std::count(outcome.output.begin(), outcome.output.end(), '\n'), 1) << words << '\n'
                                                                                 << outcome.output;
  }
}

TEST_F(FixturesCommand, AFileCanBeLookedAtWithoutAProcess) {
  const Outcome outcome = tether("assist --list " + file(std::string(kGuide) + kWall));
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.output.find("2 fixtures held, 0 refused"), std::string::npos);
}

}  // namespace
}  // namespace tether::apps
