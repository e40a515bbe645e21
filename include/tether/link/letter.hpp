// A sample and who sends it to whom: what travels on transports that others speak on too.
#pragma once

#include "tether/link/link.hpp"
#include "tether/link/meeting.hpp"

namespace tether::link {

struct Letter {
  Address address;
  Sample sample;
};

}  // namespace tether::link
