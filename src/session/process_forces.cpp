#include "tether/session/process_forces.hpp"

#include "tether/link/cat_client.hpp"
#include "tether/link/cat_udp_client.hpp"

namespace tether::session {

std::unique_ptr<ProcessForces> open_process(const Scenario& scenario) {
  const AssistParams& p = scenario.assist;
  std::unique_ptr<link::CatLink> process;
  if (p.gateway.empty()) {
    process = std::make_unique<link::CatClient>(
        link::CatNetwork{.domain = static_cast<std::uint32_t>(p.dds_domain),
                         .interface = p.interface,
                         .priority = scenario.realtime.priority});
  } else {
    process = std::make_unique<link::CatUdpClient>(p.gateway);
  }
  return std::make_unique<ProcessForces>(std::move(process), 1 / scenario.rate);
}

}  // namespace tether::session
