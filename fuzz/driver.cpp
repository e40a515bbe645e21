// The entry that libFuzzer calls; TETHER_FUZZ_TARGET is one of targets.hpp.
#include "fuzz/targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tether::fuzz::TETHER_FUZZ_TARGET({data, size});
  return 0;
}
