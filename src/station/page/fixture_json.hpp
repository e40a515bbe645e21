// Virtual fixtures as the page has them. Keys are those of a file of fixtures, except that turns
// are quaternions (`quaternion`, w first):
//   box       centre, half_size, quaternion     sphere    centre, radius
//   cylinder  centre, radius, half_length, quaternion
//   plane     point, normal                     polyline, spline   points
//   mesh      file, unit: sent, and taken back for the fixture that has it already; a page cannot
//             make the station read a file
// Figures of laws that are not the fixture's own may stand beside; they are kept.
#pragma once

#include <span>

#include <nlohmann/json_fwd.hpp>

#include "tether/assist/fixtures/fixture.hpp"

namespace tether::station {

nlohmann::json fixture_json(const assist::Fixture& fixture);

// `known` are those that there are. Throws core::InputError with what is wrong, for people.
assist::Fixture fixture_from(const nlohmann::json& object, std::span<const assist::Fixture> known);

}  // namespace tether::station
