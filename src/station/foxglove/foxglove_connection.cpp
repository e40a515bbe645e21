#include "tether/station/foxglove/foxglove_connection.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "station/server/connection_parts.hpp"
#include "station/server/frame_bytes.hpp"
#include "station/server/json_fields.hpp"
#include "tether/core/error.hpp"
#include "tether/scenario/session_traits.hpp"
#include "tether/session/assemble/assemble.hpp"
#include "tether/session/logs/log_file.hpp"
#include "tether/session/logs/scene_document.hpp"

namespace tether::station {
namespace {

using nlohmann::json;
using signals::SideName;

constexpr std::uint8_t kTime = 2;  // opcode
constexpr int kWarning = 1, kError = 2;
constexpr std::int64_t kMostId = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kMostAtOnce = 1000;  // subscriptions in a message

FoxgloveSource::Side side_of(const scenario::Scenario& scenario, SideName side, robot::Chain chain,
                             const sim::SceneModel& scene) {
  auto coordinates = session::unmeasured_coordinates(scene, chain.joint_count);
  return {.chain = std::move(chain),
          .topics = session::optional_topics(scenario, side),
          .coordinates = std::move(coordinates)};
}

const json& list_of(const json& message, const char* key) {
  const auto found = message.find(key);
  if (found == message.end() || !found->is_array() || found->size() > kMostAtOnce) {
    throw core::InputError(fmt::format("\"{}\" must be a list of at most {}", key, kMostAtOnce));
  }
  return *found;
}

}  // namespace

FoxgloveSource foxglove_source(const scenario::Scenario& scenario) {
  const session::SceneModels scenes = session::scene_models(scenario);
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return {
      .name = "tether " + scenario.name,
      .session_id =
          fmt::format("{}", std::chrono::duration_cast<std::chrono::milliseconds>(now).count()),
      .leader = side_of(scenario, SideName::leader, session::leader_chain(scenario), scenes.leader),
      .follower = side_of(scenario, SideName::follower, session::follower_setup(scenario).chain,
                          scenes.follower),
      .scans = scenario::has_scanner(scenario)};
}

FoxgloveConnection::FoxgloveConnection(SharedSession& shared, const FoxgloveSource& source,
                                       Outbox& outbox)
    : shared_(shared),
      outbox_(outbox),
      channels_(outbox),
      leader_(channels_, SideName::leader, source.leader.chain, source.leader.topics),
      follower_(channels_, SideName::follower, source.follower.chain, source.follower.topics),
      events_(channels_) {
  if (!source.leader.coordinates.empty()) {
    leader_scene_.emplace(channels_, SideName::leader, source.leader.coordinates);
  }
  if (!source.follower.coordinates.empty()) {
    follower_scene_.emplace(channels_, SideName::follower, source.follower.coordinates);
  }
  if (source.scans) scans_.emplace(channels_);
  outbox_.send(outgoing(json{
      {"op", "serverInfo"},
      {"name", source.name},
      {"capabilities", {"time"}},
      {"sessionId",
       source.session_id}}.dump()));
  outbox_.send(outgoing(channels_.advertisement()));
}

void FoxgloveConnection::status(int level, std::string_view message) {
  const json text{{"op", "status"}, {"level", level}, {"message", message}};
  outbox_.send(outgoing(text.dump(-1, ' ', false, json::error_handler_t::replace)));
}

void FoxgloveConnection::receive(std::string_view message, bool binary) {
  try {
    if (binary) throw core::InputError("nothing can be published here");
    const auto object = object_of(message);
    if (!object) throw core::InputError("a message is one JSON object, not nested deeply");
    carry_out(*object);
  } catch (const std::exception& error) {
    status(kError, error.what());
  }
}

void FoxgloveConnection::carry_out(const json& message) {
  static const std::vector<std::string> kOps{"subscribe", "unsubscribe"};
  JsonFields fields(message, "a message");
  if (fields.choice("op", kOps) == 0) return subscribe(message);
  unsubscribe(message);
}

void FoxgloveConnection::subscribe(const json& message) {
  for (const json& item : list_of(message, "subscriptions")) {
    JsonFields fields(item, "a subscription");
    const auto id = static_cast<std::uint32_t>(fields.integer("id", 0, kMostId));
    const auto why = channels_.subscribe(id, fields.integer("channelId", 0, kMostId));
    if (why) status(kError, *why);
  }
}

void FoxgloveConnection::unsubscribe(const json& message) {
  for (const json& item : list_of(message, "subscriptionIds")) {
    if (!item.is_number_unsigned() || item.get<std::uint64_t>() > kMostId) {
      throw core::InputError("\"subscriptionIds\" must hold numbers of subscriptions");
    }
    const auto why = channels_.unsubscribe(item.get<std::uint32_t>());
    if (why) status(kWarning, *why);
  }
}

void FoxgloveConnection::send_time(core::Time now) {
  std::string bytes;
  FrameBytes out(bytes);
  out.put(kTime);
  out.put(static_cast<std::uint64_t>(now.time_since_epoch().count()));
  outbox_.send(outgoing(std::move(bytes), true));
}

void FoxgloveConnection::pulse() {
  shared_.refresh();
  const double now = shared_.now();
  // who does not keep up gets fewer
  if (seen_ == shared_.frames() || now < due_ - kEarly / kRate || outbox_.busy()) return;
  seen_ = shared_.frames();
  due_ = std::max(due_ + 1 / kRate, now);
  const Snapshot& s = shared_.snapshot();
  send_time(signals::time_of(s.leader, s.follower));
  if (!channels_.subscribed()) return;

  leader_.record(s.leader, s.follower);
  follower_.record(s.follower, s.leader);
  if (leader_scene_) leader_scene_->record(s.leader_scene);
  if (follower_scene_) follower_scene_->record(s.follower_scene);
  if (scans_ && scanned_ != shared_.scans()) {
    scanned_ = shared_.scans();
    scans_->record(shared_.newest_scan(), s.follower);
  }
  const auto& happened = shared_.events();
  for (; sent_events_ < happened.size(); ++sent_events_) {
    events_.record(signals::index_of(s.leader, s.follower), happened[sent_events_]);
  }
}

}  // namespace tether::station
