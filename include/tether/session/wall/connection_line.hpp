// What keeps a side from its peer, in one line for people: what was seen, and what mends it, with
// the addresses, files and keys of the scenario that are at fault.
#pragma once

#include <string>

#include "tether/link/connection_diagnosis.hpp"
#include "tether/scenario/scenario.hpp"
#include "tether/signals/tick.hpp"

namespace tether::session {

struct ConnectionReport {
  link::Trouble trouble = link::Trouble::none;
  std::string line;  // empty without trouble
};

// transport: udp, dds or ros; empty when there is no trouble
std::string connection_line(const link::Diagnosis& diagnosis, const scenario::LinkParams& link,
                            scenario::LinkParams::Transport transport, signals::SideName side);

}  // namespace tether::session
