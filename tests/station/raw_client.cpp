#include "tests/station/raw_client.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <stdexcept>
#include <utility>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/support/processes/patience.hpp"
#include "tether/station/server/listen_address.hpp"

namespace tether::test {
namespace {

// what a WebSocket client sends is masked with this
constexpr std::string_view kMask = "\x12\x34\x56\x78";

int connected(const std::string& text, int receive_buffer) {
  const station::ListenAddress address = station::parse_listen_address(text);
  const int socket = ::socket(address.ipv6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (receive_buffer > 0) {
    setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
  }
  const timeval patience{.tv_sec = kPatience.count()};
  setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  // many come and go; none is to be remembered
  const linger none{.l_onoff = 1, .l_linger = 0};
  setsockopt(socket, SOL_SOCKET, SO_LINGER, &none, sizeof none);
  sockaddr_in four{.sin_family = AF_INET, .sin_port = htons(address.port)};
  sockaddr_in6 six{.sin6_family = AF_INET6, .sin6_port = htons(address.port)};
  inet_pton(AF_INET, address.host.c_str(), &four.sin_addr);
  inet_pton(AF_INET6, address.host.c_str(), &six.sin6_addr);
  const int error =
      address.ipv6 ? connect(socket, reinterpret_cast<sockaddr*>(&six), sizeof six)     // NOLINT
                   : connect(socket, reinterpret_cast<sockaddr*>(&four), sizeof four);  // NOLINT
  if (error != 0) {
    const int why = errno;
    close(socket);
    throw std::runtime_error(fmt::format("no connection to {}: error {}", text, why));
  }
  return socket;
}

}  // namespace

RawClient::RawClient(const std::string& address, int receive_buffer)
    : socket_(connected(address, receive_buffer)) {}

RawClient::~RawClient() {
  if (socket_ >= 0) close(socket_);
}

RawClient::RawClient(RawClient&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)), received_(std::move(other.received_)) {}

bool RawClient::say(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t taken = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (taken <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(taken));
  }
  return true;
}

void RawClient::finish() { shutdown(socket_, SHUT_WR); }

bool RawClient::read_more() {
  std::array<char, 65536> piece;  // NOLINT(*-member-init): filled by recv
  const ssize_t count = recv(socket_, piece.data(), piece.size(), 0);
  if (count > 0) received_.append(piece.data(), static_cast<std::size_t>(count));
  if (count < 0 && errno == EAGAIN) throw std::runtime_error("the station does not answer");
  return count > 0;
}

bool RawClient::read_what_is_there(std::string& bytes) {
  std::array<char, 65536> piece;  // NOLINT(*-member-init): filled by recv
  bytes = std::exchange(received_, {});
  for (;;) {
    const ssize_t count = recv(socket_, piece.data(), piece.size(), MSG_DONTWAIT);
    if (count <= 0) return count < 0 && errno == EAGAIN;
    bytes.append(piece.data(), static_cast<std::size_t>(count));
  }
}

std::string RawClient::Answer::field(std::string_view name) const {
  const auto at = head.find(fmt::format("\r\n{}: ", name));
  if (at == std::string::npos) return {};
  const auto from = at + name.size() + 4;
  return head.substr(from, head.find('\r', from) - from);
}

RawClient::Answer RawClient::answer(bool with_body) {
  Answer answer;
  std::size_t end = 0;
  while ((end = received_.find("\r\n\r\n")) == std::string::npos) {
    if (!read_more()) return answer;
  }
  answer.head = received_.substr(0, end + 4);
  received_.erase(0, end + 4);
  answer.status = std::stoi(answer.head.substr(answer.head.find(' ')));
  const std::string length = answer.field("Content-Length");
  const std::size_t size = with_body && !length.empty() ? std::stoul(length) : 0;
  while (received_.size() < size) {
    if (!read_more()) throw std::runtime_error("the answer ends in its middle");
  }
  answer.body = received_.substr(0, size);
  received_.erase(0, size);
  return answer;
}

RawClient::Answer RawClient::ask(std::string_view request) {
  say(request);
  return answer(!request.starts_with("HEAD "));
}

std::optional<RawClient::Frame> RawClient::frame() {
  const auto have = [&](std::size_t count) {
    while (received_.size() < count) {
      if (!read_more()) return false;
    }
    return true;
  };
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(received_[i]); };
  if (!have(2)) return std::nullopt;
  const std::size_t extra = (byte(1) & 127U) == 127 ? 8 : (byte(1) & 127U) == 126 ? 2 : 0;
  if (!have(2 + extra)) return std::nullopt;
  std::size_t size = extra == 0 ? byte(1) & 127U : 0;
  for (std::size_t i = 0; i < extra; ++i) size = size << 8U | byte(2 + i);
  if (!have(2 + extra + size)) return std::nullopt;
  Frame frame{byte(0) & 15U, (byte(0) & 128U) != 0, received_.substr(2 + extra, size)};
  received_.erase(0, 2 + extra + size);
  return frame;
}

std::optional<RawClient::Frame> RawClient::message() {
  for (;;) {
    auto next = frame();
    if (!next || next->opcode != 9) return next;
  }
}

unsigned RawClient::Frame::close_code() const {
  if (opcode != 8 || payload.size() < 2) return 0;
  return static_cast<unsigned>(static_cast<unsigned char>(payload[0])) << 8U |
         static_cast<unsigned char>(payload[1]);
}

std::string RawClient::rest() {
  while (read_more()) {
  }
  return std::exchange(received_, {});
}

std::string request(std::string_view method, std::string_view target, std::string_view host,
                    std::string_view fields) {
  return fmt::format("{} {} HTTP/1.1\r\nHost: {}\r\n{}\r\n", method, target, host, fields);
}

std::string upgrade_fields(std::string_view protocols, std::string_view more) {
  return fmt::format(
      "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: {}\r\n{}",
      protocols, more);
}

std::string client_frame(unsigned opcode, std::string_view payload, bool last) {
  std::string frame;
  const auto put = [&](std::size_t value) { frame += static_cast<char>(value); };
  put((last ? 128U : 0U) | opcode);
  if (payload.size() < 126) {
    put(128U | payload.size());
  } else if (payload.size() < 65536) {
    put(128U | 126U);
    for (int shift = 8; shift >= 0; shift -= 8) put(payload.size() >> shift & 255U);
  } else {
    put(128U | 127U);
    for (int shift = 56; shift >= 0; shift -= 8) put(payload.size() >> shift & 255U);
  }
  frame += kMask;
  for (std::size_t i = 0; i < payload.size(); ++i) {
    frame += static_cast<char>(payload[i] ^ kMask[i % kMask.size()]);
  }
  return frame;
}

}  // namespace tether::test
