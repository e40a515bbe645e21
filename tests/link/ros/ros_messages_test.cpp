// Built where roscpp is installed.
#include "tether/link/ros/ros_messages.hpp"

#include <cstdio>
#include <fstream>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/random/random_sample.hpp"
#include "tests/support/random/same_sample.hpp"

namespace tether::link {
namespace {

using ros::message_traits::MD5Sum;

std::string md5_of(const std::string& text) {
  const std::string file = testing::TempDir() + "ros_definition";
  std::ofstream(file) << text;
  FILE* pipe = popen(("md5sum " + file).c_str(), "r");
  std::string sum(32, ' ');
  const bool read = pipe != nullptr && fread(sum.data(), 1, sum.size(), pipe) == sum.size();
  if (pipe != nullptr) pclose(pipe);
  return read ? sum : "md5sum said nothing";
}

// the sum of a part stands for its type: http://wiki.ros.org/ROS/Technical%20Overview
std::string with_sums(std::istringstream definition) {
  const std::pair<std::string, const char*> parts[] = {
      {"std_msgs/Header", MD5Sum<RosHeader>::value()},
      {"geometry_msgs/Pose", MD5Sum<RosPose>::value()},
      {"geometry_msgs/Wrench", MD5Sum<RosWrench>::value()},
      {"geometry_msgs/Vector3", MD5Sum<RosVector3>::value()}};
  std::string text, type, name;
  while (definition >> type >> name) {
    for (const auto& [part, sum] : parts) {
      if (type == part) type = sum;
    }
    text += (text.empty() ? "" : "\n") + type + " " + name;
  }
  return text;
}

TEST(RosMessages, TheSumOfTheDefinitionIsTheOneThatBothEndsCompare) {
  const char* definition = ros::message_traits::Definition<RosLinkSample>::value();
  EXPECT_EQ(md5_of(with_sums(std::istringstream(definition))), MD5Sum<RosLinkSample>::value());
}

TEST(RosMessages, ComeBackFromTheirBytesAsTheyWere) {
  test::RandomDraw draw(1);
  for (int i = 0; i < 1000; ++i) {
    const AddressedSample sent{{3, 4, i % 2 == 0}, test::random_sample(draw)};
    const RosLinkSample message = to_ros(sent);
    std::vector<std::uint8_t> bytes(ros::serialization::serializationLength(message));
    ros::serialization::OStream out(bytes.data(), static_cast<std::uint32_t>(bytes.size()));
    ros::serialization::serialize(out, message);
    EXPECT_EQ(out.getLength(), 0U);
    RosLinkSample came;
    ros::serialization::IStream in(bytes.data(), static_cast<std::uint32_t>(bytes.size()));
    ros::serialization::deserialize(in, came);
    EXPECT_EQ(in.getLength(), 0U);
    test::expect_same_content(came.addressed.sample, sent.sample);
    EXPECT_EQ(came.addressed.sample.sequence, sent.sample.sequence);
    EXPECT_EQ(came.addressed.sample.sent, sent.sample.sent);
    EXPECT_EQ(came.addressed.address.from, 3U);
    EXPECT_EQ(came.addressed.address.to, 4U);
    EXPECT_EQ(came.addressed.address.met, i % 2 == 0);
  }
}

}  // namespace
}  // namespace tether::link
