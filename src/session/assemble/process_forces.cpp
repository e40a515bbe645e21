#include "session/assemble/process_forces.hpp"

#include "tether/assistant/client/cat_client.hpp"
#include "tether/assistant/client/cat_udp_client.hpp"

namespace tether::session {

std::unique_ptr<ProcessForces> open_process(const scenario::Scenario& scenario) {
  const scenario::AssistParams& p = scenario.assist;
  std::unique_ptr<assistant::CatLink> process;
  if (p.gateway.empty()) {
    process = std::make_unique<assistant::CatClient>(
        assistant::CatNetwork{.domain = static_cast<std::uint32_t>(p.dds_domain),
                              .interface = p.interface,
                              .priority = scenario.realtime.priority});
  } else {
    process = std::make_unique<assistant::CatUdpClient>(p.gateway);
  }
  return std::make_unique<ProcessForces>(std::move(process), 1 / scenario.rate);
}

}  // namespace tether::session
