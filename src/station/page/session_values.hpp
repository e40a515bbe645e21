// What of a scenario a page shows beside its sliders: figures by their keys, and the names that a
// key may have. Coupling and passivity method list all their own keys; the link those of its
// network, which are the ones a running session can change.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "tether/scenario/scenario.hpp"

namespace tether::station {

// {"values": {"link.delay": 0, …}, "choices": {"coupling.kind": […], …}}
nlohmann::json session_values(const scenario::Scenario& scenario);

}  // namespace tether::station
