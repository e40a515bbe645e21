// How many random cases a law is tried on. A sanitizer looks for what any one of them shows, and
// takes ten times as long: a tenth is enough for it. The law itself is for builds without one.
#pragma once

namespace tether::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int cases(int whole) { return (whole + 9) / 10; }
#else
constexpr int cases(int whole) { return whole; }
#endif

}  // namespace tether::test
