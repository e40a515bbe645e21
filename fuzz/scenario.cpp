// A text is a scenario, or refused with one line that says where.
#include <string>

#include "fuzz/targets.hpp"
#include "tether/core/error.hpp"
#include "tether/scenario/scenario_file.hpp"

namespace tether::fuzz {

void scenario(link::Bytes input) {
  const std::string text(input.begin(), input.end());
  try {
    const scenario::Scenario read = scenario::parse_scenario(text, "fuzz.toml");
    // what was read can be read again, as a replay does
    scenario::parse_scenario(read.text, "again.toml");
  } catch (const core::InputError& error) {
    const std::string message = error.what();
    promise(message.find_first_of("\r\n") == std::string::npos, "one line");
    promise(message.rfind("fuzz.toml", 0) == 0, "the place in front");
  }
}

}  // namespace tether::fuzz
