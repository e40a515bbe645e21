#include "robot/mjcf.hpp"

#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tether/core/error.hpp"

namespace tether::robot {
namespace {

using spatial::Vector3;
using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

// a model file for the time of one test
class ModelFile {
 public:
  explicit ModelFile(const std::string& world) {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::temp_directory_path() /
            (std::string("tether_mjcf_") + test->name() + ".xml");
    std::ofstream(path_) << "<mujoco model=\"small\"><compiler angle=\"radian\"/>" << world
                         << "</mujoco>";
  }
  ~ModelFile() { std::filesystem::remove(path_); }
  ModelFile(const ModelFile&) = delete;
  ModelFile& operator=(const ModelFile&) = delete;
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

void expect_file_refused(const std::string& world, const std::string& message) {
  const ModelFile file(world);
  EXPECT_THAT([&file] { load_chain(file.path()); },
              ThrowsMessage<core::InputError>(AllOf(HasSubstr(file.path()), HasSubstr(message))));
}

const std::string kInertial = "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>";

TEST(Mjcf, FixedBodiesAreFusedIntoTheLinkThatCarriesThem) {
  const ModelFile file(R"(<worldbody><body name="base"><body name="arm">
      <joint name="j" axis="0 0 1"/>
      <inertial pos="1 0 0" mass="2" diaginertia="1 1 1"/>
      <body name="tip" pos="0 3 0">
        <inertial pos="1 1 0" mass="6" diaginertia="2 2 2"/><site name="tool"/>
      </body></body></body></worldbody>)");
  const Chain chain = load_chain(file.path());
  EXPECT_EQ(chain.joint_count, 1);
  EXPECT_DOUBLE_EQ(chain.links[0].mass, 8);
  EXPECT_LT((chain.links[0].centre - Vector3(1, 3, 0)).norm(), 1e-15);
  // 2 kg at 3 m and 6 kg at 1 m from the common centre, along y
  const spatial::Matrix3 expected = Vector3(27, 3, 27).asDiagonal();
  EXPECT_LT((chain.links[0].inertia - expected).norm(), 1e-13);
  EXPECT_LT((chain.tool.position - Vector3(0, 3, 0)).norm(), 1e-15);
}

TEST(Mjcf, ExtraJointsOfABodyBecomeLinksWithoutMass) {
  const ModelFile file(
      "<worldbody><body name='b'><joint name='x' type='slide' axis='1 0 0'/>"
      "<joint name='y' type='slide' axis='0 1 0'/>" +
      kInertial + "<site name='tool'/></body></worldbody>");
  const Chain chain = load_chain(file.path());
  ASSERT_EQ(chain.joint_count, 2);
  EXPECT_EQ(chain.joints[0].type, JointType::prismatic);
  EXPECT_EQ(chain.links[0].mass, 0);
  EXPECT_EQ(chain.links[1].mass, 1);
}

TEST(Mjcf, ABaseThatStandsAskewTurnsGravity) {
  const ModelFile file(
      "<worldbody><body name='base' pos='1 2 3' euler='1.5707963267948966 0 0'>"
      "<body name='b'><joint name='j'/>" +
      kInertial + "<site name='tool'/></body></body></worldbody>");
  const Chain chain = load_chain(file.path());
  EXPECT_LT((chain.base.position - Vector3(1, 2, 3)).norm(), 1e-15);
  EXPECT_LT((chain.gravity - Vector3(0, -9.81, 0)).norm(), 1e-14);
}

TEST(Mjcf, RatingsComeFromTheCustomNumerics) {
  const Chain chain = load_chain(TETHER_SOURCE_DIR "/tests/robot/contrived_arm.xml");
  EXPECT_EQ(chain.name, "contrived_arm");
  ASSERT_EQ(chain.joint_count, 6);
  EXPECT_EQ(chain.joints[5].name, "roll");
  EXPECT_EQ(chain.joints[5].max_speed, 6);
  EXPECT_EQ(chain.joints[5].max_effort, 10);
}

TEST(Mjcf, ErrorsNameTheFileAndWhatIsWrong) {
  const std::string arm = "<body name='b'><joint name='j'/>" + kInertial;
  expect_file_refused("<worldbody><body></worldbody>", "XML");
  expect_file_refused("<worldbody>" + arm + "</body></worldbody>", "has no site \"tool\"");
  expect_file_refused("<worldbody><site name='tool'/></worldbody>", "on the world itself");
  expect_file_refused(
      "<worldbody><body name='b'>" + kInertial + "<site name='tool'/></body></worldbody>",
      "has no joint between base and tool");
  expect_file_refused("<worldbody>" + arm + "<site name='tool'/><body name='finger'><joint/>" +
                          kInertial + "</body></body></worldbody>",
                      "body \"finger\" moves but is not between base and tool");
  expect_file_refused("<worldbody><body name='b'><joint name='j' type='ball'/>" + kInertial +
                          "<site name='tool'/></body></worldbody>",
                      "joint \"j\" is neither hinge nor slide");
  expect_file_refused("<custom><numeric name='max_speed' data='1 2'/></custom><worldbody>" + arm +
                          "<site name='tool'/></body></worldbody>",
                      "numeric \"max_speed\" has 2 figures for 1 joints");
}

TEST(Mjcf, AFileThatIsNotThereIsNamed) {
  EXPECT_THAT([] { load_chain("no/such/arm.xml"); },
              ThrowsMessage<core::InputError>(HasSubstr("no/such/arm.xml")));
}

}  // namespace
}  // namespace tether::robot
