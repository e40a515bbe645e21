// link_peer dds DOMAIN | ros MASTER: the follower's end of a link within this machine, in a process
// of its own. Promises 1 J with every sample, and echoes the position that it received, until it is
// killed.
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <thread>

#include "tether/link/dds/dds_endpoint.hpp"
#include "tether/link/ros/ros_endpoint.hpp"

namespace {

using namespace tether;

std::unique_ptr<link::Endpoint> make_endpoint(std::string_view kind, const char* where) {
  constexpr auto kRole = passivity::Role::follower;
  if (kind == "ros") {
    return std::make_unique<link::RosEndpoint>(link::RosParams{.role = kRole, .master = where});
  }
  const auto domain = static_cast<std::uint32_t>(std::strtoul(where, nullptr, 10));
  return std::make_unique<link::DdsEndpoint>(
      link::DdsParams{.domain = domain, .role = kRole, .interface = "lo"});
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return EXIT_FAILURE;
  const auto endpoint = make_endpoint(argv[1], argv[2]);
  signals::Sample sample;
  const auto begin = std::chrono::steady_clock::now();
  while (true) {
    const core::Time now(std::chrono::steady_clock::now() - begin);
    sample.position = endpoint->receive(now).sample.position;
    sample.sent = now;
    sample.energy += 1;
    endpoint->send(now, sample);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}
