#include "tether/runtime/coordination/exchange.hpp"

namespace tether::runtime {

const char* name(Command command) noexcept {
  switch (command) {
    case Command::none:
      break;
    case Command::configure_resources:
      return "configure_resources";
    case Command::configure_capabilities:
      return "configure_capabilities";
    case Command::run:
      return "run";
    case Command::pause:
      return "pause";
    case Command::clean:
      return "clean";
  }
  return "none";
}

const char* name(Report report) noexcept {
  switch (report) {
    case Report::resources_configured:
      return "resources_configured";
    case Report::capabilities_configured:
      return "capabilities_configured";
    case Report::paused:
      return "paused";
    case Report::finished:
      return "finished";
    case Report::failed:
      return "failed";
    case Report::cleaned:
      break;
  }
  return "cleaned";
}

}  // namespace tether::runtime
