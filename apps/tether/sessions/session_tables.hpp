// The figures of a session as the terminal shows them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tether/report/summary.hpp"

namespace tether::apps {

// no minus before what rounds to zero
std::string number(double value, std::string_view unit, int digits = 2);

// one row per metric but for those that do not apply, one column per phase
void print_metrics(const report::Summary& summary, std::span<const std::string> left_out);
// a word in the margin, and a text broken into lines beside it
void print_wrapped(std::string_view head, const std::string& text);
// what was bounded to what, and which guards acted; nothing without guards
void print_guards(const report::GuardVerdict& guards);

}  // namespace tether::apps
