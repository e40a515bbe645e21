// The passivity certificate in words: sentences made of the certificate's own numbers (what is held
// in store, the tolerance, the ports it counts at, the margin), for terminal, summary and report
// alike.
#pragma once

#include <string>

#include "tether/passivity/monitor.hpp"
#include "tether/scenario/scenario.hpp"
#include "tether/signals/tick.hpp"

namespace tether::report {

// what the certificate promises and what was found, one or two sentences
std::string finding(const passivity::Certificate& certificate, const scenario::Scenario& scenario,
                    signals::LocalSides sides);

// what is counted at a side's port, and within what bound
std::string counted(const scenario::Scenario& scenario, signals::SideName side);

// "at 12.345 s, up to 2.31 J more given out than taken in"
std::string violation_in_words(const passivity::Certificate& certificate);

}  // namespace tether::report
