#include "tether/robot/mujoco_model.hpp"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tether/core/data_path.hpp"
#include "tether/core/error.hpp"

namespace tether::robot {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

// a file of the user's own, with one ball of that mass in it
std::string ball_of(const char* mass) {
  const std::string path = testing::TempDir() + "mujoco_model_test.xml";
  std::ofstream(path) << "<mujoco><worldbody><body name='ball'><freejoint/>"
                      << "<geom type='sphere' size='0.1' mass='" << mass << "'/></body>"
                      << "</worldbody></mujoco>";
  return path;
}

TEST(MujocoModel, AShippedOneIsTheSameEachTimeWhateverItsOwnersDoToTheirs) {
  const std::string file = core::data_path("robots/kuka_lwr4.xml").string();
  const ModelPtr first = load_model(file);
  const double mass = first->body_mass[1];
  first->body_mass[1] = 2 * mass;
  EXPECT_EQ(load_model(file)->body_mass[1], mass);
}

TEST(MujocoModel, AUsersFileIsReadAnewEachTime) {
  EXPECT_EQ(load_model(ball_of("1"))->body_mass[1], 1);
  EXPECT_EQ(load_model(ball_of("2"))->body_mass[1], 2);
}

TEST(MujocoModel, RefusesWhatIsNoneWithTheFileAndMujocosWordsInOneLine) {
  const std::string path = testing::TempDir() + "no_model.xml";
  std::ofstream(path) << "<mujoco><worldbody><geom size='x'/></worldbody></mujoco>";
  EXPECT_THAT([&] { load_model(path); }, ThrowsMessage<core::InputError>(testing::AllOf(
                                             HasSubstr("no_model.xml"), HasSubstr("XML Error"),
                                             testing::Not(HasSubstr("\n")))));
  EXPECT_THAT([&] { load_model(testing::TempDir() + "none.xml"); },
              ThrowsMessage<core::InputError>(HasSubstr("none.xml")));
}

}  // namespace
}  // namespace tether::robot
