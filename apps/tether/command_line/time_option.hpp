// Times as people type them.
#pragma once

#include <string>

namespace tether::apps {

// [s] from "40ms", "0.5 s", "300us"; core::InputError that names the option
double seconds_of(const std::string& text, const char* option);

}  // namespace tether::apps
