// The page of a report without its data, as built from web/ and carried inside the program.
#pragma once

#include <string_view>

namespace tether::web {

// valid for the life of the program
std::string_view report_template() noexcept;

}  // namespace tether::web
