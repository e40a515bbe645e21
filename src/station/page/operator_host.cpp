#include "tether/station/page/operator_host.hpp"

#include "station/page/page_visit.hpp"

namespace tether::station {

std::unique_ptr<Visit> OperatorHost::receive(Dialect dialect, Outbox& outbox) {
  if (dialect == Dialect::page) return std::make_unique<PageVisit>(shared_, outbox);
  if (!foxglove_) foxglove_ = foxglove_source(shared_.controls().scenario());
  return std::make_unique<FoxgloveVisit>(shared_, *foxglove_, outbox);
}

}  // namespace tether::station
