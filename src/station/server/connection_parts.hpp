// What all client connections share: how bytes are made ready for many clients, and how early a
// pulse may come.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "tether/station/server/client_connection.hpp"

namespace tether::station {

inline constexpr double kEarly = 0.25;  // of a period: a pulse a little early is not left out

inline Outgoing outgoing(std::string text, bool binary = false) {
  return {std::make_shared<const std::string>(std::move(text)), binary};
}

}  // namespace tether::station
