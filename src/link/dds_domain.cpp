#include "dds_domain.hpp"

#include <map>
#include <mutex>

#include <dds/dds.h>
#include <fmt/format.h>

#include "tether/core/error.hpp"

namespace tether::link {

std::int32_t require_dds(std::int32_t returned, const std::string& action) {
  if (returned >= 0) return returned;
  throw core::InputError(
      fmt::format("DDS: cannot {}: {}; check domain, interface, peers and $CYCLONEDDS_URI", action,
                  dds_strretcode(returned)));
}

DdsEntity::~DdsEntity() {
  if (handle_ > 0) dds_delete(handle_);
}

std::shared_ptr<DdsDomain> DdsDomain::open(std::uint32_t number, const std::string& configuration) {
  static std::mutex opening;
  static std::map<std::uint32_t, std::weak_ptr<DdsDomain>> domains;
  const std::lock_guard lock(opening);
  std::shared_ptr<DdsDomain> domain = domains[number].lock();
  if (domain == nullptr) {
    domain = std::make_shared<DdsDomain>(number, configuration);
    domains[number] = domain;
  } else if (domain->configuration_ != configuration) {
    throw core::InputError(fmt::format(
        "DDS domain {} is already open in this process with other network settings", number));
  }
  return domain;
}

DdsDomain::DdsDomain(std::uint32_t number, std::string configuration)
    : configuration_(std::move(configuration)) {
  if (configuration_.empty()) return;
  entity_ = {dds_create_domain(number, configuration_.c_str()),
             fmt::format("open domain {}", number)};
}

}  // namespace tether::link
