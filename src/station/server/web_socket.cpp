#include "station/server/web_socket.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <boost/asio/post.hpp>
#include <boost/beast/websocket.hpp>

namespace tether::station {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;

constexpr std::size_t kPiece = std::size_t{64} << 10;  // written at once [bytes]
constexpr std::size_t kKeptBuffer = std::size_t{64}
                                    << 10;    // of a message that was received [bytes]
constexpr std::size_t kLongestWhy = 120;      // RFC 6455, 5.5: 125 with the code
constexpr std::size_t kReadAhead = 4096;      // room that reading asks for [bytes]
constexpr std::chrono::seconds kFarewell{2};  // to take its close frame

// as much of it as a close frame holds, whole characters
std::string_view shortened(std::string_view why) {
  std::size_t count = std::min(why.size(), kLongestWhy);
  const auto within = [&] { return (static_cast<unsigned char>(why[count]) & 0xC0U) == 0x80U; };
  while (count < why.size() && count > 0 && within()) --count;
  return why.substr(0, count);
}

bool broken(const beast::error_code& error) {
  return error == websocket::condition::protocol_violation ||
         error == websocket::error::message_too_big || error == websocket::error::buffer_overflow;
}

}  // namespace

WebSocket::WebSocket(beast::tcp_stream stream, ServerState& state)
    : state_(state),
      stream_(std::move(stream)),
      farewell_(stream_.get_executor()),
      received_(state.params.message_limit + kReadAhead),
      waiting_(state.params.waiting) {
  state_.sockets.push_back(this);
  // websocket::stream has times of its own
  beast::get_lowest_layer(stream_).expires_never();
  stream_.set_option(
      websocket::stream_base::timeout{.handshake_timeout = span_of(state.params.asking_time),
                                      .idle_timeout = span_of(state.params.silence),
                                      .keep_alive_pings = true});
  stream_.read_message_max(state.params.message_limit);
  stream_.auto_fragment(false);
}

WebSocket::~WebSocket() {
  leaving_ = true;
  connection_.reset();
  waiting_.clear();
  count_waiting();
  if (open_) Tally::subtract(state_.tally.open);
  std::erase(state_.sockets, this);
  if (state_.sockets.empty() && state_.emptied) std::exchange(state_.emptied, nullptr)();
}

void WebSocket::accept(const Request& request, const AdmissionVerdict& verdict) {
  const std::string protocol(verdict.protocol);
  stream_.set_option(
      websocket::stream_base::decorator([protocol](websocket::response_type& answer) {
        answer.set(beast::http::field::sec_websocket_protocol, protocol);
        answer.set(beast::http::field::server, "tether");
      }));
  stream_.async_accept(request,
                       [self = shared_from_this(), dialect = verdict.dialect](Error error) {
                         if (!error) self->connect(dialect);
                       });
}

void WebSocket::connect(Dialect dialect) {
  open_ = true;
  Tally::add(state_.tally.open);
  guarded([&] { connection_ = state_.host.connect(dialect, *this); });
  if (!connection_) close(websocket::close_code::try_again_later, "nobody else is served now");
  read();
}

void WebSocket::read() {
  stream_.async_read(
      received_, [self = shared_from_this()](Error error, std::size_t) { self->on_read(error); });
}

void WebSocket::on_read(Error error) {
  if (error) {
    if (!leaving_ && broken(error)) Tally::add(state_.tally.bad_messages);
    leave();
    // an answer to our own farewell is async_close's affair
    if (!closing_) hang_up();
    return;
  }
  if (!leaving_) {
    Tally::add(state_.tally.received);
    const auto data = received_.cdata();
    guarded([&] {
      connection_->receive({static_cast<const char*>(data.data()), data.size()},
                           stream_.got_binary());
    });
  }
  received_.clear();
  if (received_.capacity() > kKeptBuffer) received_.shrink_to_fit();
  read();
}

void WebSocket::pulse(std::chrono::steady_clock::time_point now) {
  if (!open_ || leaving_) return;
  if (writing_ && waiting_.sends() > 0 && now - progress_ > span_of(state_.params.stall)) {
    Tally::add(state_.tally.sent_away);
    close(websocket::close_code::policy_error, "does not take what it is sent");
    return;
  }
  if (!finishing_) guarded([&] { connection_->pulse(); });
}

void WebSocket::finish() {
  if (!open_) hang_up();
  if (!open_ || leaving_) return;
  guarded([&] { connection_->pulse(); });
  finishing_ = true;
  write();
}

void WebSocket::send(Outgoing message) {
  if (leaving_) return;
  if (!waiting_.send(std::move(message))) {
    Tally::add(state_.tally.sent_away);
    close(websocket::close_code::policy_error, "lets too much wait");
    return;
  }
  write();
}

void WebSocket::show(Outgoing message) {
  if (leaving_) return;
  if (waiting_.show(std::move(message))) Tally::add(state_.tally.dropped);
  write();
}

void WebSocket::write() {
  if (!writing_ && !leaving_) {
    if (auto next = waiting_.take()) {
      current_ = std::move(*next);
      written_ = 0;
      writing_ = true;
      progress_ = std::chrono::steady_clock::now();
      stream_.binary(current_.message.binary);
      write_piece();
    }
  }
  count_waiting();
  if (finishing_ && !busy()) close(websocket::close_code::going_away, "the station ends");
}

void WebSocket::write_piece() {
  const std::string& bytes = *current_.message.bytes;
  const std::size_t count = std::min(kPiece, bytes.size() - written_);
  stream_.async_write_some(written_ + count == bytes.size(),
                           asio::buffer(bytes.data() + written_, count),
                           [self = shared_from_this()](Error error, std::size_t taken) {
                             self->on_piece(error, taken);
                           });
}

void WebSocket::on_piece(Error error, std::size_t bytes) {
  written_ += bytes;
  progress_ = std::chrono::steady_clock::now();
  if (error || leaving_) {
    // whoever reads sees to the end of the connection
    writing_ = false;
    current_ = {};
    leave();
    return;
  }
  if (written_ < current_.message.bytes->size()) {
    write_piece();
    return;
  }
  Tally::add(current_.shown ? state_.tally.shown : state_.tally.sent);
  writing_ = false;
  current_ = {};
  write();
}

void WebSocket::close(std::string_view why) { close(websocket::close_code::normal, why); }

void WebSocket::close(std::uint16_t code, std::string_view why) {
  if (leaving_) return;
  leave();
  closing_ = true;
  // behind what is being written: a client that reads none of it is not waited for
  farewell_.expires_after(kFarewell);
  farewell_.async_wait([self = shared_from_this()](Error error) {
    if (!error) self->hang_up();
  });
  why = shortened(why);
  websocket::close_reason reason(static_cast<websocket::close_code>(code));
  reason.reason.assign(why.data(), why.size());
  stream_.async_close(reason, [self = shared_from_this()](Error) {
    self->farewell_.cancel();
    self->hang_up();
  });
}

void WebSocket::leave() {
  if (leaving_) return;
  leaving_ = true;
  waiting_.clear();
  count_waiting();
  // later: it may be the connection itself that calls
  asio::post(stream_.get_executor(), [self = shared_from_this()] { self->connection_.reset(); });
}

void WebSocket::hang_up() noexcept {
  Error ignored;
  beast::get_lowest_layer(stream_).socket().close(ignored);
}

void WebSocket::count_waiting() noexcept {
  const std::size_t count = waiting_.count();
  if (count > counted_) Tally::add(state_.tally.waiting, count - counted_);
  if (count < counted_) Tally::subtract(state_.tally.waiting, counted_ - count);
  counted_ = count;
}

template <class Call>
void WebSocket::guarded(Call&& call) {
  try {
    std::forward<Call>(call)();
  } catch (...) {
    Tally::add(state_.tally.failed);
    close(websocket::close_code::internal_error, "the station failed here");
  }
}

}  // namespace tether::station
