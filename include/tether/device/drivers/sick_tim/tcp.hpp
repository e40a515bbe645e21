// TCP for drivers on threads of their own: nothing waits by itself, waiting is poll's.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <sys/socket.h>

namespace tether::device {

struct TcpAddress {
  sockaddr_storage storage{};
  socklen_t length = 0;
};

// Looks names up, which may take a while; core::InputError like
//   scanner tim.local: no such host
// when there is none, with `what` in front.
TcpAddress tcp_address(const std::string& host, std::uint16_t port, std::string_view what);
// "10.0.0.1:2112", "[::1]:2112"
std::string to_string(const TcpAddress& address);

// owns a file descriptor
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) noexcept : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : number_(other.number_) { other.number_ = -1; }
  Descriptor& operator=(Descriptor&& other) noexcept;

  void close() noexcept;
  int number() const noexcept { return number_; }
  bool open() const noexcept { return number_ >= 0; }

 private:
  int number_ = -1;
};

// Begins to connect; it is done when it can be written to and tcp_error says none. Not open, with
// errno, when the machine refuses at once.
Descriptor tcp_connect(const TcpAddress& to) noexcept;
// error of the socket, as in errno; 0: none
int tcp_error(const Descriptor& socket) noexcept;
// core::IoError like "cannot listen on 0.0.0.0:2112: Address already in use"
Descriptor tcp_listen(const TcpAddress& on);
// who waits there; not open when nobody does
Descriptor tcp_accept(const Descriptor& listener) noexcept;
// with the port that the machine has chosen
TcpAddress tcp_local(const Descriptor& socket) noexcept;

// read by poll when rung; any thread may ring
Descriptor make_wake_up();
void ring(const Descriptor& wake_up) noexcept;
// takes all rings
void clear(const Descriptor& wake_up) noexcept;

}  // namespace tether::device
