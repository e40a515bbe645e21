#include "tether/scenario/plugin.hpp"

#include <exception>
#include <filesystem>

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tether::scenario {
namespace {

std::string in_words(const PluginBuild& build) {
  return fmt::format("{} ({})", build.version, fmt::join(build.layout, "/"));
}

void refuse_other_builds(const std::string& file, const PluginBuild& theirs) {
  constexpr PluginBuild ours = plugin_build();
  if (std::string_view(theirs.version) == ours.version && theirs.layout == ours.layout) return;
  throw core::InputError({file}, fmt::format("was built for tether {}, this is {}; build it again",
                                             in_words(theirs), in_words(ours)));
}

}  // namespace

void load_plugin(const std::string& file, Extensions& extensions) {
  if (!std::filesystem::is_regular_file(file)) throw core::InputError({file}, "no such plug-in");
  // a name without a slash would be looked for among the system's libraries
  void* library = dlopen(std::filesystem::absolute(file).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    throw core::InputError({file}, fmt::format("cannot be loaded: {}", dlerror()));
  }
  const auto* build = static_cast<const PluginBuild*>(dlsym(library, "tether_plugin_build"));
  auto* extend = reinterpret_cast<void (*)(Extensions&)>(dlsym(library, "tether_extend"));
  if (build == nullptr || extend == nullptr) {
    throw core::InputError({file}, "is no plug-in of tether: it has no TETHER_PLUGIN");
  }
  refuse_other_builds(file, *build);
  Extensions more = extensions;
  try {
    extend(more);
  } catch (const std::exception& error) {
    throw core::InputError({file}, error.what());
  } catch (...) {
    throw core::InputError({file}, "failed to add its parts");
  }
  extensions = std::move(more);
}

}  // namespace tether::scenario
