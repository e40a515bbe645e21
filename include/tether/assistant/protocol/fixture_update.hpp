// What travels about fixtures, apart from any middleware. A fixture is known by the topic that it
// came on and its id there: path 3, field 3 and fixture 3 are three fixtures.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "tether/assist/fixtures/fixture.hpp"

namespace tether::assistant {

enum class FixtureTopic : std::uint8_t { fixtures, paths, fields };

struct FixtureKey {
  FixtureTopic topic = FixtureTopic::fixtures;
  std::int32_t id = 0;
  friend bool operator==(const FixtureKey&, const FixtureKey&) = default;
  friend bool operator<(const FixtureKey& a, const FixtureKey& b) noexcept {
    return std::tie(a.topic, a.id) < std::tie(b.topic, b.id);
  }
};
// "7", "path:7", "field:7"
std::string to_string(const FixtureKey& key);
// the key that was written so; nothing when it is none
std::optional<FixtureKey> parse_fixture_key(std::string_view text);

// a fixture that is new, other than before, or gone
struct FixtureUpdate {
  FixtureKey key;
  std::optional<assist::Fixture> fixture;  // none = gone
  std::string malformed;  // why no fixture could be made of it; empty = sound so far
};

// a fixture as the process knows it
struct FixtureState {
  FixtureKey key;
  assist::Fixture fixture;
  std::string refused;  // why; empty = it is held
};

enum class FixtureAction : std::uint8_t { list, add, enable, disable, remove };
const char* name(FixtureAction action) noexcept;

struct FixtureRequest {
  std::uint64_t client = 0;
  std::uint32_t number = 0;
  FixtureAction action = FixtureAction::list;
  std::string which = {};                   // enable, disable, remove: a key, or "all"
  std::uint32_t from = 0;                   // list: entries to skip
  std::vector<FixtureUpdate> updates = {};  // add
};

struct FixtureReply {
  std::uint64_t client = 0;
  std::uint32_t number = 0;
  std::string refused = {};               // why nothing was done; empty = done
  std::uint32_t changed = 0;              // fixtures that it was about
  std::uint32_t total = 0;                // known now, held or refused
  std::vector<FixtureState> states = {};  // list: some from `from` on; add: those refused
};

// entries of one reply, fixtures of one request
inline constexpr std::size_t kFixturesAtOnce = 200;

}  // namespace tether::assistant
