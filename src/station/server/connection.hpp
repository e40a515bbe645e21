// One TCP connection that asks by HTTP: each request is answered with a file, a refusal, or by
// giving the connection away as a WebSocket.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/span_body.hpp>

#include "station/server/server_state.hpp"

namespace tether::station {

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(boost::asio::ip::tcp::socket socket, ServerState& state);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void start();

 private:
  using Error = boost::beast::error_code;
  using Parser = boost::beast::http::request_parser<boost::beast::http::empty_body>;
  using Answer = boost::beast::http::response<boost::beast::http::span_body<const char>>;

  void read();
  void on_head(Error error);
  // what arrived is no request that is taken
  void on_garbage(Error error);
  void answer(const AdmissionVerdict& verdict);
  void give(const StaticFile& file);
  void open_socket(const AdmissionVerdict& verdict);
  void refuse(const AdmissionVerdict& verdict, bool stay);
  void begin(unsigned status, bool stay);
  void write(std::string_view body, bool with_body);
  // lets the client read the answer before the connection is gone
  void finish();
  void drain();

  ServerState& state_;
  boost::beast::tcp_stream stream_;
  boost::beast::flat_buffer buffer_;
  std::optional<Parser> parser_;
  Answer answer_;
  std::string text_;         // of a refusal
  std::size_t drained_ = 0;  // bytes
};

}  // namespace tether::station
