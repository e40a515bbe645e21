#include "tether/device/drivers/sick_tim/tcp.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>

#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "tether/core/error.hpp"

namespace tether::device {
namespace {

const sockaddr* plain(const TcpAddress& address) noexcept {
  return reinterpret_cast<const sockaddr*>(&address.storage);  // NOLINT(*-reinterpret-cast)
}

// commands are short and answered one by one
void send_at_once(int descriptor) noexcept {
  const int on = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

}  // namespace

TcpAddress tcp_address(const std::string& host, std::uint16_t port, std::string_view what) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int error = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owner(found, &freeaddrinfo);
  if (error != 0 || found == nullptr) {
    throw core::InputError(fmt::format("{} {}: no such host", what, host));
  }
  // sensors speak IPv4, and a name may have addresses of both kinds
  const addrinfo* chosen = found;
  while (chosen != nullptr && chosen->ai_family != AF_INET) chosen = chosen->ai_next;
  if (chosen == nullptr) chosen = found;
  TcpAddress address;
  address.length = chosen->ai_addrlen;
  std::copy_n(reinterpret_cast<const char*>(chosen->ai_addr), chosen->ai_addrlen,  // NOLINT
              reinterpret_cast<char*>(&address.storage));                          // NOLINT
  return address;
}

std::string to_string(const TcpAddress& address) {
  std::array<char, NI_MAXHOST> host{};
  std::array<char, NI_MAXSERV> port{};
  const int error = getnameinfo(plain(address), address.length, host.data(), host.size(),
                                port.data(), port.size(), NI_NUMERICHOST | NI_NUMERICSERV);
  if (error != 0) return "?";
  return address.storage.ss_family == AF_INET6 ? fmt::format("[{}]:{}", host.data(), port.data())
                                               : fmt::format("{}:{}", host.data(), port.data());
}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    close();
    number_ = other.number_;
    other.number_ = -1;
  }
  return *this;
}

void Descriptor::close() noexcept {
  if (number_ >= 0) ::close(number_);
  number_ = -1;
}

Descriptor tcp_connect(const TcpAddress& to) noexcept {
  Descriptor socket(::socket(to.storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!socket.open()) return socket;
  send_at_once(socket.number());
  if (connect(socket.number(), plain(to), to.length) != 0 && errno != EINPROGRESS) {
    const int error = errno;
    socket.close();
    errno = error;
  }
  return socket;
}

int tcp_error(const Descriptor& socket) noexcept {
  int error = 0;
  socklen_t length = sizeof error;
  getsockopt(socket.number(), SOL_SOCKET, SO_ERROR, &error, &length);
  return error;
}

Descriptor tcp_listen(const TcpAddress& on) {
  constexpr int kBacklog = 8;
  Descriptor socket(::socket(on.storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  const int reuse = 1;
  setsockopt(socket.number(), SOL_SOCKET, SO_REUSEADDR, &reuse, sizeof reuse);
  if (!socket.open() || bind(socket.number(), plain(on), on.length) != 0 ||
      listen(socket.number(), kBacklog) != 0) {
    throw core::IoError("listen on", to_string(on), errno);
  }
  return socket;
}

Descriptor tcp_accept(const Descriptor& listener) noexcept {
  Descriptor socket(accept4(listener.number(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
  if (socket.open()) send_at_once(socket.number());
  return socket;
}

TcpAddress tcp_local(const Descriptor& socket) noexcept {
  TcpAddress address;
  address.length = sizeof address.storage;
  getsockname(socket.number(), reinterpret_cast<sockaddr*>(&address.storage),  // NOLINT
              &address.length);
  return address;
}

Descriptor make_wake_up() {
  Descriptor made(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC));
  if (!made.open()) throw core::IoError("make", "an event", errno);
  return made;
}

void ring(const Descriptor& wake_up) noexcept {
  const std::uint64_t one = 1;
  // refused only when it was rung 2⁶⁴ times
  [[maybe_unused]] const ssize_t written = ::write(wake_up.number(), &one, sizeof one);
}

void clear(const Descriptor& wake_up) noexcept {
  std::uint64_t rings = 0;
  [[maybe_unused]] const ssize_t taken = ::read(wake_up.number(), &rings, sizeof rings);
}

}  // namespace tether::device
