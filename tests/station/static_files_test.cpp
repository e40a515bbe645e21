#include "tether/station/server/static_files.hpp"

#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "tests/station/gzip.hpp"

namespace tether::station {
namespace {

TEST(StaticFiles, AreFoundByTheirPathAsItStands) {
  StaticFiles files;
  files.add("/", "text/html", "page");
  files.add("/a.js", "text/javascript", "script");
  ASSERT_NE(files.find("/"), nullptr);
  EXPECT_EQ(files.find("/")->bytes, "page");
  EXPECT_EQ(files.find("/a.js")->type, "text/javascript");
  for (const char* path : {"", "a.js", "//a.js", "/A.js", "/a.js/", "/./a.js", "/x/../a.js",
                           "/a%2ejs", "/%61.js", "\\a.js", "/a.js "}) {
    EXPECT_EQ(files.find(path), nullptr) << path;
  }
  EXPECT_EQ(files.find(std::string_view("/a.js\0", 6)), nullptr);
}

TEST(StaticFiles, AreThereUnpackedToo) {
  const std::string page(200000, 'x');
  StaticFiles files;
  files.add_gzip("/", "text/html", test::gzip(page));
  EXPECT_EQ(files.find("/")->bytes, page);
  EXPECT_LT(files.find("/")->gzip.size(), page.size() / 10);
}

TEST(StaticFiles, AreRefusedWhenTheyCannotBeUnpacked) {
  StaticFiles files;
  const std::string packed = test::gzip("a page of some length");
  EXPECT_THROW(files.add_gzip("/", "", ""), std::invalid_argument);
  EXPECT_THROW(files.add_gzip("/", "", "a page"), std::invalid_argument);
  EXPECT_THROW(files.add_gzip("/", "", packed.substr(0, packed.size() - 9)), std::invalid_argument);
  EXPECT_EQ(files.find("/"), nullptr);
}

TEST(StaticFiles, HaveATagThatChangesWithTheirContent) {
  StaticFiles files;
  files.add("/a", "", "1");
  const std::string before = files.find("/a")->tag;
  files.add("/a", "", "2");
  EXPECT_NE(files.find("/a")->tag, before);
  files.add("/a", "", "1");
  EXPECT_EQ(files.find("/a")->tag, before);
}

TEST(StaticFiles, ShowThatTheServerAnswers) {
  EXPECT_EQ(StaticFiles().find("/healthz")->bytes, "ok\n");
}

}  // namespace
}  // namespace tether::station
