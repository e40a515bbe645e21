// The connection of an operator's page: tether.v1 of docs/design/station.md. First it is sent what
// the session is, then the state at the rate it wants, and events as they come, last how it ended;
// what it asks for is done, or refused with a reason. Whatever it says, nothing is thrown and
// nothing half done.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "tether/station/page/shared_session.hpp"
#include "tether/station/server/client_connection.hpp"

namespace tether::station {

class JsonFields;

class PageConnection final : public ClientConnection {
 public:
  static constexpr double kUsualRate = 60;        // of frames [Hz]
  static constexpr std::size_t kPastEvents = 50;  // that a new page is sent at most

  // both outlive the connection
  PageConnection(SharedSession& shared, Outbox& outbox);
  ~PageConnection() override;
  PageConnection(const PageConnection&) = delete;
  PageConnection& operator=(const PageConnection&) = delete;

  void receive(std::string_view message, bool binary) override;
  void pulse() override;

 private:
  // what came of a command
  struct Outcome {
    Refusal refusal;
    void (SharedSession::*announce)() = nullptr;  // to everybody, when it was done
    std::string path = {};                        // of a file that was written
  };
  struct Command;

  void carry_out(const nlohmann::json& message, const nlohmann::json& id);
  void say(const nlohmann::json& message);
  void refuse(const nlohmann::json& id, std::string_view why);

  Outcome hold(JsonFields& f);
  Outcome release(JsonFields& f);
  Outcome stop(JsonFields& f);
  Outcome reset(JsonFields& f);
  Outcome pause(JsonFields& f);
  Outcome go_on(JsonFields& f);
  Outcome change(JsonFields& f);
  Outcome jog(JsonFields& f);
  Outcome go(JsonFields& f);
  Outcome store(JsonFields& f);
  Outcome put(JsonFields& f);
  Outcome remove(JsonFields& f);
  Outcome save(JsonFields& f);
  Outcome rate(JsonFields& f);
  Outcome ping(JsonFields& f);

  SharedSession& shared_;
  Outbox& outbox_;
  PageNumber number_;
  double period_ = 1 / kUsualRate;  // [s]
  double due_ = 0;                  // the next frame [s]
  std::uint32_t shown_ = 0;         // frames
  std::uint32_t scanned_ = 0;
  std::size_t events_ = 0;  // that it was sent
  bool ended_ = false;      // it was sent how the session ended
};

}  // namespace tether::station
