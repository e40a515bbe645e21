#include "tether/runtime/clocks/round_trip.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tether/core/error.hpp"
#include "tether/runtime/clocks/time_source.hpp"

namespace tether::runtime {
namespace {

constexpr std::array<char, 8> kMagic = {'t', 'e', 't', 'h', 'e', 'r', 'R', 'T'};
constexpr auto kLookForStop = std::chrono::milliseconds(100);

// as large as a packet of a session; read back only by the process that made it
struct Datagram {
  std::array<char, 8> magic = kMagic;
  std::uint64_t run = 0;  // random, so that answers to another run are known as such
  std::uint64_t index = 0;
  std::int64_t sent_ns = 0;
  std::array<char, 96> filling{};
};
static_assert(sizeof(Datagram) == 128);

class Socket {
 public:
  explicit Socket(int fd) noexcept : fd_(fd) {}
  ~Socket() {
    if (fd_ >= 0) close(fd_);
  }
  Socket(Socket&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Socket& operator=(Socket&&) = delete;
  int fd() const noexcept { return fd_; }

  // whether something can be read before the time is over
  bool readable(core::Duration within) const noexcept {
    const auto whole = std::chrono::duration_cast<std::chrono::seconds>(within);
    const timespec wait{.tv_sec = whole.count(), .tv_nsec = (within - whole).count()};
    pollfd waiting{.fd = fd_, .events = POLLIN, .revents = 0};
    return ppoll(&waiting, 1, &wait, nullptr) > 0;
  }

 private:
  int fd_;
};

using Addresses = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

Addresses resolve(const std::string& text, int flags) {
  const std::size_t colon = text.rfind(':');
  std::string host = text.substr(0, colon);
  if (host.size() >= 2 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
  } else if (host.find(':') != std::string::npos) {
    host.clear();  // where an IPv6 address without brackets ends is anyone's guess
  }
  if (colon == std::string::npos || host.empty() || colon + 1 == text.size()) {
    throw core::InputError(
        fmt::format("\"{}\" is no address; expected host:port or [ipv6]:port", text));
  }
  addrinfo hints{};
  hints.ai_flags = flags | AI_NUMERICSERV;
  hints.ai_socktype = SOCK_DGRAM;
  addrinfo* found = nullptr;
  const int error = getaddrinfo(host.c_str(), text.substr(colon + 1).c_str(), &hints, &found);
  if (error != 0) {
    throw core::InputError(fmt::format("cannot find \"{}\": {}", text, gai_strerror(error)));
  }
  return {found, &freeaddrinfo};
}

// the first of the addresses with which `join` (bind or connect) succeeds
template <class Join>
Socket open_socket(const std::string& text, const char* action, const Addresses& addresses,
                   const Join& join) {
  int error = 0;
  for (const addrinfo* a = addresses.get(); a != nullptr; a = a->ai_next) {
    Socket socket(::socket(a->ai_family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (socket.fd() >= 0 && join(socket.fd(), a->ai_addr, a->ai_addrlen) == 0) return socket;
    error = errno;
  }
  throw core::IoError(action, text, error);
}

std::string own_address(int fd) {
  sockaddr_storage own{};
  socklen_t size = sizeof own;
  std::array<char, NI_MAXHOST> host{};
  std::array<char, NI_MAXSERV> port{};
  auto* const address = reinterpret_cast<sockaddr*>(&own);
  if (getsockname(fd, address, &size) != 0 ||
      getnameinfo(address, size, host.data(), host.size(), port.data(), port.size(),
                  NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
    return "an unknown address";
  }
  return own.ss_family == AF_INET6 ? fmt::format("[{}]:{}", host.data(), port.data())
                                   : fmt::format("{}:{}", host.data(), port.data());
}

// takes the answers that are there; none is counted twice
class Answers {
 public:
  Answers(std::uint64_t run, std::size_t most) : run_(run), seen_(most, false) {}

  void take(const Socket& socket) {
    Datagram datagram;
    ssize_t size = 0;
    // a refusal by a peer that does not answer yet is an answer that is missing, no error
    while ((size = recv(socket.fd(), &datagram, sizeof datagram, MSG_TRUNC)) >= 0) {
      const core::Duration now = monotonic_time().now();
      if (size != sizeof datagram || datagram.magic != kMagic || datagram.run != run_) continue;
      if (datagram.index >= seen_.size() || seen_[datagram.index]) continue;
      seen_[datagram.index] = true;
      ++count_;
      times_->add(now - core::Duration(datagram.sent_ns));
    }
  }
  std::uint64_t count() const { return count_; }
  SeriesReport times() const { return report(*times_); }

 private:
  std::uint64_t run_;
  std::vector<bool> seen_;
  std::uint64_t count_ = 0;
  std::unique_ptr<Series> times_ = std::make_unique<Series>();
};

}  // namespace

RoundTrips measure_round_trips(const std::string& peer, const RoundTripParams& params) {
  const Socket socket = open_socket(peer, "reach", resolve(peer, 0), ::connect);
  const auto most = static_cast<std::uint64_t>(params.duration / params.interval);
  std::random_device random;
  const std::uint64_t run = (std::uint64_t{random()} << 32U) | random();
  Answers answers(run, most);
  const auto stopped = [&] { return params.stop != nullptr && *params.stop; };

  TimeSource& time = monotonic_time();
  const core::Duration begin = time.now();
  RoundTrips trips;
  for (std::uint64_t i = 0; i < most && !stopped(); ++i) {
    const core::Duration due = begin + static_cast<core::Duration::rep>(i) * params.interval;
    for (core::Duration now; (now = time.now()) < due;) {
      if (socket.readable(due - now)) answers.take(socket);
    }
    Datagram datagram{.run = run, .index = i, .sent_ns = time.now().count()};
    // what the system cannot send is lost like what the network loses
    (void)send(socket.fd(), &datagram, sizeof datagram, 0);
    ++trips.sent;
  }
  const core::Duration end = time.now() + params.patience;
  for (core::Duration now;
       answers.count() < trips.sent && (now = time.now()) < end && !stopped();) {
    if (socket.readable(end - now)) answers.take(socket);
  }
  trips.answered = answers.count();
  trips.time = answers.times();
  return trips;
}

std::uint64_t answer_round_trips(const std::string& address, const std::atomic<bool>& stop,
                                 const std::function<void(const std::string&)>& bound) {
  const Socket socket = open_socket(address, "listen at", resolve(address, AI_PASSIVE), ::bind);
  if (bound) bound(own_address(socket.fd()));
  std::uint64_t answers = 0;
  while (!stop) {
    if (!socket.readable(kLookForStop)) continue;
    Datagram datagram;
    sockaddr_storage from{};
    socklen_t from_size = sizeof from;
    auto* const sender = reinterpret_cast<sockaddr*>(&from);
    const ssize_t size =
        recvfrom(socket.fd(), &datagram, sizeof datagram, MSG_TRUNC, sender, &from_size);
    if (size != sizeof datagram || datagram.magic != kMagic) continue;
    if (sendto(socket.fd(), &datagram, sizeof datagram, 0, sender, from_size) > 0) ++answers;
  }
  return answers;
}

}  // namespace tether::runtime
