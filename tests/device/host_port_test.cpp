#include "tether/device/drivers/smart_wheels/host_port.hpp"

#include <gtest/gtest.h>

namespace tether::device {
namespace {

TEST(HostPort, IsReadAsPeopleWriteIt) {
  const auto is = [](std::string_view text, const std::string& host, int port) {
    const auto read = parse_host_port(text, 2112);
    ASSERT_TRUE(read) << text;
    EXPECT_EQ(read->host, host) << text;
    EXPECT_EQ(read->port, port) << text;
  };
  is("tim", "tim", 2112);
  is("10.0.0.1", "10.0.0.1", 2112);
  is("tim.local:2111", "tim.local", 2111);
  is("[::1]", "::1", 2112);
  is("[::1]:65535", "::1", 65535);
}

TEST(HostPort, IsRefusedWhereThereIsNoHostOrNoPort) {
  for (const char* text : {"", ":", ":2112", "tim:", "tim:0", "tim:65536", "tim:-1", "tim:21x",
                           "tim: 2112", "[::1", "[]:2112", "[::1]2112", "a:b:1"}) {
    EXPECT_FALSE(parse_host_port(text, 2112)) << text;
  }
}

}  // namespace
}  // namespace tether::device
