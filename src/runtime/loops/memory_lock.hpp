// Keeps the memory of the whole process in RAM, that of the future included (mlockall(2)), so that
// no tick waits for a page. Where the limit on locked memory is finite and the process is not
// exempt from it, nothing is locked: to lock the future under a limit would make a later allocation
// fail.
#pragma once

#include <string>

namespace tether::runtime {

// empty when locked; otherwise one sentence: why not, and the way out. Can be called again.
std::string lock_process_memory();

}  // namespace tether::runtime
