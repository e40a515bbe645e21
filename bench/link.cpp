// What a link over UDP adds to the datagrams it is made of: sealing and opening a sample beside the
// time there is for it, and a round trip beside one of bare datagrams of the same size.
#include <atomic>
#include <memory>
#include <stdexcept>
#include <thread>

#include "bench/budget.hpp"
#include "bench/comparison.hpp"
#include "tests/support/processes/channel_pair.hpp"
#include "tether/link/udp/udp_endpoint.hpp"

namespace tether::bench {
namespace {

constexpr double kSealBudget = 0.8;  // [µs], with AES in hardware
constexpr double kRoundTrip = 1.2;   // times as long as bare datagrams, at most
constexpr double kPeriod = 1e-3;     // of round trips, as a session has them [s]
constexpr core::Duration kTimeout = std::chrono::milliseconds(100);

// encode, encrypt, decrypt, check and decode
Comparison seal_and_open() {
  auto pair = std::make_shared<test::ChannelPair>();
  pair->run(1000);
  if (!pair->connected()) throw std::runtime_error("the two ends of a link do not meet");
  test::RandomDraw draw(1);
  const auto ours = [pair, sample = test::random_sample(draw)](int repetitions) mutable {
    link::Datagram datagram;
    signals::Sample opened;
    for (int i = 0; i < repetitions; ++i) {
      ++sample.sequence;
      pair->leader->channel.seal(sample, datagram);
      pair->follower->channel.take(pair->now, datagram.view(), opened);
      keep(opened);
    }
  };
  return {.name = "udp_seal_and_open",
          .rival = "a budget of 0.8 µs, spun away",
          .aim = 1,
          .ours = ours,
          .theirs = budget(kSealBudget)};
}

// a thread on the same core that answers until it is destroyed
class Echo {
 public:
  template <class Answer>
  explicit Echo(Answer answer)
      : thread_([this, answer] {
          const OnOneCore here;
          while (!stop_.load(std::memory_order_relaxed)) answer();
        }) {}
  ~Echo() {
    stop_ = true;
    thread_.join();
  }
  Echo(const Echo&) = delete;
  Echo& operator=(const Echo&) = delete;

 private:
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

// our link: what one end sends comes back from the other
class LinkPingPong {
 public:
  LinkPingPong()
      : follower_({.role = link::Role::follower,
                   .local = "127.0.0.1:0",
                   .keys = test::shared_material()}),
        leader_({.role = link::Role::leader,
                 .peer = link::to_string(follower_.local()),
                 .keys = test::shared_material()}),
        echo_([this] {
          const bool came = follower_.wait(kTimeout);
          follower_time_ += std::chrono::milliseconds(1);
          const signals::Received received = follower_.receive(follower_time_);
          if (came || !follower_.connected()) follower_.send(follower_time_, received.sample);
        }) {
    for (int i = 0; i < 1000 && !received_; ++i) trip();
    if (!received_) throw std::runtime_error("the two ends of a link do not meet");
  }

  void trip() {
    leader_time_ += std::chrono::milliseconds(1);
    leader_.send(leader_time_, {});
    leader_.wait(kTimeout);
    received_ = leader_.receive(leader_time_).fresh;
  }

 private:
  link::UdpEndpoint follower_, leader_;
  core::Time leader_time_, follower_time_;
  bool received_ = false;
  Echo echo_;
};

// the same number of bytes back and forth, with nothing but the calls that it takes
class BarePingPong {
 public:
  BarePingPong()
      : echo_([this] {
          sockaddr_storage source{};
          socklen_t length = sizeof source;
          auto* address = reinterpret_cast<sockaddr*>(&source);
          std::array<std::uint8_t, link::kDatagramBytes> bytes;
          const ssize_t size =
              recvfrom(far_.descriptor(), bytes.data(), bytes.size(), 0, address, &length);
          if (size < 0) return;
          sendto(far_.descriptor(), bytes.data(), static_cast<std::size_t>(size), 0, address,
                 length);
        }) {
    const timeval limit{0, 100000};
    for (const link::UdpSocket* socket : {&near_, &far_}) {
      setsockopt(socket->descriptor(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    }
  }

  void trip() {
    sendto(near_.descriptor(), bytes_.data(), bytes_.size(), 0,
           reinterpret_cast<const sockaddr*>(&far_address_.storage), far_address_.length);
    recv(near_.descriptor(), bytes_.data(), bytes_.size(), 0);
  }

 private:
  link::UdpSocket near_{link::parse_address("127.0.0.1:0", "bench")};
  link::UdpSocket far_{link::parse_address("127.0.0.1:0", "bench")};
  link::UdpAddress far_address_ = far_.local();
  std::array<std::uint8_t, link::kDatagramBytes> bytes_{};
  Echo echo_;
};

template <class PingPong>
std::function<void(int)> trips() {
  auto game = std::make_shared<PingPong>();
  return [game](int repetitions) {
    for (int i = 0; i < repetitions; ++i) game->trip();
  };
}

Comparison round_trip() {
  return {.name = "udp_round_trip",
          .rival = "bare UDP ping-pong of the same size, at 1 kHz",
          .aim = 1 / kRoundTrip,
          .ours = trips<LinkPingPong>(),
          .theirs = trips<BarePingPong>(),
          .runs = 3,
          .wall_time = true,
          .one_core = true,
          .pause = kPeriod};
}

const Registration kRegistration([] {
  return std::vector<Comparison>{seal_and_open(), round_trip()};
});

}  // namespace
}  // namespace tether::bench
