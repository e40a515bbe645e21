#include "tether/station/server/server.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <future>
#include <thread>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <fmt/format.h>
#include <pthread.h>
#include <unistd.h>

#include "station/server/connection.hpp"
#include "station/server/server_state.hpp"
#include "station/server/web_socket.hpp"
#include "tether/core/error.hpp"
#include "tether/station/server/access_token.hpp"
#include "tether/station/server/listen_address.hpp"

namespace tether::station {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::chrono::milliseconds kNoDescriptors{100};  // until one may be free again

ListenAddress checked(const ServerParams& params) {
  ListenAddress address = parse_listen_address(params.address);
  if (!params.token.empty()) check_token(params.token);
  if (params.token.empty() && !address.loopback()) {
    throw core::InputError(fmt::format(
        "others than this machine reach {}, so a token is needed there", to_string(address)));
  }
  if (!(params.frame_rate > 0) || !std::isfinite(params.frame_rate)) {
    throw core::InputError(fmt::format("{} frames per second cannot be", params.frame_rate));
  }
  return address;
}

[[noreturn]] void refuse(const ListenAddress& address, const error_code& error) {
  std::string where = to_string(address);
  if (error.value() == EADDRINUSE) {
    ListenAddress any = address;
    any.port = 0;
    where += fmt::format(
        " (another port: {}; any free one: {})",
        to_string({address.host, static_cast<std::uint16_t>(address.port + 1), address.ipv6}),
        to_string(any));
  }
  throw core::IoError("serve at", where, error.value());
}

// The signals of the program are not for this thread, and neither is the priority of the one that
// started it.
void become_ordinary() noexcept {
  (void)pthread_setname_np(pthread_self(), "station");
  const sched_param none{};
  (void)pthread_setschedparam(pthread_self(), SCHED_OTHER, &none);
  sigset_t all;
  sigfillset(&all);
  (void)pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

}  // namespace

class Server::Running {
 public:
  Running(const ServerParams& params, StaticFiles files, Host& host)
      : address_(checked(params)), state_{params, std::move(files), host} {
    listen();
    state_.gate = {address_.loopback(), address_.port, params.token};
    accept();
    next_pulse_ = std::chrono::steady_clock::now();
    pulse();
    thread_ = std::thread([this] { run(); });
  }
  ~Running() {
    io_.stop();
    thread_.join();
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  bool finish(std::function<void()> last, std::chrono::milliseconds limit) {
    const auto gone = std::make_shared<std::promise<void>>();
    auto all_gone = gone->get_future();
    // owns what it needs: it may come to it after the limit only
    asio::post(io_, [this, gone, last = std::move(last)] {
      state_.finishing = true;
      error_code ignored;
      acceptor_.close(ignored);
      state_.emptied = [gone] { gone->set_value(); };
      last();
      for (std::size_t i = 0; i < state_.sockets.size(); ++i) state_.sockets[i]->finish();
      if (state_.sockets.empty()) std::exchange(state_.emptied, nullptr)();
    });
    return all_gone.wait_for(limit) == std::future_status::ready;
  }

  const ListenAddress& address() const noexcept { return address_; }
  const std::string& token() const noexcept { return state_.params.token; }
  const Tally& tally() const noexcept { return state_.tally; }

 private:
  void listen() {
    const tcp::endpoint at(asio::ip::make_address(address_.host), address_.port);
    error_code error;
    const auto attempt = [&](auto&& step) {
      if (!error) step();
    };
    attempt([&] { acceptor_.open(at.protocol(), error); });
    // a server may come back while clients of its last run are still remembered
    attempt([&] { acceptor_.set_option(tcp::acceptor::reuse_address(true), error); });
    // connections inherit both
    attempt([&] {
      acceptor_.set_option(asio::socket_base::send_buffer_size(state_.params.send_buffer), error);
    });
    attempt([&] { acceptor_.set_option(tcp::no_delay(true), error); });
    attempt([&] { acceptor_.bind(at, error); });
    attempt([&] { acceptor_.listen(asio::socket_base::max_listen_connections, error); });
    if (error) refuse(address_, error);
    address_.port = acceptor_.local_endpoint().port();
  }

  void accept() {
    acceptor_.async_accept([this](const error_code& error, tcp::socket socket) {
      if (!error) {
        Tally::add(state_.tally.connections);
        std::make_shared<Connection>(std::move(socket), state_)->start();
        accept();
        return;
      }
      if (state_.finishing) return;
      retry_.expires_after(kNoDescriptors);
      retry_.async_wait([this](const error_code&) { accept(); });
    });
  }

  void pulse() {
    const auto now = std::chrono::steady_clock::now();
    next_pulse_ = std::max(next_pulse_ + span_of(1 / state_.params.frame_rate), now);
    pulse_.expires_at(next_pulse_);
    pulse_.async_wait([this](const error_code&) {
      const auto time = std::chrono::steady_clock::now();
      // by index: a connection may say farewell meanwhile
      for (std::size_t i = 0; i < state_.sockets.size(); ++i) state_.sockets[i]->pulse(time);
      pulse();
    });
  }

  void run() noexcept {
    become_ordinary();
    while (!io_.stopped()) {
      try {
        io_.run();
      } catch (...) {
        // what a connection throws ends at its socket; this is memory that one connection did not
        // get
        Tally::add(state_.tally.failed);
      }
    }
  }

  ListenAddress address_;
  ServerState state_;
  asio::io_context io_{1};
  tcp::acceptor acceptor_{io_};
  asio::steady_timer pulse_{io_}, retry_{io_};
  std::chrono::steady_clock::time_point next_pulse_;
  std::thread thread_;
};

Server::Server(const ServerParams& params, StaticFiles files, Host& host)
    : running_(std::make_unique<Running>(params, std::move(files), host)) {}

Server::~Server() = default;

std::string Server::address() const { return to_string(running_->address()); }

std::string Server::url() const {
  const ListenAddress& address = running_->address();
  std::string place = to_string(address);
  std::array<char, 256> name{};
  if (address.wildcard() && gethostname(name.data(), name.size() - 1) == 0) {
    place = fmt::format("{}:{}", name.data(), address.port);
  }
  return running_->token().empty() ? fmt::format("http://{}/", place)
                                   : fmt::format("http://{}/#token={}", place, running_->token());
}

bool Server::finish(std::function<void()> last, std::chrono::milliseconds limit) {
  return running_->finish(std::move(last), limit);
}

ServerCounts Server::counts() const {
  const Tally& tally = running_->tally();
  const auto now = [](const Count& count) { return count.load(std::memory_order_relaxed); };
  ServerCounts counts{.connections = now(tally.connections),
                      .open = now(tally.open),
                      .waiting = now(tally.waiting),
                      .sent = now(tally.sent),
                      .shown = now(tally.shown),
                      .dropped = now(tally.dropped),
                      .received = now(tally.received),
                      .bad_messages = now(tally.bad_messages),
                      .sent_away = now(tally.sent_away),
                      .failed = now(tally.failed)};
  std::transform(tally.refused.begin(), tally.refused.end(), counts.refused.begin(), now);
  return counts;
}

}  // namespace tether::station
