#include "tether/station/server/listen_address.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tether/core/error.hpp"

namespace tether::station {
namespace {

TEST(ListenAddress, ReadsBothKindsOfAddresses) {
  const ListenAddress four = parse_listen_address("127.0.0.1:8080");
  EXPECT_EQ(four.host, "127.0.0.1");
  EXPECT_EQ(four.port, 8080);
  EXPECT_FALSE(four.ipv6);
  const ListenAddress six = parse_listen_address("[::1]:0");
  EXPECT_EQ(six.host, "::1");
  EXPECT_EQ(six.port, 0);
  EXPECT_TRUE(six.ipv6);
  EXPECT_EQ(to_string(six), "[::1]:0");
  EXPECT_EQ(to_string(parse_listen_address("localhost:80")), "127.0.0.1:80");
}

TEST(ListenAddress, RefusesWhatIsNoneAndSaysWhatIs) {
  for (const std::string text :
       {"", ":", "8080", ":8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1",
        "127.0.0.1:80x", "127.0.0.1: 80", "::1:8080", "[::1]", "[127.0.0.1]:80", "[localhost]:80",
        "example.org:80", "1.2.3:80", "0.0.0.0.0:80", "[]:80", "[::1:80"}) {
    try {
      parse_listen_address(text);
      ADD_FAILURE() << text;
    } catch (const core::InputError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("127.0.0.1:8080"));
    }
  }
  EXPECT_THROW(parse_listen_address({"127.0.0.1\0:80", 13}), core::InputError);
}

TEST(ListenAddress, KnowsWhoReachesIt) {
  for (const char* text : {"127.0.0.1:1", "127.9.9.9:1", "[::1]:1", "[::ffff:127.0.0.1]:1"}) {
    EXPECT_TRUE(parse_listen_address(text).loopback()) << text;
    EXPECT_FALSE(parse_listen_address(text).wildcard()) << text;
  }
  for (const char* text : {"0.0.0.0:1", "[::]:1"}) {
    EXPECT_FALSE(parse_listen_address(text).loopback()) << text;
    EXPECT_TRUE(parse_listen_address(text).wildcard()) << text;
  }
  for (const char* text : {"128.0.0.1:1", "10.0.0.1:1", "[::2]:1", "[fe80::1]:1"}) {
    EXPECT_FALSE(parse_listen_address(text).loopback()) << text;
    EXPECT_FALSE(parse_listen_address(text).wildcard()) << text;
  }
}

}  // namespace
}  // namespace tether::station
