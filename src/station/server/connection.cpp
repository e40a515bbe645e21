#include "station/server/connection.hpp"

#include <utility>

#include <boost/beast/http.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <fmt/format.h>

#include "station/server/web_socket.hpp"

namespace tether::station {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;

// The page has its own scripts, styles and pictures (also such that it draws itself) and speaks to
// its own server; nothing else is loaded, and nobody frames it. https://www.w3.org/TR/CSP3/
constexpr const char* kContentPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
constexpr std::chrono::seconds kDrainTime{1};
constexpr std::size_t kDrainPiece = 4096, kDrainLimit = std::size_t{64} << 10;  // [bytes]

std::string_view view(beast::string_view text) noexcept { return {text.data(), text.size()}; }

// several fields of one name are one list
std::string joined(const WebSocket::Request& request, http::field name) {
  std::string all;
  const auto [first, last] = request.equal_range(name);
  for (auto field = first; field != last; ++field) {
    if (!all.empty()) all += ',';
    all += view(field->value());
  }
  return all;
}

RequestHead head_of(const WebSocket::Request& request, std::string_view protocols) {
  RequestHead head{.method = view(request.method_string()), .target = view(request.target())};
  head.host = view(request[http::field::host]);
  head.hosts = request.count(http::field::host);
  head.origin = view(request[http::field::origin]);
  head.origins = request.count(http::field::origin);
  head.web_socket = http::token_list{request[http::field::upgrade]}.exists("websocket");
  head.proper = beast::websocket::is_upgrade(request);
  head.key = view(request[http::field::sec_websocket_key]);
  head.version = view(request[http::field::sec_websocket_version]);
  head.protocols = protocols;
  return head;
}

}  // namespace

Connection::Connection(asio::ip::tcp::socket socket, ServerState& state)
    : state_(state), stream_(std::move(socket)), buffer_(state.params.header_limit) {
  ++state_.askers;
}

Connection::~Connection() { --state_.askers; }

void Connection::start() {
  if (state_.askers > state_.params.max_askers) {
    refuse({.status = 503, .why = Refused::full, .reason = "too many ask at once; try again"},
           false);
    return;
  }
  read();
}

void Connection::read() {
  parser_.emplace();
  parser_->header_limit(static_cast<std::uint32_t>(state_.params.header_limit));
  stream_.expires_after(span_of(state_.params.asking_time));
  http::async_read_header(
      stream_, buffer_, *parser_,
      [self = shared_from_this()](Error error, std::size_t) { self->on_head(error); });
}

void Connection::on_head(Error error) {
  if (error) {
    on_garbage(error);
    return;
  }
  const bool body = parser_->chunked() || parser_->content_length().value_or(0) > 0;
  if (body) {
    refuse({.status = 413, .why = Refused::too_large, .reason = "takes no body"}, false);
    return;
  }
  const std::string protocols = joined(parser_->get(), http::field::sec_websocket_protocol);
  answer(admit(state_.gate, head_of(parser_->get(), protocols)));
}

void Connection::on_garbage(Error error) {
  static const auto& kSpeech = http::make_error_code(http::error::bad_method).category();
  if (error == http::error::end_of_stream || error == http::error::partial_message ||
      error.category() != kSpeech) {
    return;  // has gone, or took too long
  }
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    refuse({.status = 431, .why = Refused::too_large, .reason = "the header is too large"}, false);
    return;
  }
  refuse({.status = 400, .why = Refused::malformed, .reason = "not HTTP/1.1"}, false);
}

void Connection::answer(const AdmissionVerdict& verdict) {
  const bool stay = parser_->get().keep_alive();
  if (verdict.status == 101) {
    open_socket(verdict);
    return;
  }
  if (verdict.status != 200) {
    // who is not understood may mean the next bytes otherwise than they would be read
    refuse(verdict, stay && verdict.why != Refused::malformed);
    return;
  }
  if (const StaticFile* file = state_.files.find(verdict.path)) {
    give(*file);
    return;
  }
  refuse({.status = 404, .why = Refused::path, .reason = "nothing here"}, stay);
}

void Connection::give(const StaticFile& file) {
  const auto& request = parser_->get();
  const std::string accepted = joined(request, http::field::accept_encoding);
  const bool gzip = !file.gzip.empty() && accepts_gzip(accepted);
  const std::string tag = fmt::format("\"{}{}\"", file.tag, gzip ? "-gzip" : "");
  const bool known = joined(request, http::field::if_none_match).find(tag) != std::string::npos;
  begin(known ? 304 : 200, request.keep_alive());
  answer_.set(http::field::etag, tag);
  answer_.set(http::field::cache_control, "no-cache");
  answer_.set(http::field::vary, "Accept-Encoding");
  if (!known) {
    answer_.set(http::field::content_type, file.type);
    if (gzip) answer_.set(http::field::content_encoding, "gzip");
  }
  write(gzip ? file.gzip : file.bytes, !known && request.method() == http::verb::get);
}

void Connection::open_socket(const AdmissionVerdict& verdict) {
  if (buffer_.size() > 0) {
    refuse({.status = 400, .why = Refused::malformed, .reason = "speaks before it was answered"},
           false);
    return;
  }
  if (state_.finishing) {
    refuse({.status = 503, .why = Refused::full, .reason = "the station ends"}, false);
    return;
  }
  if (state_.sockets.size() >= state_.params.max_clients) {
    refuse({.status = 503, .why = Refused::full, .reason = "as many clients as there may be"},
           false);
    return;
  }
  const auto socket = std::make_shared<WebSocket>(std::move(stream_), state_);
  socket->accept(parser_->get(), verdict);
}

void Connection::refuse(const AdmissionVerdict& verdict, bool stay) {
  state_.tally.refuse(verdict.why);
  begin(verdict.status, stay);
  if (verdict.status == 405) answer_.set(http::field::allow, "GET, HEAD");
  if (verdict.status == 426) answer_.set(http::field::sec_websocket_version, "13");
  if (verdict.status == 503) answer_.set(http::field::retry_after, "5");
  answer_.set(http::field::content_type, "text/plain; charset=utf-8");
  text_ = fmt::format("{}\n", verdict.reason);
  write(text_, !parser_ || parser_->get().method() != http::verb::head);
}

void Connection::begin(unsigned status, bool stay) {
  answer_ = {};
  answer_.version(11);
  answer_.result(status);
  answer_.keep_alive(stay);
  answer_.set(http::field::server, "tether");
  answer_.set("Content-Security-Policy", kContentPolicy);
  answer_.set("X-Content-Type-Options", "nosniff");
  answer_.set("Referrer-Policy", "no-referrer");
  answer_.set("Cross-Origin-Resource-Policy", "same-origin");
}

void Connection::write(std::string_view body, bool with_body) {
  if (answer_.result() != http::status::not_modified) answer_.content_length(body.size());
  if (with_body) answer_.body() = {body.data(), body.size()};
  stream_.expires_after(span_of(state_.params.asking_time));
  http::async_write(stream_, answer_, [self = shared_from_this()](Error error, std::size_t) {
    if (error) return;
    if (self->answer_.keep_alive()) {
      self->read();
    } else {
      self->finish();
    }
  });
}

void Connection::finish() {
  Error ignored;
  stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  stream_.expires_after(kDrainTime);
  drain();
}

void Connection::drain() {
  buffer_.clear();
  stream_.async_read_some(buffer_.prepare(kDrainPiece),
                          [self = shared_from_this()](Error error, std::size_t bytes) {
                            self->drained_ += bytes;
                            if (!error && self->drained_ < kDrainLimit) self->drain();
                          });
}

}  // namespace tether::station
