// A sample and who sends it to whom: what travels on transports that others speak on too.
#pragma once

#include "tether/link/link.hpp"
#include "tether/link/udp/meeting.hpp"

namespace tether::link {

struct Letter {
  Address address;
  signals::Sample sample;
};

}  // namespace tether::link
