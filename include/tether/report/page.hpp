// A page of web/ with its data in it.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace tether::report {

// The template with the document in the script element of that id. Nothing in the data can end the
// element. Throws std::logic_error when the template has no such place.
std::string fill_page(std::string_view page, std::string_view id,
                      const nlohmann::ordered_json& document);

}  // namespace tether::report
