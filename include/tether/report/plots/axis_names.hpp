// The names of the three axes of space, as tables and plots show them.
#pragma once

#include <array>

namespace tether::report {

inline constexpr std::array kAxes{"x", "y", "z"};

}  // namespace tether::report
