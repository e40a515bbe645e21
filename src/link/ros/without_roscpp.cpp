#include "tether/core/error.hpp"
#include "tether/link/ros/ros_endpoint.hpp"

namespace tether::link {

class RosEndpoint::Node {};

bool ros_available() noexcept { return false; }

RosEndpoint::RosEndpoint(const RosParams& params) : MailedEndpoint(params.rate) {
  throw core::InputError(
      "tether was built without ROS; install libroscpp-dev and libgeometry-msgs-dev and build "
      "again, "
      "or use the link \"dds\" or \"udp\"");
}
RosEndpoint::~RosEndpoint() = default;

// there is never an endpoint to call this on
void RosEndpoint::post(const AddressedSample& /*addressed*/) noexcept {}

}  // namespace tether::link
