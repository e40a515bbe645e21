#include "tether/station/page/operator_host.hpp"

#include "station/page/page_connection.hpp"

namespace tether::station {

std::unique_ptr<ClientConnection> OperatorHost::connect(Dialect dialect, Outbox& outbox) {
  if (dialect == Dialect::page) return std::make_unique<PageConnection>(shared_, outbox);
  if (!foxglove_) foxglove_ = foxglove_source(shared_.controls().scenario());
  return std::make_unique<FoxgloveConnection>(shared_, *foxglove_, outbox);
}

}  // namespace tether::station
