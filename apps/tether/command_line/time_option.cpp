#include "apps/tether/command_line/time_option.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "tether/core/error.hpp"

namespace tether::apps {

double seconds_of(const std::string& text, const char* option) {
  std::size_t end = 0;
  double value = 0;
  try {
    value = std::stod(text, &end);
  } catch (const std::exception&) {
    end = 0;
  }
  const std::string unit = text.substr(std::min(text.find_first_not_of(' ', end), text.size()));
  const double scale = unit == "s" ? 1 : unit == "ms" ? 1e-3 : unit == "us" ? 1e-6 : 0;
  if (end == 0 || scale == 0 || !(value >= 0 && value * scale <= 3600)) {
    throw core::InputError(
        fmt::format("{} {}: expected a time up to an hour, such as 40ms", option, text));
  }
  return value * scale;
}

}  // namespace tether::apps
