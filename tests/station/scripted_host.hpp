// A host whose connections do what a test asks.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "tether/station/server/client_connection.hpp"

namespace tether::test {

inline station::Outgoing text(std::string words) {
  return {std::make_shared<const std::string>(std::move(words)), false};
}

class ScriptedHost final : public station::Host {
 public:
  // all on the server's thread; to be set before it starts
  std::function<void(station::Dialect, station::Outbox&)> on_connect;
  std::function<void(station::Outbox&, std::string_view, bool)> on_receive;
  std::function<void(station::Outbox&)> on_pulse;
  bool accepts = true;

  std::atomic<int> connections = 0;  // at this moment
  std::atomic<int> received = 0;     // messages

  std::unique_ptr<station::ClientConnection> connect(station::Dialect dialect,
                                                     station::Outbox& outbox) override {
    if (!accepts) return nullptr;
    if (on_connect) on_connect(dialect, outbox);
    return std::make_unique<ScriptedConnection>(*this, outbox);
  }

 private:
  class ScriptedConnection final : public station::ClientConnection {
   public:
    ScriptedConnection(ScriptedHost& host, station::Outbox& outbox) : host_(host), outbox_(outbox) {
      ++host_.connections;
    }
    ~ScriptedConnection() override { --host_.connections; }
    ScriptedConnection(const ScriptedConnection&) = delete;
    ScriptedConnection& operator=(const ScriptedConnection&) = delete;

    void receive(std::string_view message, bool binary) override {
      ++host_.received;
      if (host_.on_receive) host_.on_receive(outbox_, message, binary);
    }
    void pulse() override {
      if (host_.on_pulse) host_.on_pulse(outbox_);
    }

   private:
    ScriptedHost& host_;
    station::Outbox& outbox_;
  };
};

}  // namespace tether::test
