// One client's WebSocket: reads messages for its connection and writes what that sends, one message
// at a time and a large one in pieces, so that a stalled client is distinguished from a slow one.
#pragma once

#include <chrono>
#include <memory>
#include <string_view>

#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "station/server/server_state.hpp"
#include "tether/station/server/waiting_messages.hpp"

namespace tether::station {

class WebSocket final : public Outbox, public std::enable_shared_from_this<WebSocket> {
 public:
  using Request = boost::beast::http::request<boost::beast::http::empty_body>;

  WebSocket(boost::beast::tcp_stream stream, ServerState& state);
  ~WebSocket() override;
  WebSocket(const WebSocket&) = delete;
  WebSocket& operator=(const WebSocket&) = delete;

  // answers the request that was admitted, then makes the connection
  void accept(const Request& request, const AdmissionVerdict& verdict);
  void pulse(std::chrono::steady_clock::time_point now);
  // a last pulse; closes once all that was sent is written
  void finish();

  void send(Outgoing message) override;
  void show(Outgoing message) override;
  bool busy() const noexcept override { return writing_ || waiting_.count() > 0; }
  void close(std::string_view why) override;

 private:
  using Error = boost::beast::error_code;

  void connect(Dialect dialect);
  void read();
  void on_read(Error error);
  void write();
  void write_piece();
  void on_piece(Error error, std::size_t bytes);
  void close(std::uint16_t code, std::string_view why);
  // receives and sends nothing more; the socket may still say farewell
  void leave();
  void hang_up() noexcept;
  void count_waiting() noexcept;
  // an exception of the connection ends the connection, not the server
  template <class Call>
  void guarded(Call&& call);

  ServerState& state_;
  boost::beast::websocket::stream<boost::beast::tcp_stream> stream_;
  boost::asio::steady_timer farewell_;
  boost::beast::flat_buffer received_;
  WaitingMessages waiting_;
  WaitingMessages::Next current_;  // being written
  std::size_t written_ = 0;        // bytes of it
  std::size_t counted_ = 0;        // messages in the tally of those that wait
  std::chrono::steady_clock::time_point progress_;
  bool open_ = false, writing_ = false, finishing_ = false, leaving_ = false, closing_ = false;
  std::unique_ptr<ClientConnection> connection_;  // last: it may speak until it is gone
};

}  // namespace tether::station
