#include "tether/link/udp/udp_socket.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <linux/errqueue.h>
#include <netdb.h>
#include <unistd.h>

#include "tether/core/cache_line.hpp"
#include "tether/core/error.hpp"

namespace tether::link {
namespace {

// the kernel's idea of an address: NOLINTBEGIN(*-reinterpret-cast)
const sockaddr* raw(const UdpAddress& address) noexcept {
  return reinterpret_cast<const sockaddr*>(&address.storage);
}
sockaddr* raw(UdpAddress& address) noexcept {
  return reinterpret_cast<sockaddr*>(&address.storage);
}
const sockaddr_in& v4(const UdpAddress& address) noexcept {
  return reinterpret_cast<const sockaddr_in&>(address.storage);
}
const sockaddr_in6& v6(const UdpAddress& address) noexcept {
  return reinterpret_cast<const sockaddr_in6&>(address.storage);
}
// NOLINTEND(*-reinterpret-cast)
static_assert(sizeof(sockaddr_in) <= sizeof(sockaddr_in6));

// host and port of "host:port" or "[host]:port"; false when it is neither
bool split(const std::string& text, std::string& host, std::string& port) {
  const auto colon = text.rfind(':');
  if (colon == std::string::npos || colon + 1 == text.size()) return false;
  host = text.substr(0, colon);
  port = text.substr(colon + 1);
  if (!host.empty() && host.front() == '[') {
    if (host.back() != ']') return false;
    host = host.substr(1, host.size() - 2);
  } else if (host.find(':') != std::string::npos) {
    return false;
  }
  const bool digits = port.find_first_not_of("0123456789") == std::string::npos;
  return !host.empty() && digits && port.size() <= 5 && std::stoi(port) <= 65535;
}

void set(int descriptor, int level, int name, int value) noexcept {
  // what a kernel does not know it does not do either
  setsockopt(descriptor, level, name, &value, sizeof value);
}

}  // namespace

std::uint16_t UdpAddress::port() const noexcept {
  return ntohs(family() == AF_INET6 ? v6(*this).sin6_port : v4(*this).sin_port);
}

bool operator==(const UdpAddress& a, const UdpAddress& b) noexcept {
  if (a.family() != b.family() || a.port() != b.port()) return false;
  if (a.family() == AF_INET6) {
    return std::memcmp(&v6(a).sin6_addr, &v6(b).sin6_addr, sizeof(in6_addr)) == 0 &&
           v6(a).sin6_scope_id == v6(b).sin6_scope_id;
  }
  return v4(a).sin_addr.s_addr == v4(b).sin_addr.s_addr;
}

std::string to_string(const UdpAddress& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (address.family() == AF_INET6) {
    inet_ntop(AF_INET6, &v6(address).sin6_addr, text.data(), text.size());
    return fmt::format("[{}]:{}", text.data(), address.port());
  }
  inet_ntop(AF_INET, &v4(address).sin_addr, text.data(), text.size());
  return fmt::format("{}:{}", text.data(), address.port());
}

UdpAddress parse_address(const std::string& text, std::string_view what) {
  std::string host, port;
  if (!split(text, host, port)) {
    throw core::InputError(fmt::format("{} {}: expected HOST:PORT or [HOST]:PORT", what, text));
  }
  addrinfo hints{};
  hints.ai_socktype = SOCK_DGRAM;
  hints.ai_flags = AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int error = getaddrinfo(host.c_str(), port.c_str(), &hints, &found);
  if (error != 0) {
    throw core::InputError(fmt::format("{} {}: {}", what, text, gai_strerror(error)));
  }
  UdpAddress address;
  std::memcpy(&address.storage, found->ai_addr, found->ai_addrlen);
  address.length = found->ai_addrlen;
  freeaddrinfo(found);
  return address;
}

UdpAddress any_address(const UdpAddress& peer) noexcept {
  UdpAddress address;
  // any address is all zeros in both families
  address.storage.sin6_family = peer.storage.sin6_family;
  address.length = peer.length;
  return address;
}

namespace {

// what is of one datagram stands together: most ticks take one
struct alignas(core::kCacheLine) Slot {
  std::array<std::uint8_t, UdpSocket::kLongest> bytes;
  UdpAddress source;
  std::uint32_t size = 0;
};
static_assert(sizeof(Slot) == 6 * core::kCacheLine);

}  // namespace

struct UdpSocket::Batch {
  Batch() {
    for (std::size_t i = 0; i < kBatch; ++i) {
      vectors[i] = {slots[i].bytes.data(), kLongest};
      messages[i].msg_hdr = {};
      messages[i].msg_hdr.msg_iov = &vectors[i];
      messages[i].msg_hdr.msg_iovlen = 1;
      messages[i].msg_hdr.msg_name = &slots[i].source.storage;
      messages[i].msg_hdr.msg_namelen = sizeof slots[i].source.storage;
    }
  }
  std::array<Slot, kBatch> slots;
  std::array<iovec, kBatch> vectors;
  std::array<mmsghdr, kBatch> messages;
};

UdpSocket::UdpSocket(const UdpAddress& local)
    : descriptor_(socket(local.family(), SOCK_DGRAM | SOCK_CLOEXEC, 0)),
      batch_(std::make_unique<Batch>()) {
  if (descriptor_ < 0) throw core::IoError("make a socket for", to_string(local), errno);
  if (local.family() == AF_INET6) {
    set(descriptor_, IPPROTO_IPV6, IPV6_MTU_DISCOVER, IPV6_PMTUDISC_DO);
    set(descriptor_, IPPROTO_IPV6, IPV6_V6ONLY, 0);
  } else {
    set(descriptor_, IPPROTO_IP, IP_MTU_DISCOVER, IP_PMTUDISC_DO);
  }
  if (bind(descriptor_, raw(local), local.length) != 0) {
    const int error = errno;
    close(descriptor_);
    throw core::IoError("bind", to_string(local), error);
  }
}

UdpSocket::~UdpSocket() { close(descriptor_); }

bool UdpSocket::send(const UdpAddress& to, Bytes datagram) noexcept {
  const ssize_t sent = sendto(descriptor_, datagram.data(), datagram.size(),
                              MSG_DONTWAIT | MSG_NOSIGNAL, raw(to), to.length);
  if (sent == static_cast<ssize_t>(datagram.size())) return true;
  note(errno);
  return false;
}

void UdpSocket::watch_path(bool watch) noexcept {
  watching_ = watch;
  set(descriptor_, IPPROTO_IP, IP_RECVERR, watch ? 1 : 0);
  // of IPv4 too, where the socket takes both
  set(descriptor_, IPPROTO_IPV6, IPV6_RECVERR, watch ? 1 : 0);
}

// Empties the kernel's queue of errors as well, which takes room from what comes.
void UdpSocket::note(int error) noexcept {
  if (error == EAGAIN || error == EINTR) return;
  error_ = {error, 0};
  if (!watching_) return;
  constexpr int kAtMost = 16;  // in one tick
  for (int i = 0; i < kAtMost; ++i) {
    alignas(cmsghdr) std::array<char, 256> control{};
    msghdr message{};
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    if (recvmsg(descriptor_, &message, MSG_ERRQUEUE | MSG_DONTWAIT) < 0) return;
    for (cmsghdr* c = CMSG_FIRSTHDR(&message); c != nullptr; c = CMSG_NXTHDR(&message, c)) {
      const bool of_path = (c->cmsg_level == IPPROTO_IP && c->cmsg_type == IP_RECVERR) ||
                           (c->cmsg_level == IPPROTO_IPV6 && c->cmsg_type == IPV6_RECVERR);
      if (!of_path) continue;
      sock_extended_err why{};
      std::memcpy(&why, CMSG_DATA(c), sizeof why);
      error_ = {static_cast<int>(why.ee_errno),
                why.ee_errno == EMSGSIZE ? static_cast<int>(why.ee_info) : 0};
    }
  }
}

int UdpSocket::take_batch() noexcept {
  return recvmmsg(descriptor_, batch_->messages.data(), kBatch, MSG_DONTWAIT, nullptr);
}

std::size_t UdpSocket::receive() noexcept {
  int count = take_batch();
  if (count < 0 && watching_ && errno != EAGAIN) {
    // an answer of the network comes before what has arrived, once
    note(errno);
    count = take_batch();
  }
  if (count <= 0) return 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    mmsghdr& message = batch_->messages[i];
    Slot& slot = batch_->slots[i];
    slot.size = message.msg_len;
    // the kernel shortens it to what it has written
    slot.source.length = std::exchange(message.msg_hdr.msg_namelen, sizeof slot.source.storage);
  }
  return static_cast<std::size_t>(count);
}

std::size_t UdpSocket::wait(core::Duration timeout) noexcept {
  if (timeout != timeout_) {
    const auto whole = std::chrono::duration_cast<std::chrono::seconds>(timeout);
    const auto rest = std::chrono::duration_cast<std::chrono::microseconds>(timeout - whole);
    const timeval limit{whole.count(), rest.count()};
    setsockopt(descriptor_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    timeout_ = timeout;
  }
  Slot& slot = batch_->slots[0];
  slot.source.length = sizeof slot.source.storage;
  const ssize_t size =
      recvfrom(descriptor_, slot.bytes.data(), kLongest, 0, raw(slot.source), &slot.source.length);
  if (size < 0) {
    note(errno);
    return 0;
  }
  slot.size = static_cast<std::uint32_t>(size);
  return 1;
}

Bytes UdpSocket::datagram(std::size_t i) const noexcept {
  return {batch_->slots[i].bytes.data(), batch_->slots[i].size};
}

const UdpAddress& UdpSocket::source(std::size_t i) const noexcept {
  return batch_->slots[i].source;
}

UdpAddress UdpSocket::local() const {
  UdpAddress address;
  address.length = sizeof address.storage;
  if (getsockname(descriptor_, raw(address), &address.length) != 0) {
    throw core::IoError("ask for the address of", "a socket", errno);
  }
  return address;
}

}  // namespace tether::link
