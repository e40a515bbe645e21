// A view's end of CAT over DDS: shows fixtures to every assisting process that is there or comes
// later. What it shows is kept for late joiners as long as it lives; when it ends, the processes
// keep what they have. remove() disposes, and removes there too.
#pragma once

#include <cstdint>
#include <memory>

#include "tether/assistant/client/cat_network.hpp"
#include "tether/assistant/protocol/fixture_update.hpp"
#include "tether/core/time.hpp"

namespace tether::assistant {

class FixtureView {
 public:
  // throws core::InputError when CycloneDDS refuses
  explicit FixtureView(const CatNetwork& network);
  ~FixtureView();

  // New or other than before. Throws core::InputError when the topic has no place for such a
  // fixture: paths are guides along polylines, fields are walls that are boxes, no topic takes
  // meshes. Not for a tick.
  void show(FixtureTopic topic, const assist::Fixture& fixture);
  void remove(const FixtureKey& key);

  // assisting processes that are there
  std::uint32_t processes() const;
  // until those have all that was shown, at most so long
  bool delivered(core::Duration at_most) const;

 private:
  class Wire;
  std::unique_ptr<Wire> wire_;
};

}  // namespace tether::assistant
