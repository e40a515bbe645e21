// The pages without their data, as built from web/ and carried inside the program.
#pragma once

#include <string_view>

namespace tether::web {

// both valid for the life of the program
std::string_view report_template() noexcept;
std::string_view map_template() noexcept;

}  // namespace tether::web
