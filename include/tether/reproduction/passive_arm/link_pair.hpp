// Both ends of a link within this process, for loops that the link paces: whoever waits at an end
// is woken when something comes. UDP and DDS go through the loopback interface; two threads of one
// process are joined by the queue of a session and wake each other by a semaphore.
#pragma once

#include <memory>

#include "tether/link/link.hpp"
#include "tether/scenario/scenario.hpp"

namespace tether::reproduction {

using Transport = scenario::LinkParams::Transport;

// "in-process", "udp", "dds", "ros"
const char* name(Transport transport) noexcept;

class PacedEnd {
 public:
  virtual ~PacedEnd() = default;
  virtual void send(core::Time now, const signals::Sample& sample) noexcept = 0;
  virtual signals::Received receive(core::Time now) noexcept = 0;
  // sleeps until something has come to be received, at most so long
  virtual bool wait(core::Duration at_most) noexcept = 0;
};

struct LinkPair {
  std::shared_ptr<void> between;  // what both ends refer to, if anything
  std::unique_ptr<PacedEnd> leader, follower;
};

struct LinkPairParams {
  Transport transport = Transport::in_process;
  int priority = 0;    // of the link's own threads, as a session gives it
  int dds_domain = 0;  // this and the next one are opened; one domain to the outside
};

// core::InputError, core::IoError
LinkPair open_link_pair(const LinkPairParams& params);

}  // namespace tether::reproduction
