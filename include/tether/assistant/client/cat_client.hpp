// The controller's end of CAT over DDS: writes TCP_position, reads CAT_forces (cat_network.hpp).
// A thread writes, a thread of CycloneDDS reads; the tick only exchanges values with them.
#pragma once

#include <memory>

#include "tether/assistant/client/cat_link.hpp"
#include "tether/assistant/client/cat_network.hpp"

namespace tether::assistant {

class CatClient final : public CatLink {
 public:
  // throws core::InputError when CycloneDDS refuses
  explicit CatClient(const CatNetwork& network);
  ~CatClient() override;

  void send(const ToolPose& pose) noexcept override;
  std::optional<spatial::Wrench> newest() noexcept override;

 private:
  class Wire;
  std::unique_ptr<Wire> wire_;
};

}  // namespace tether::assistant
