// Parts of one's own in a shared object, which a program loads when it is run (`tether run ...
// --plugin libmine.so`). Its source ends with
//
//   TETHER_PLUGIN(extensions) { extensions.methods.add(...); }
//
// It is built with tether_add_plugin() of the CMake package, against the headers only: tether's
// symbols are those of the program that loads it. One that was built for other headers would
// misread what it is handed, so it says what it was built for, and is refused.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "tether/core/version.hpp"
#include "tether/scenario/extensions.hpp"

namespace tether::scenario {

// plain, so that any version can read it
struct PluginBuild {
  const char* version;
  std::array<std::uint32_t, 6> layout;  // alignment of vectors, and sizes of what is exchanged
};

// of whoever compiles this
consteval PluginBuild plugin_build() {
  return {
      .version = TETHER_VERSION,
      .layout = {EIGEN_MAX_ALIGN_BYTES, sizeof(Extensions), sizeof(Scenario), sizeof(signals::Tick),
                 sizeof(control::CouplingOutput), sizeof(passivity::Params)}};
}

// Adds what the plug-in brings; all of it, or on core::InputError nothing. It stays loaded.
void load_plugin(const std::string& file, Extensions& extensions);

}  // namespace tether::scenario

#define TETHER_PLUGIN(extensions)                                                                 \
  extern "C" __attribute__((                                                                      \
      visibility("default"))) constinit const tether::scenario::PluginBuild tether_plugin_build = \
      tether::scenario::plugin_build();                                                           \
  extern "C" __attribute__((visibility("default"))) void tether_extend(                           \
      tether::scenario::Extensions& extensions)
