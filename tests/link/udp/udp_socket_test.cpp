#include "tether/link/udp/udp_socket.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "tether/core/error.hpp"

namespace tether::link {
namespace {

TEST(UdpAddress, IsReadAndWrittenInEitherFamily) {
  for (const char* text : {"10.0.0.1:7000", "[::1]:7000", "[2001:db8::17]:65535", "0.0.0.0:0"}) {
    EXPECT_EQ(to_string(parse_address(text, "test")), text);
  }
  EXPECT_EQ(parse_address("localhost:80", "test").port(), 80);
}

TEST(UdpAddress, IsRefusedWithOneLine) {
  for (const char* text : {"", ":", "x", "x:", ":7000", "1.2.3.4:70000", "1.2.3.4:-1", "::1:7000",
                           "[::1]7000", "[::1:7000", "1.2.3.4:7x", "1.2.3.4:999999999999"}) {
    EXPECT_THROW(parse_address(text, "test"), core::InputError) << text;
  }
}

TEST(UdpAddress, IsTheSameWithTheSamePort) {
  const auto address = [](const char* text) { return parse_address(text, "test"); };
  EXPECT_TRUE(address("1.2.3.4:5") == address("1.2.3.4:5"));
  EXPECT_FALSE(address("1.2.3.4:5") == address("1.2.3.4:6"));
  EXPECT_FALSE(address("1.2.3.4:5") == address("1.2.3.5:5"));
  EXPECT_FALSE(address("[::1]:5") == address("[::2]:5"));
  EXPECT_FALSE(address("[::1]:5") == address("1.2.3.4:5"));
}

TEST(UdpSocket, BringsDatagramsOfEveryLengthWithTheirSource) {
  UdpSocket one(parse_address("127.0.0.1:0", "one")), two(parse_address("127.0.0.1:0", "two"));
  for (const std::size_t size : {0U, 1U, 202U, 1499U, 1500U, 9000U}) {
    ASSERT_TRUE(one.send(two.local(), std::vector<std::uint8_t>(size, 7)));
    ASSERT_EQ(two.wait(std::chrono::seconds(20)), 1U);
    EXPECT_EQ(two.datagram(0).size(), std::min<std::size_t>(size, UdpSocket::kLongest));
    EXPECT_TRUE(two.source(0) == one.local());
  }
  EXPECT_EQ(two.receive(), 0U);
}

}  // namespace
}  // namespace tether::link
