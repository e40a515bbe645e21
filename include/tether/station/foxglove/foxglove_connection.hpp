// The connection of Foxglove, or of anything else that speaks its WebSocket protocol: the topics
// that a log of the session would have, with the same names, definitions and bytes, at display
// rate. It looks on; what it says changes nothing but its own subscriptions. Not offered is /link,
// whose counts need every tick. https://github.com/foxglove/ws-protocol/blob/main/docs/spec.md
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "tether/record/recorder.hpp"
#include "tether/robot/chain.hpp"
#include "tether/station/page/shared_session.hpp"
#include "tether/station/server/client_connection.hpp"

namespace tether::station {

// what there is to send of a session, the same for all connections
struct FoxgloveSource {
  struct Side {
    robot::Chain chain;
    record::OptionalTopics topics;
    std::vector<std::string> coordinates;  // none when joints say everything
  };
  std::string name;        // of the server
  std::string session_id;  // another one for another run
  Side leader, follower;
  bool scans = false;
};
FoxgloveSource foxglove_source(const scenario::Scenario& scenario);

// Channels that are there, who subscribes to them, and what they last said.
class FoxgloveChannels final : public record::MessageSink {
 public:
  explicit FoxgloveChannels(Outbox& outbox) : outbox_(outbox) {}

  int add_topic(std::string_view topic, record::ros2::MessageType type) override;
  void append(int topic, std::uint32_t sequence, core::Time time,
              std::span<const std::byte> payload) noexcept override;

  // the message that offers them
  std::string advertisement() const;
  bool subscribed() const noexcept { return !subscriptions_.empty(); }
  // what was last said is said again, for whoever comes late; or why not
  Refusal subscribe(std::uint32_t subscription, std::int64_t channel);
  Refusal unsubscribe(std::uint32_t subscription);

 private:
  struct Channel {
    std::string topic;
    record::ros2::MessageType type;
    std::optional<std::uint32_t> subscription;
    std::string latest;  // as it goes out, but for the subscription's number; empty = nothing yet
  };
  void say(Channel& channel);

  Outbox& outbox_;
  std::vector<Channel> channels_;                       // by their ids
  std::map<std::uint32_t, std::size_t> subscriptions_;  // to channels
};

class FoxgloveConnection final : public ClientConnection {
 public:
  static constexpr double kRate = 60;  // [Hz]

  // all outlive the connection
  FoxgloveConnection(SharedSession& shared, const FoxgloveSource& source, Outbox& outbox);

  void receive(std::string_view message, bool binary) override;
  void pulse() override;

 private:
  void carry_out(const nlohmann::json& message);
  void subscribe(const nlohmann::json& message);
  void unsubscribe(const nlohmann::json& message);
  void status(int level, std::string_view message);
  void send_time(core::Time now);

  SharedSession& shared_;
  Outbox& outbox_;
  FoxgloveChannels channels_;
  record::SideRecorder leader_, follower_;
  std::optional<record::SceneRecorder> leader_scene_, follower_scene_;
  std::optional<record::ScanRecorder> scans_;
  record::EventRecorder events_;
  std::uint32_t seen_ = 0;  // frames
  std::uint32_t scanned_ = 0;
  std::size_t sent_events_ = 0;
  double due_ = 0;  // [s]
};

}  // namespace tether::station
