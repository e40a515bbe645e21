// The station's HTTP and WebSocket server (RFC 9112, RFC 6455), on one thread of ordinary priority.
// It gives away the files of a table, and to everyone who may come a connection of the host's
// (docs/design/station.md). It stands between outsiders and a running session, so everything a
// client can make it keep is bounded: the head of a request, a message, what waits to be read, the
// number of clients and the time they may take to ask.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "tether/station/server/client_connection.hpp"
#include "tether/station/server/server_counts.hpp"
#include "tether/station/server/static_files.hpp"
#include "tether/station/server/waiting_messages.hpp"

namespace tether::station {

struct ServerParams {
  std::string address = "127.0.0.1:8080";  // port 0: any that is free
  std::string token = {};                  // empty: none is needed; on a loopback address only
  double frame_rate = 60;                  // of ClientConnection::pulse [Hz]
  std::size_t max_clients = 256;           // WebSockets
  std::size_t max_askers = 128;            // connections besides
  std::size_t message_limit = std::size_t{1} << 20;  // from a client [bytes]
  std::size_t header_limit = std::size_t{16} << 10;  // of a request [bytes]
  WaitingLimits waiting = {};                        // for a client to read
  int send_buffer = 64 << 10;                        // of the kernel, per client [bytes]
  double asking_time = 10;  // for a request and its answer, and between two [s]
  double silence = 60;      // of a WebSocket; it is pinged after half of that [s]
  double stall = 10;        // without progress while messages that must arrive wait [s]
};

class Server {
 public:
  // Listens and answers when it returns. `host` outlives it, and is called on the server's thread
  // only; connections end on the thread that destroys the server. core::InputError for an address
  // or a token that cannot be; core::IoError when the machine refuses, as for a port in use.
  Server(const ServerParams& params, StaticFiles files, Host& host);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // with the port that was chosen: "127.0.0.1:8080"
  std::string address() const;
  // for a browser: "http://127.0.0.1:8080/", with "#token=…" when one is needed; by this machine's
  // name when all its addresses are listened at
  std::string url() const;
  // from any thread
  ServerCounts counts() const;

  // Ends all connections in order, once. `last` is called on the server's thread, then every one
  // has its last pulse; what it sent is written, and the connection closed with 1001. Nobody else
  // is received. Returns when all clients have answered that, and so have everything, or are gone:
  // true; or after `limit`: false.
  bool finish(std::function<void()> last, std::chrono::milliseconds limit);

 private:
  class Running;
  std::unique_ptr<Running> running_;
};

}  // namespace tether::station
