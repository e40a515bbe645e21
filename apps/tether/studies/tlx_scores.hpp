// The task loads of a table, condition by condition, and compared.
#pragma once

#include <string>

namespace tether::apps {

// prints and returns the exit status; core::InputError
int print_task_loads(const std::string& file);

}  // namespace tether::apps
