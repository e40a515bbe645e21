// Questions to a running assisting process over DDS, and its answers: what it holds and what it
// refused, and edits of it.
#pragma once

#include <memory>
#include <optional>

#include "tether/assistant/client/cat_network.hpp"
#include "tether/assistant/protocol/fixture_update.hpp"
#include "tether/core/time.hpp"

namespace tether::assistant {

class FixtureClient {
 public:
  // throws core::InputError when CycloneDDS refuses
  explicit FixtureClient(const CatNetwork& network);
  ~FixtureClient();

  // Asks until a process answers, at most so long; nothing when none does. Asking again is
  // harmless: whatever a request does is the same when done twice.
  std::optional<FixtureReply> ask(FixtureRequest request, core::Duration at_most);

 private:
  class Wire;
  std::unique_ptr<Wire> wire_;
};

}  // namespace tether::assistant
