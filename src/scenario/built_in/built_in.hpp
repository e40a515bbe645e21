// The parts that are there without any of one's own.
#pragma once

#include "tether/scenario/extensions.hpp"

namespace tether::scenario {

void add_couplings(core::Registry<CouplingLaw>& couplings);
void add_methods(core::Registry<PassivityMethod>& methods);
void add_tasks(core::Registry<Task>& tasks);

// `own` of one that is not built in
OperatorParams::Task built_in_task(std::string_view name) noexcept;

}  // namespace tether::scenario
