// dds_peer DOMAIN leader|follower: one end of a link over DDS within this machine, in a process of
// its own. Promises 1 J with every sample, and echoes the position that it heard, until it is
// killed.
#include <chrono>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "tether/link/dds_endpoint.hpp"

using namespace tether;

int main(int argc, char** argv) {
  if (argc != 3) return EXIT_FAILURE;
  const bool leads = std::string_view(argv[2]) == "leader";
  link::DdsEndpoint endpoint(
      {.domain = static_cast<std::uint32_t>(std::strtoul(argv[1], nullptr, 10)),
       .role = leads ? passivity::Role::leader : passivity::Role::follower,
       .interface = "lo"});
  link::Sample sample;
  const auto begin = std::chrono::steady_clock::now();
  while (true) {
    const core::Time now(std::chrono::steady_clock::now() - begin);
    sample.position = endpoint.receive(now).sample.position;
    sample.sent = now;
    sample.energy += 1;
    endpoint.send(now, sample);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}
