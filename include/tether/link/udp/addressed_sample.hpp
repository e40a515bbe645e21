// A sample and who sends it to whom: what travels on transports that others speak on too.
#pragma once

#include "tether/link/link.hpp"
#include "tether/link/udp/peer_handshake.hpp"

namespace tether::link {

struct AddressedSample {
  Address address;
  signals::Sample sample;
};

}  // namespace tether::link
