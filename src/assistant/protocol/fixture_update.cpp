#include "tether/assistant/protocol/fixture_update.hpp"

#include <array>
#include <charconv>

#include <fmt/format.h>

namespace tether::assistant {
namespace {

// in the order of FixtureTopic
constexpr std::array<std::string_view, 3> kPrefixes{"", "path:", "field:"};

}  // namespace

std::string to_string(const FixtureKey& key) {
  return fmt::format("{}{}", kPrefixes[static_cast<std::size_t>(key.topic)], key.id);
}

std::optional<FixtureKey> parse_fixture_key(std::string_view text) {
  FixtureKey key;
  for (const FixtureTopic topic : {FixtureTopic::paths, FixtureTopic::fields}) {
    const std::string_view prefix = kPrefixes[static_cast<std::size_t>(topic)];
    if (!text.starts_with(prefix)) continue;
    key.topic = topic;
    text.remove_prefix(prefix.size());
    break;
  }
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, key.id);
  if (text.empty() || error != std::errc() || at != end) return {};
  return key;
}

const char* name(FixtureAction action) noexcept {
  constexpr std::array kNames{"list", "add", "enable", "disable", "remove"};
  return kNames[static_cast<std::size_t>(action)];
}

}  // namespace tether::assistant
