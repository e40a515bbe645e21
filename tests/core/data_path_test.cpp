#include "tether/core/data_path.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tether/core/error.hpp"

namespace tether::core {
namespace {

namespace fs = std::filesystem;

class DataPath : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(directory / "robots");
    std::ofstream(directory / "robots" / "made_up.xml") << "<mujoco/>";
    ASSERT_EQ(setenv("TETHER_DATA_DIR", directory.c_str(), 1), 0);
  }
  void TearDown() override {
    unsetenv("TETHER_DATA_DIR");
    fs::remove_all(directory);
  }

  const fs::path directory = fs::temp_directory_path() / "tether_data_path_test";
};

TEST_F(DataPath, TheEnvironmentComesFirst) {
  EXPECT_EQ(data_path("robots/made_up.xml"), directory / "robots" / "made_up.xml");
}

TEST_F(DataPath, WhatIsNotThereIsLookedForInTheSourceTree) {
  EXPECT_EQ(data_path("robots/kuka_lwr4.xml"),
            fs::path(TETHER_SOURCE_DIR) / "robots" / "kuka_lwr4.xml");
}

TEST_F(DataPath, AMissingFileSaysWhereItWasLookedFor) {
  EXPECT_THAT([] { data_path("robots/none.xml"); },
              testing::ThrowsMessage<InputError>(testing::AllOf(
                  testing::HasSubstr("robots/none.xml is not in "),
                  testing::HasSubstr(directory.string()), testing::HasSubstr("TETHER_DATA_DIR"))));
}

TEST_F(DataPath, WhatIsShippedLiesInItsFoldersAndNowhereElse) {
  EXPECT_TRUE(is_shipped(data_path("robots/made_up.xml")));
  EXPECT_TRUE(is_shipped(data_path("worlds/wall_lwr.xml")));
  EXPECT_FALSE(is_shipped(directory / "made_up.xml"));
  EXPECT_FALSE(is_shipped(fs::path(TETHER_SOURCE_DIR) / "examples" / "robots" / "scara.xml"));
  EXPECT_FALSE(is_shipped(directory.parent_path() / "robots" / "made_up.xml"));
  EXPECT_FALSE(is_shipped("robots/made_up.xml"));
}

}  // namespace
}  // namespace tether::core
