// The assisting process's end of all topics of cat_network.hpp. Poses go from threads of CycloneDDS
// to the tick, forces from the tick to a thread that writes them; fixtures and questions wait until
// the thread that edits the scene comes for them.
#pragma once

#include <functional>
#include <memory>

#include "tether/assistant/client/cat_network.hpp"
#include "tether/assistant/protocol/fixture_update.hpp"
#include "tether/assistant/service/pose_inbox.hpp"
#include "tether/core/time.hpp"

namespace tether::assistant {

class CatService {
 public:
  // poses are put into `poses`; throws core::InputError when CycloneDDS refuses
  CatService(const CatNetwork& network, PoseInbox& poses);
  ~CatService();

  // tick
  void send(const spatial::Wrench& at_tool) noexcept;

  // The thread that edits: sleeps until fixtures or questions have come, at most so long.
  bool wait(core::Duration at_most) noexcept;
  // Takes all that came: fixtures first, so that a question finds those that were sent before it.
  void take(const std::function<void(const FixtureUpdate&)>& update,
            const std::function<FixtureReply(const FixtureRequest&)>& answer);

  // controllers and onlookers that read the forces; controllers that send poses
  std::uint32_t readers() const;
  std::uint32_t controllers() const;

 private:
  class Wire;
  std::unique_ptr<Wire> wire_;
};

}  // namespace tether::assistant
