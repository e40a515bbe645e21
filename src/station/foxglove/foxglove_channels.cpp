#include <cstring>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "station/server/frame_bytes.hpp"
#include "tether/station/foxglove/foxglove_connection.hpp"

namespace tether::station {
namespace {

using nlohmann::json;

constexpr std::uint8_t kMessageData = 1;  // opcode
constexpr std::size_t kSubscriptionAt = 1;

}  // namespace

int FoxgloveChannels::add_topic(std::string_view topic, record::ros2::MessageType type) {
  channels_.push_back({std::string(topic), type, std::nullopt, {}});
  return static_cast<int>(channels_.size()) - 1;
}

std::string FoxgloveChannels::advertisement() const {
  json list = json::array();
  for (std::size_t id = 0; id < channels_.size(); ++id) {
    const Channel& channel = channels_[id];
    list.push_back({{"id", id},
                    {"topic", channel.topic},
                    {"encoding", "cdr"},
                    {"schemaName", record::ros2::name(channel.type)},
                    {"schema", record::ros2::definition(channel.type)},
                    {"schemaEncoding", "ros2msg"}});
  }
  return json{{"op", "advertise"}, {"channels", std::move(list)}}.dump();
}

void FoxgloveChannels::append(int topic, std::uint32_t /*sequence*/, core::Time time,
                              std::span<const std::byte> payload) noexcept {
  // a side that made no tick yet has no joints
  if (payload.empty()) return;
  Channel& channel = channels_[static_cast<std::size_t>(topic)];
  FrameBytes out(channel.latest);
  out.put(kMessageData);
  out.put(std::uint32_t{0});
  out.put(static_cast<std::uint64_t>(time.time_since_epoch().count()));
  channel.latest.append(reinterpret_cast<const char*>(payload.data()), payload.size());
  say(channel);
}

void FoxgloveChannels::say(Channel& channel) {
  if (!channel.subscription || channel.latest.empty()) return;
  std::memcpy(channel.latest.data() + kSubscriptionAt, &*channel.subscription,
              sizeof *channel.subscription);
  outbox_.send({std::make_shared<const std::string>(channel.latest), true});
}

Refusal FoxgloveChannels::subscribe(std::uint32_t subscription, std::int64_t channel) {
  if (subscriptions_.contains(subscription)) {
    return fmt::format("subscription {} is there already", subscription);
  }
  if (channel < 0 || channel >= static_cast<std::int64_t>(channels_.size())) {
    return fmt::format("there is no channel {}", channel);
  }
  const auto id = static_cast<std::size_t>(channel);
  if (channels_[id].subscription) {
    return fmt::format("{} is subscribed to already", channels_[id].topic);
  }
  channels_[id].subscription = subscription;
  subscriptions_.emplace(subscription, id);
  say(channels_[id]);
  return std::nullopt;
}

Refusal FoxgloveChannels::unsubscribe(std::uint32_t subscription) {
  const auto found = subscriptions_.find(subscription);
  if (found == subscriptions_.end())
    return fmt::format("there is no subscription {}", subscription);
  channels_[found->second].subscription.reset();
  subscriptions_.erase(found);
  return std::nullopt;
}

}  // namespace tether::station
