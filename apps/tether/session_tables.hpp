// The figures of a session as the terminal shows them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tether/study/summary.hpp"

namespace tether::apps {

// no minus before what rounds to zero
std::string number(double value, std::string_view unit, int digits = 2);
// lengths in mm, angles in degrees and small energies in mJ are what people picture
std::string for_people(double value, std::string_view unit);

// one row per metric but for those that do not apply, one column per phase
void print_metrics(const study::Summary& summary, std::span<const std::string> left_out);
// what was bounded to what, and which guards acted; nothing without guards
void print_guards(const study::GuardVerdict& guards);

}  // namespace tether::apps
