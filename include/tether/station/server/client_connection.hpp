// Who comes to the station's server and what is said there, apart from sockets. A connection is one
// client's: it receives what the client says and answers through its outbox. All of it
// happens on the server's thread, so nothing here needs a lock.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace tether::station {

// what was agreed on when the connection was opened (Sec-WebSocket-Protocol)
enum class Dialect : std::uint8_t {
  page,     // "tether.v1": the operator's page, docs/design/station.md
  foxglove  // "foxglove.websocket.v1"
};

struct Outgoing {
  std::shared_ptr<const std::string> bytes;  // shared, since many clients are sent the same
  bool binary = false;
};

class Outbox {
 public:
  virtual ~Outbox() = default;
  // what must arrive, in order. A client that lets too much of it wait is sent away.
  virtual void send(Outgoing message) = 0;
  // what the next one of its kind makes worthless: takes the place of one that still waits
  virtual void show(Outgoing message) = 0;
  // the client has not yet taken what it was sent
  virtual bool busy() const noexcept = 0;
  // says why (at most 120 bytes) and ends the connection
  virtual void close(std::string_view why) = 0;
};

class ClientConnection {
 public:
  virtual ~ClientConnection() = default;
  // one message; its size is bounded by the server
  virtual void receive(std::string_view message, bool binary) = 0;
  // at display rate
  virtual void pulse() = 0;
};

class Host {
 public:
  virtual ~Host() = default;
  // `outbox` outlives the connection; null when nobody else is served now
  virtual std::unique_ptr<ClientConnection> connect(Dialect dialect, Outbox& outbox) = 0;
};

}  // namespace tether::station
