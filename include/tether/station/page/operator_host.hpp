// Receives whoever comes to the station of one session: pages that show and steer it, and Foxglove,
// which looks on.
#pragma once

#include <memory>
#include <optional>

#include "tether/station/foxglove/foxglove_connection.hpp"
#include "tether/station/page/shared_session.hpp"
#include "tether/station/server/client_connection.hpp"

namespace tether::station {

class OperatorHost final : public Host {
 public:
  // `controls` outlives this, and this outlives its connections
  explicit OperatorHost(Controls& controls, SharedSession::Clock clock = SharedSession::steady)
      : shared_(controls, std::move(clock)) {}

  std::unique_ptr<ClientConnection> connect(Dialect dialect, Outbox& outbox) override;

  // on the server's thread: the session is over, as is sent to pages in their next pulse
  void end(const Ending& ending) { shared_.end(ending); }

  // pages, without Foxglove
  std::size_t pages() const noexcept { return shared_.pages(); }
  // of what pages asked for
  std::uint64_t refusals() const noexcept { return shared_.refusals(); }

 private:
  SharedSession shared_;
  std::optional<FoxgloveSource> foxglove_;  // made when somebody asks for it
};

}  // namespace tether::station
