// The keys of guards: each mistake has its own message, with the place and the nearest name.
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"
#include "tether/core/error.hpp"
#include "tether/scenario/scenario_file.hpp"

namespace tether::scenario {
namespace {

class GuardFields : public ::testing::Test {
 protected:
  // the message for a scenario of this text, with the directory left out
  std::string error_in(const std::string& text) {
    const std::string path = directory_.file("x.toml");
    std::ofstream(path) << text;
    try {
      load_scenario(path);
    } catch (const core::InputError& e) {
      std::string message = e.what();
      if (const auto at = message.find(path); at != std::string::npos) {
        message.replace(at, path.size(), "x.toml");
      }
      return message;
    }
    return "no error";
  }

 private:
  test::TemporaryDirectory directory_;
};

TEST_F(GuardFields, PointAtAnUnknownKeyAndTheNearestOne) {
  EXPECT_EQ(error_in("[guard]\nmax_enrgy = 4\n"),
            "x.toml:2:1: unknown key \"max_enrgy\" in [guard]; did you mean \"max_energy\"?");
  EXPECT_EQ(error_in("[leader.guard]\nmax_powr = 4\n"),
            "x.toml:2:1: unknown key \"max_powr\" in [leader.guard]; did you mean \"max_power\"?");
  EXPECT_EQ(error_in("[leader.guard.contact.force]\ncolision = 4\n"),
            "x.toml:2:1: unknown key \"colision\" in [leader.guard.contact.force]; did you mean "
            "\"collision\"?");
  EXPECT_EQ(error_in("[guard]\non_stop = \"hole\"\n"),
            "x.toml:2:11: unknown on_stop \"hole\"; did you mean \"hold\"?");
}

TEST_F(GuardFields, PointAtACollisionBelowContact) {
  EXPECT_EQ(error_in("[leader.guard.contact.force]\ncontact = 50\ncollision = 40\n"),
            "x.toml:3:13: collision lies below contact");
}

TEST_F(GuardFields, PointAtAHandThatTheFenceCannotHold) {
  EXPECT_EQ(error_in("[leader.guard.fence]\nmax_force = 100\nhand_force = 100\n"),
            "x.toml:3:14: hand_force is not below max_force");
}

TEST_F(GuardFields, PointAtABoxWithoutAPlace) {
  EXPECT_EQ(error_in("[leader.guard.fence.boxes.wall]\nhalf_size = [1, 1, 1]\n"),
            "x.toml:1:1: missing key \"centre\" in [leader.guard.fence.boxes.wall]");
  EXPECT_EQ(error_in("[leader.guard.fence.boxes.wall]\ncentre = [1, 1, 1]\n"
                     "half_size = [1, 0, 1]\n"),
            "x.toml:3:17: half_size[1] must be in (0, 10] m, found 0");
}

TEST_F(GuardFields, PointAtMoreBoxesThanThereIsRoomFor) {
  std::string text = "[leader.guard.fence]\n";
  for (int i = 0; i <= guard::Geofence::kMaxBoxes; ++i) {
    text += fmt::format("boxes.b{}={{centre=[1,1,{}],half_size=[1,1,1]}}\n", i, i % 5);
  }
  EXPECT_NE(error_in(text).find(fmt::format("at most {} boxes", guard::Geofence::kMaxBoxes)),
            std::string::npos)
      << error_in(text);
}

// of a fence only the switches are exchanged: boxes that came or went would be known by their place
TEST_F(GuardFields, OfAFenceOnlySwitchesCanChange) {
  const std::string fence =
      "[leader.guard.fence.boxes.wall]\ncentre = [1, 1, 1]\nhalf_size = [1, 1, 1]\n"
      "[[changes]]\nat = 1\nset = [\"leader.guard.fence.";
  EXPECT_EQ(error_in(fence + "boxes.wall.enabled=false\"]\n"), "no error");
  EXPECT_EQ(error_in(fence + "enabled=false\"]\n"), "no error");
  for (const char* change : {"max_force=50\"]\n", "boxes.wall.centre=[2,2,2]\"]\n",
                             "boxes.a={centre=[2,2,2],half_size=[1,1,1]}\"]\n"}) {
    EXPECT_EQ(error_in(fence + change),
              "x.toml:6:7: of a fence only \"enabled\" can change while a session runs");
  }
}

}  // namespace
}  // namespace tether::scenario
