#include "tether/runtime/clocks/round_trip.hpp"

#include <future>
#include <thread>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tether/core/error.hpp"

namespace tether::runtime {
namespace {

// answers on a thread while it lives
class Answering {
 public:
  explicit Answering(const std::string& address) {
    std::promise<std::string> bound;
    thread_ = std::thread([this, address, &bound] {
      count_ = answer_round_trips(address, stop_,
                                  [&](const std::string& where) { bound.set_value(where); });
    });
    where_ = bound.get_future().get();
  }
  ~Answering() { stop(); }
  const std::string& where() const { return where_; }
  std::uint64_t stop() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
    return count_;
  }

 private:
  std::atomic<bool> stop_{false};
  std::uint64_t count_ = 0;
  std::string where_;
  std::thread thread_;
};

constexpr RoundTripParams kShort = {.duration = std::chrono::milliseconds(50),
                                    .interval = std::chrono::milliseconds(1),
                                    .patience = std::chrono::seconds(10)};

TEST(RoundTrip, ReceivesEveryAnswerOnThisMachine) {
  Answering peer("127.0.0.1:0");
  const RoundTrips trips = measure_round_trips(peer.where(), kShort);
  EXPECT_EQ(trips.sent, 50U);
  EXPECT_EQ(trips.answered, 50U);
  EXPECT_EQ(trips.time.count, 50U);
  EXPECT_GT(trips.time.min, 0);
  EXPECT_EQ(peer.stop(), 50U);
}

TEST(RoundTrip, GoesOverVersionSixToo) {
  const int probe = socket(AF_INET6, SOCK_DGRAM, 0);
  sockaddr_in6 own{};
  own.sin6_family = AF_INET6;
  own.sin6_addr = in6addr_loopback;
  const bool there = bind(probe, reinterpret_cast<sockaddr*>(&own), sizeof own) == 0;
  close(probe);
  if (!there) GTEST_SKIP() << "no IPv6 on this machine";
  Answering six("[::1]:0");
  EXPECT_EQ(measure_round_trips(six.where(), kShort).answered, 50U);
}

TEST(RoundTrip, FindsAPeerThatDoesNotAnswer) {
  // bound and mute
  const int mute = socket(AF_INET, SOCK_DGRAM, 0);
  sockaddr_in own{};
  own.sin_family = AF_INET;
  own.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ASSERT_EQ(bind(mute, reinterpret_cast<sockaddr*>(&own), sizeof own), 0);
  socklen_t size = sizeof own;
  ASSERT_EQ(getsockname(mute, reinterpret_cast<sockaddr*>(&own), &size), 0);
  RoundTripParams hurried = kShort;
  hurried.patience = core::Duration(0);
  const RoundTrips trips =
      measure_round_trips(fmt::format("127.0.0.1:{}", ntohs(own.sin_port)), hurried);
  EXPECT_EQ(trips.sent, 50U);
  EXPECT_EQ(trips.answered, 0U);
  close(mute);
}

TEST(RoundTrip, AnswersNothingButItsOwnDatagrams) {
  Answering peer("127.0.0.1:0");
  const int stranger = socket(AF_INET, SOCK_DGRAM, 0);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  to.sin_port = htons(static_cast<std::uint16_t>(std::stoi(peer.where().substr(10))));
  for (const std::string& text :
       {std::string(128, 'x'), std::string("tetherRT"), "tetherRT" + std::string(2000, '\0')}) {
    ASSERT_GT(
        sendto(stranger, text.data(), text.size(), 0, reinterpret_cast<sockaddr*>(&to), sizeof to),
        0);
  }
  // all of them were before these in the queue
  EXPECT_EQ(measure_round_trips(peer.where(), kShort).answered, 50U);
  EXPECT_EQ(peer.stop(), 50U);
  close(stranger);
}

TEST(RoundTrip, RefusesWhatIsNoAddress) {
  for (const char* text : {"", "nowhere", ":1", "10.0.0.1:", "::1:5000", "10.0.0.1:port"}) {
    EXPECT_THROW(measure_round_trips(text, kShort), core::InputError) << text;
  }
}

TEST(RoundTrip, SaysWhenAnAddressIsTaken) {
  Answering peer("127.0.0.1:0");
  const std::atomic<bool> stop{true};
  EXPECT_THROW(answer_round_trips(peer.where(), stop, {}), core::IoError);
}

}  // namespace
}  // namespace tether::runtime
