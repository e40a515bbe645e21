// A client that may say anything: a plain TCP connection to the station, without any library's idea
// of what is proper. Waits for answers as long as a slow machine may need.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tether::test {

class RawClient {
 public:
  // "127.0.0.1:8080" or "[::1]:8080"; `receive_buffer` of the kernel, 0 = as usual [bytes]
  explicit RawClient(const std::string& address, int receive_buffer = 0);
  ~RawClient();
  RawClient(RawClient&& other) noexcept;
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  // false: the other end is gone
  bool say(std::string_view bytes);
  // nothing more is said
  void finish();
  // without waiting; false when the other end has closed
  bool read_what_is_there(std::string& bytes);

  // one answer of HTTP: head, and body if it has one
  struct Answer {
    int status = 0;  // 0: none came
    std::string head, body;
    std::string field(std::string_view name) const;  // empty: none
  };
  Answer answer(bool with_body = true);
  Answer ask(std::string_view request);

  // one frame of a WebSocket; none when the connection has ended
  struct Frame {
    unsigned opcode = 0;
    bool last = true;
    std::string payload;
    unsigned close_code() const;
  };
  std::optional<Frame> frame();
  // the next frame that is no ping
  std::optional<Frame> message();

  // everything until the connection ends
  std::string rest();
  int descriptor() const noexcept { return socket_; }

 private:
  bool read_more();

  int socket_ = -1;
  std::string received_;
};

// a request of HTTP/1.1 with this Host; more fields end with "\r\n" each
std::string request(std::string_view method, std::string_view target, std::string_view host,
                    std::string_view fields = {});
// the fields with which a WebSocket is asked for
std::string upgrade_fields(std::string_view protocols, std::string_view more = {});
// a frame as clients send it, masked
std::string client_frame(unsigned opcode, std::string_view payload, bool last = true);

}  // namespace tether::test
