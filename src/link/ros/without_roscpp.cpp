#include "tether/core/error.hpp"
#include "tether/link/ros_endpoint.hpp"

namespace tether::link {

class RosEndpoint::Node {};

bool ros_available() noexcept { return false; }

RosEndpoint::RosEndpoint(const RosParams& /*params*/) {
  throw core::InputError(
      "tether was built without ROS; install libroscpp-dev and libgeometry-msgs-dev and build "
      "again, "
      "or use the link \"dds\" or \"udp\"");
}
RosEndpoint::~RosEndpoint() = default;

// there is never an endpoint to call these on
void RosEndpoint::send(core::Time /*now*/, const Sample& /*sample*/) noexcept {}
Received RosEndpoint::receive(core::Time /*now*/) noexcept { return {}; }
bool RosEndpoint::wait(core::Duration /*at_most*/) noexcept { return false; }
InboxCounts RosEndpoint::counts() const noexcept { return {}; }

}  // namespace tether::link
